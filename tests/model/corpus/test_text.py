"""Written text is made safe to show, and no letter of it is lost."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.text import visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L’Homme, qu'elle voit!", "L’Homme, qu'elle voit!"),
        ("«\u00a0Oui\u00a0»", "« Oui »"),
        ("the\u200bcat\x07", "the cat "),
        ("Zoe\u0301", "Zoé"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("👩‍👧 <pad>", "👩‍👧 <pad>"),
        ("▁the‧cat▅", "_the·cat▄"),
    ],
)
def test_text_stays_as_it_is_written(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text())
def test_what_is_visible_stays_so(text: str) -> None:
    seen = visible(text)
    assert visible(seen) == seen
    assert unicodedata.is_normalized("NFC", seen)
    assert not {unicodedata.category(letter) for letter in seen} & {"Cc", "Cs", "Zl", "Zp"}
