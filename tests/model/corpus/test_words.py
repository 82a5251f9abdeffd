"""Written text falls into words and marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.words import is_mark, lowered, split, visible


def words(text: str) -> tuple[str, ...]:
    return split(lowered(visible(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World!", "hello , world !"),
        ("L’homme qu'elle voit jusqu'ici", "l' homme qu' elle voit jusqu' ici"),
        ("aujourd'hui, est-ce vrai?", "aujourd'hui , est-ce vrai ?"),
        ("don't wait... (please)", "don't wait ... ( please )"),
        ("3.14 at 10:30, 5%", "3.14 at 10:30 , 5 %"),
        ("«\u00a0Oui\u00a0»", "« oui »"),
        ("the\u200bcat\x07", "the cat"),
        ("Zoe\u0301", "zoé"),
        ("नमस्ते दुनिया", "नमस्ते दुनिया"),
        ("👩‍👧 <pad>", "👩‍👧 < pad >"),
    ],
)
def test_words_and_marks_are_separate(text: str, expected: str) -> None:
    assert " ".join(words(text)) == expected


@given(st.text())
def test_what_is_split_stays_split(text: str) -> None:
    assert words(" ".join(words(text))) == words(text)


@given(st.text())
def test_splitting_loses_nothing_but_blanks(text: str) -> None:
    seen = visible(text)
    assert "".join(split(seen)) == "".join(seen.split())


def test_marks_are_told_from_words() -> None:
    assert [word for word in (".", "...", "%", "l'", "a", "3.14", "👩‍👧", "é") if is_mark(word)] == [".", "...", "%"]
