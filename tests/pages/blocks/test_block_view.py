"""The view "Full block" of the Building blocks page."""

import pytest

from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import BLOCK, pictures


@pytest.mark.parametrize("stage", range(1, 15))
def test_every_stage_of_a_decoder_block_is_shown(page: Page, stage: int) -> None:
    app = page(BLOCK, part="decoder", stage=str(stage), layer="2")
    assert any(name.startswith("stage") for name in pictures(app))


def test_colours_are_stretched_only_where_a_stage_has_maps(page: Page) -> None:
    def stretches(stage: int) -> bool:
        shown, stretched = (page(BLOCK, stage=str(stage), stretch=value) for value in ("false", "true"))
        assert stretched.toggle("stretch").value, "a stage without maps keeps the choice"
        specs = [[chart.proto.spec for chart in app.get("plotly_chart")] for app in (shown, stretched)]
        assert (specs[0] != specs[1]) == (not stretched.toggle("stretch").disabled)
        return specs[0] != specs[1]

    assert [stretches(stage) for stage in range(1, 5)].count(True) == 1
