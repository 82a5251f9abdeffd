"""Candidates and rows of the map as the Language model page shows them, and the name of its other view."""

import re
from html import unescape

from streamlit.testing.v1 import AppTest

from tests.apptest.reading import chart, html

COMPARISON = "With and without causal mask"


def bars(app: AppTest) -> list[tuple[str, str]]:
    """The candidates and their probabilities as shown."""
    candidates = re.findall(
        r'<span class="word" lang="en"><bdi>(.*?)</bdi>.*?<span class="value">(.*?)</span>', html(app), re.S
    )
    return [(unescape(word), value) for word, value in candidates]


def rows(app: AppTest) -> list[str]:
    return [unescape(label) for label in chart(app)["layout"]["yaxis"]["ticktext"]]
