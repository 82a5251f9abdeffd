"""The view "Residual stream" of the Building blocks page."""

import json

from streamlit.testing.v1 import AppTest

from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import STREAM


def test_the_depth_draws_longer_lines(page: Page) -> None:
    def lines(app: AppTest) -> list[int]:
        chart = next(c for c in app.get("plotly_chart") if c.proto.id.endswith("stream_chart"))
        return [len(line["y"]) for line in json.loads(chart.proto.spec)["data"]]

    assert lines(page(STREAM)) == [5, 13, 13]
    assert lines(page(STREAM, depth="3", part="decoder")) == [7, 10, 10]
