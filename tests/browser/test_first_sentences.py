"""Tests of what visitors type first: the page speaks sense at every finished word."""

from itertools import pairwise

from tests.browser.conftest import Begin
from tests.first_sentences import FIRST_SENTENCES

LATER = "·"  # a token after the step shown


def test_first_sentences_typed_letter_by_letter_never_stutter_and_end_right(begin: Begin) -> None:
    """No word is doubled at any finished word; at most two sentences end wrong, as processors differ."""
    screen, wrong = begin(), []
    for text, expected in FIRST_SENTENCES.items():
        screen.box.focus()
        screen.press("Control+a", "Backspace")
        screen.until(lambda view: not view.tokens)
        for word in text.split():
            screen.page.keyboard.type(f"{word} ", delay=20)
            view = screen.settled()
            assert view.sentence is not None
            assert text.startswith(view.sentence.rstrip())
            assert view.translation, view.sentence
            assert all(a != b or a == LATER for a, b in pairwise(view.translation)), view
        if screen.page.locator(".st-key-translation .french bdi").inner_text() != expected:
            wrong.append(text)
    assert len(wrong) <= 2, wrong
