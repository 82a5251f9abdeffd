"""Tests of what visitors type first: the page speaks sense at every finished word."""

from itertools import pairwise

from tests.browser.conftest import Begin
from tests.first_sentences import FIRST_SENTENCES, makes_sense

LATER = "·"  # a token after the step shown


def test_first_sentences_typed_letter_by_letter_make_sense_at_every_word_and_end_right(begin: Begin) -> None:
    """No word is doubled; at most two sentences end wrong and three beginnings make no sense, as processors differ."""
    screen, wrong, senseless = begin(), [], []
    french = screen.page.locator(".st-key-translation .french bdi")
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
            if not makes_sense(view.sentence.rstrip(), french.inner_text()):
                senseless.append((view.sentence, french.inner_text()))
        if french.inner_text() != expected:
            wrong.append(text)
    assert len(wrong) <= 2, wrong
    assert len([each for each in senseless if each[0].rstrip() not in wrong]) <= 3, senseless
