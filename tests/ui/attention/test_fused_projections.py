"""One fused weight, read in its own layout and in the other one."""

import numpy as np
import pytest

from tests.apptest.fixtures import Open
from tests.apptest.matrices import cell_texts, pictures
from tests.apptest.reading import warnings
from ui.widgets.number_picker import TRANSLATOR

FUSED = "Fused projections"


def test_a_misread_layout_is_shown_with_its_difference(attention_page: Open) -> None:
    app = attention_page(view=FUSED)
    for name in "qkv":
        right, wrong, difference = (
            np.char.replace(np.array(cell_texts(app, f"{name}_{key}")), "−", "-").astype(float)
            for key in ("right", "wrong", "difference")
        )
        assert np.array_equal(wrong - right, difference)
    assert (difference != 0).any()
    assert any("**0** with either layout read as itself" in each.value for each in app.markdown)


@pytest.mark.parametrize("kind", ["", "cross", "encoder", "decoder"])
def test_fused_projections_of_the_translator_need_one_x(attention_page: Open, kind: str) -> None:
    app = attention_page(view=FUSED, numbers=TRANSLATOR, kind=kind)
    assert "q_wrong" in pictures(app)
    assert not warnings(app)
