"""Remarks beside a translation, and the sentences that the model was trained for."""

from types import SimpleNamespace
from typing import Any

import pytest

from model.corpus import Corpus, Pair
from model.data.sentence import Sentence, Token
from model.data.typed_sentence import read_sentence
from tests.apptest.fixtures import AppSetup, Open
from tests.apptest.reading import html
from ui.runs.registry import get_registry
from ui.translate import translation_remark
from ui.translate.translation_remark import is_in_domain


def test_a_sentence_outside_the_grammar_is_said_to_be_perhaps_wrong(opened: Open) -> None:
    texts = ("the cat is black ", "Zorbin sees the cat", "big it is ", "fish the the ", "")
    assert ["may be wrong" in html(opened(sentence=text)) for text in texts] == [False, False, True, True, False]


def test_unknown_words_and_a_second_sentence_are_named_as_the_reason_of_doubt(opened: Open) -> None:
    assert "“zorblax” is not in the vocabulary: this may be wrong" in html(opened(sentence="the zorblax sleeps "))
    assert "2 words are not in the vocabulary: this may be wrong" in html(opened(sentence="le chien "))
    assert "2 words are not in the vocabulary" in html(opened(sentence="Mr Smith is tired ")), "no name is left out"
    assert "3 words are not in the vocabulary" in html(opened(sentence="Smith and Jones like flurb "))
    long = html(opened(sentence=f"the {'z' * 40} sleeps "))
    assert f"“{'z' * 16}…” is not in the vocabulary: this may be wrong" in long
    assert "more than one sentence: this may be wrong" in html(opened(sentence="I am tired. You are tired. "))


def test_of_subwords_the_words_are_counted_that_have_unknown_ones() -> None:
    pairs = (Pair(("my cat",), ("mon chat",), frozenset()),)
    run: Any = SimpleNamespace(corpus=Corpus("own", pairs, pairs, is_raw_text=True))
    pieces = [("my", True), ("‧z", False), ("eb", False), ("‧ra", True)]

    def remark(n: int) -> str:
        tokens = tuple(Token(text, text, is_known) for text, is_known in pieces[:n])
        sentence = Sentence(tokens, "", "", "", is_cut=False, has_invisible=False)
        translation: Any = None
        return translation_remark.write_remark(run, translation, sentence, is_changed=False)

    assert remark(2) == "“myz” has unknown subwords: this may be wrong"
    assert remark(4) == "2 words have unknown subwords: this may be wrong"


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
    monkeypatch.setattr(translation_remark, "write_expected", lambda *_: "")
    assert "“Zorbine” is unknown: copied, with masculine agreement" in html(opened(sentence="Zorbine is tired "))
    assert "unknown names are copied, with masculine agreement" in html(opened(sentence="Zorbine sees Zorbin "))
    assert "masculine" not in html(opened(sentence="Anna is tired "))
    outside = html(opened(sentence="fish Zorbin the the "))
    assert "unlike the training sentences: this may be wrong" in outside, "a name is not the reason"
    assert "“Zorbin” is not in the vocabulary: this may be wrong" in html(opened(sentence="Zorbin me the book "))


def test_nothing_is_said_of_the_corpus_for_several_sentences(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_remark, "write_expected", lambda *_: "les chats")
    assert "the reference is" not in html(opened(sentence="She sleeps. And he eats."))


def test_the_reference_in_place_of_a_wrong_translation_is_told(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation_remark, "write_expected", lambda *_: "les <b>chats</b>")
    remark = "the reference is “les &lt;b&gt;chats&lt;/b&gt;”"
    assert remark in html(opened(sentence="the cats "))
    assert remark not in html(opened(sentence="the cats ", forced="1-chien")), "the visitor has changed it"
    assert remark not in html(opened(sentence="fish the the ")), "which may be wrong anyway"


def judge(text: str) -> bool:
    run = get_registry().open_default()
    snapshot = run.state.snapshot
    assert snapshot
    vocabulary = snapshot.translator.source
    return is_in_domain(run, read_sentence(text, vocabulary))


@pytest.mark.parametrize("text", ["she does not like the small black dog", "Anna's small cat eats."])
def test_no_beginning_of_a_sentence_is_outside(text: str, app_setup: AppSetup) -> None:
    assert all(judge(text[:length]) for length in range(1, len(text) + 1))


@pytest.mark.parametrize(
    ("text", "is_inside"),
    [
        ("Zorbin sees the cat ", True),
        ("ZORBIN sees the cat ", True),
        ("THE CAT SEES ZORBIN ", False),
        ("ZORBIN ", True),
        ("My name is Jean-Luc ", True),
        ("O'Brien is tired ", True),
        ("zorbin sees the cat ", False),
        ("the cat sees zorbin", False),
        ("the cat sees Zorbin", True),
        ("the cat sees Zorbin ", True),
        ("she do", True),
        ("she do ", False),
        ("she do.", False),
        ("the cats is", False),
        ("fish the the ", False),
        ("I'd like a cat ", False),
        ("she sees the cat " * 4, False),
    ],
)
def test_a_sentence_that_the_grammar_cannot_begin_is_outside(text: str, is_inside: bool, app_setup: AppSetup) -> None:
    assert judge(text) is is_inside
