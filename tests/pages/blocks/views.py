"""The names of the views of the Building blocks page, and readers of what they show."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

POSITIONS, NETWORK, RESIDUAL, NORMS = (
    "Positional encoding",
    "Feed-forward",
    "Pre-norm vs post-norm",
    "Layer norm vs batch norm",
)
STREAM, BLOCK, BATCH = "Residual stream", "Full block", "Padded batch"
FIRST_PICTURE = {
    POSITIONS: "positions", NETWORK: "X", RESIDUAL: "pre_x", STREAM: "stream", NORMS: "layer_norm",
    BLOCK: "diagram", BATCH: "attention",
}  # fmt: skip


def pictures(app: AppTest) -> dict[str, Any]:
    """The numbers of the traces of every picture, and its shapes, by name."""
    shown = {}
    for chart in app.get("plotly_chart"):
        name = chart.proto.id.rpartition("-")[2].removeprefix("chart_").removesuffix("_chart")
        figure = json.loads(chart.proto.spec)
        numbers = [cells.get("z") or cells.get("y") for cells in figure["data"]]
        shown[name] = json.dumps([numbers, figure["data"][0].get("customdata"), figure["layout"].get("shapes")])
    return shown


def messages(app: AppTest) -> list[str]:
    return [box.value.replace("\\", "") for box in (*app.warning, *app.info)]
