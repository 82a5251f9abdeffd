"""The view that compares two runs: opening it, and reading its charts."""

import base64
import json
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import open_training


def compared(**query: str) -> AppTest:
    app = open_training("Compare", **query)
    assert not app.exception
    return app


def figures(app: AppTest) -> dict[str, Any]:
    """Return every chart by its key."""
    return {chart.proto.id.rpartition("-")[2]: json.loads(chart.proto.spec) for chart in app.get("plotly_chart")}


def cells(app: AppTest, name: str) -> np.ndarray:
    z = figures(app)[name]["data"][0]["z"]
    if isinstance(z, dict):
        dtype = {"f4": np.float32, "f8": np.float64}[z["dtype"]]
        shape = [int(size) for size in str(z["shape"]).split(",")]
        return np.frombuffer(base64.b64decode(z["bdata"]), dtype).reshape(shape)
    return np.array(z, float)
