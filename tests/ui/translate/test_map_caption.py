"""The line below the big map."""

import re

import pytest

from tests.apptest.fixtures import Open
from tests.apptest.reading import html

SENTENCE = "the small black dog sleeps "


@pytest.mark.parametrize(
    ("off", "expected"),
    [
        ("", ["head 1", "head 2", "head 3", "head 4"]),
        ("cross-2-2.cross-1-3.encoder-2-1", ["head 1", "head 2 is off", "head 3", "head 4"]),
        ("cross-2-1.cross-2-2.cross-2-3.cross-2-4", [f"head {head} is off" for head in range(1, 5)]),
    ],
)
def test_the_colours_of_heads_tell_which_are_off(opened: Open, off: str, expected: list[str]) -> None:
    app = opened(sentence=SENTENCE, drawn_as="lines by head", layer="2", off=off, beside="true", second="he sleeps")
    assert not app.exception
    legends = re.findall(r'<div class="legend">(.*?)</div>', html(app))
    named = [re.findall(r"</b> (head \d[^<]*)</span>", legend) for legend in legends if "head 1" in legend]
    assert named == [expected, expected], "below the map, and below the maps of two sentences"
