"""The French text of a translation, and what is said of it."""

import re

import pytest

from tests.apptest.fixtures import Open
from tests.apptest.reading import html
from ui.translate import translation_view


def test_a_sentence_outside_the_grammar_is_said_to_be_perhaps_wrong(opened: Open) -> None:
    texts = ("the cat is black ", "Zorbin sees the cat", "big it is ", "fish the the ", "")
    assert ["may be wrong" in html(opened(sentence=text)) for text in texts] == [False, False, True, True, False]


def test_unknown_words_and_a_second_sentence_are_named_as_the_reason_of_doubt(opened: Open) -> None:
    assert "“zorblax” is not in the vocabulary: this may be wrong" in html(opened(sentence="the zorblax sleeps "))
    assert "2 words are not in the vocabulary: this may be wrong" in html(opened(sentence="le chien "))
    assert "more than one sentence: this may be wrong" in html(opened(sentence="I am tired. You are tired. "))


def test_a_finished_sentence_that_is_only_a_beginning_may_be_wrong(opened: Open) -> None:
    remark = "unlike the training sentences: this may be wrong"
    texts = ("She does not.", "Anna's.", "She does not…", "She does not ", "She sleeps.", "The cat.")
    assert [remark in html(opened(sentence=text)) for text in texts] == [True, True, False, False, False, False]


def test_a_lone_verb_with_a_mark_is_a_command_that_was_not_learned(opened: Open) -> None:
    texts = ("Sleep!", "Sleep.", "Sleep ", "Hello!", "Cat!")
    remarks = ["as in a dictionary, not as a command" in html(opened(sentence=text)) for text in texts]
    assert remarks == [True, True, False, False, False]


def test_a_wrong_article_is_named_as_the_reason_of_doubt(opened: Open) -> None:
    assert "“a” becomes “an” before a vowel" in html(opened(sentence="I eat a apple "))
    assert "“an” is for words that begin with a vowel" in html(opened(sentence="an cat "))
    assert "is not in the vocabulary" in html(opened(sentence="I eat a apple zorblax "))
    assert "before a vowel" not in html(opened(sentence="I eat a European ")), "nobody knows how a name sounds"


def test_an_unknown_name_is_said_to_be_read_as_masculine(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_expected", lambda *_: "")
    assert "“Zorbine” is unknown: copied, with masculine agreement" in html(opened(sentence="Zorbine is tired "))
    assert "unknown names are copied, with masculine agreement" in html(opened(sentence="Zorbine sees Zorbin "))
    assert "masculine" not in html(opened(sentence="Anna is tired "))
    outside = html(opened(sentence="fish Zorbin the the "))
    assert "unlike the training sentences: this may be wrong" in outside, "a name is not the reason"
    assert "“Zorbin” is not in the vocabulary: this may be wrong" in html(opened(sentence="Zorbin me the book "))


def test_a_long_word_is_shortened_in_the_text(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_translation", lambda *_: f"le {'a' * 40}")
    assert f"<bdi>le {'a' * 30}…</bdi>" in html(opened(sentence="the cat "))


def test_nothing_is_said_of_the_corpus_for_several_sentences(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_expected", lambda *_: "les chats")
    assert "the reference is" not in html(opened(sentence="She sleeps. And he eats."))


def test_the_reference_in_place_of_a_wrong_translation_is_told(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_view, "write_expected", lambda *_: "les <b>chats</b>")
    remark = "the reference is “les &lt;b&gt;chats&lt;/b&gt;”"
    assert remark in html(opened(sentence="the cats "))
    assert remark not in html(opened(sentence="the cats ", forced="1-chien")), "the visitor has changed it"
    assert remark not in html(opened(sentence="fish the the ")), "which may be wrong anyway"


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
