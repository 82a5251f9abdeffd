"""Readers of what a page under test shows."""

import base64
import json
import re
from html import unescape
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest


def html(app: AppTest) -> str:
    """Return all HTML of the page, in order."""
    return "\n".join(str(piece.proto.body) for piece in app.get("html"))


def chips(app: AppTest, language: str) -> list[str]:
    """Return the tokens of one row, as a browser would show them."""
    row = re.search(rf'<span class="language" lang="en">{language}</span>(.*?)</div>', html(app), re.S)
    return [unescape(text) for text in re.findall(r"<bdi>(.*?)</bdi>", row[1], re.S)] if row else []


def chart(app: AppTest, number: int = 0) -> dict[str, Any]:
    """Return data and layout of one chart; the first is the big map."""
    figure: dict[str, Any] = json.loads(app.get("plotly_chart")[number].proto.spec)
    return figure


def warnings(app: AppTest) -> str:
    """Return the warnings of the page on one line, without the escapes of Markdown; "" for none."""
    return " ".join(warning.value.replace("\\", "") for warning in app.warning)


def cells(app: AppTest, number: int = 0) -> np.ndarray:
    """Return the weights of one map; the first is the big one."""
    z = chart(app, number)["data"][0]["z"]
    shape = [int(size) for size in z["shape"].split(",")]
    return np.frombuffer(base64.b64decode(z["bdata"]), np.dtype(z["dtype"])).reshape(shape)
