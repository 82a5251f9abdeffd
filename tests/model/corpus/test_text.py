"""Tests of text normalization."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.text import fold_word, has_invisible, is_unspaced, normalize_text, normalize_typed_text


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
def test_letters_and_punctuation_stay_unchanged(text: str, expected: str) -> None:
    assert normalize_text(text) == expected


@given(st.text())
def test_normalization_is_idempotent(text: str) -> None:
    seen = normalize_text(text)
    assert normalize_text(seen) == seen
    assert unicodedata.is_normalized("NFC", seen)
    assert not {unicodedata.category(letter) for letter in seen} & {"Cc", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
def test_a_joiner_between_latin_letters_and_spaces_is_a_blank(joiner: str) -> None:
    for typed in ("the cat{} sleeps", "{}the cat", "the ca{}t’s", "café{}", "ệ{}", "10{}€"):
        text = typed.format(joiner)
        assert normalize_typed_text(text) == typed.format(" ")
        assert has_invisible(text)


@pytest.mark.parametrize("text", ["👩\u200d👧", "می\u200cخواهم", "ക്ഷ ന്\u200d ", "PDF\u200cها", "❤\ufe0f\u200d🔥"])
def test_a_joiner_of_an_emoji_or_another_script_stays(text: str) -> None:
    assert normalize_typed_text(text) == text
    assert not has_invisible(text)


@pytest.mark.parametrize(
    ("word", "folded"),
    [("Cat!", "cat"), ("«Don't»", "don't"), ("STRASSE", "strasse"), ("Straße,", "strasse"), ("…", "")],
)
def test_case_and_punctuation_around_a_word_are_folded_away(word: str, folded: str) -> None:
    assert fold_word(word) == folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("私は本を読みます。", True),
        ("iPhone 15 Pro で見ます", False),
        ("ฉันชอบปลา", True),
        ("저는 책을 읽어요", False),
        ("", False),
    ],
)
def test_scripts_without_spaces_are_known(text: str, *, expected: bool) -> None:
    assert is_unspaced(Counter(text)) is expected
