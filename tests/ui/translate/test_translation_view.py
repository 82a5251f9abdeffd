"""The French text of a translation."""

import re

import pytest

from tests.apptest.fixtures import Open
from tests.apptest.reading import html
from ui.translate import translation_view


def test_a_long_word_is_shortened_in_the_text(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_translation", lambda *_: f"le {'a' * 40}")
    assert f"<bdi>le {'a' * 30}…</bdi>" in html(opened(sentence="the cat "))


def test_the_french_text_follows_the_steps_and_ends_with_the_typed_mark(opened: Open) -> None:
    def french(**query: str) -> str:
        return re.search(
            r'<div class="french"><span lang="fr"><bdi>(.*?)</bdi>',
            html(opened(sentence="The cat sees Paul?", **query)),
        )[1]

    whole = french()
    assert whole.endswith("\N{NARROW NO-BREAK SPACE}?")
    assert whole[0].isupper()
    first = french(step="1")
    assert first
    assert whole.startswith(first)
    assert "?" not in first
