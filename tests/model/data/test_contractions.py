"""Contractions, and what ``'s`` stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.data.contractions import POSSESSIVE, begins_contraction, expand_contraction, resolve_possessives
from model.data.vocabulary import Vocabulary

KNOWN = Vocabulary(sorted(ENGLISH_WORDS))
WITHOUT_POSSESSIVE = Vocabulary(sorted(ENGLISH_WORDS - {POSSESSIVE}))
WORDS = st.lists(st.sampled_from([POSSESSIVE, "anna", "very", "small", "cat", "is", "the", "zorbin", "running"]))


@pytest.mark.parametrize(
    ("contracted", "words"),
    [
        ("don't", "do not"), ("isn't", "is not"), ("aren't", "are not"), ("didn't", "did not"),
        ("wasn't", "was not"), ("can't", "can not"), ("cannot", "can not"), ("won't", "will not"),
        ("i'm", "i am"), ("you're", "you are"), ("they're", "they are"), ("we'll", "we will"), ("i've", "i have"),
        ("i'd", "i would"), ("let's", "let us"), ("gonna", "going to"), ("wanna", "want to"), ("he's", "he is"),
        ("that's", "that is"), ("who's", "who is"), ("there's", "there is"), ("anna's", "anna 's"),
        ("we'r", "we 'r"), ("i'l", "i 'l"), ("cat", "cat"), ("dont", "do not"), ("im", "i am"),
        ("wont", "will not"), ("thats", "that is"), ("theyre", "they are"), ("its", "its"), ("ill", "ill"),
        ("were", "were"), ("n't", "n't"), ("'s", "'s"), ("'ll", "'ll"), ("", ""),
    ],
)  # fmt: skip
def test_a_contraction_is_expanded(contracted: str, words: str) -> None:
    assert " ".join(expand_contraction(contracted)) == words


@pytest.mark.parametrize("text", ["d", "don", "don'", "doesn'", "won", "gonn", "let'", "'l", "theyr", "dont"])
def test_a_beginning_of_a_contraction_is_recognized(text: str) -> None:
    assert begins_contraction(text)


@pytest.mark.parametrize("text", ["zor", "don'x", "don't'"])
def test_other_text_begins_no_contraction(text: str) -> None:
    assert not begins_contraction(text)


@pytest.mark.parametrize(
    ("following", "is_possessive"),
    [
        ("cat", True), ("small cat", True), ("very small black cat", True), ("english teacher", True),
        ("king", True), ("zorbin", True), ("small zorbin", True), ("book is red", True),
        ("name is paul", True), ("birthday", True), ("two small cats", True), ("many cats", True),
        ("", False), ("tired", False), ("very tired", False), ("small and tired", False), ("hungry", False),
        ("in the garden", False), ("the queen", False), ("a student", False), ("not tired", False),
        ("sleeping", False), ("zorbing", False), ("very zorbin", False), ("my mother", False), ("english", False),
        ("mine", False), ("asleep", False), ("got a cat", False), ("two", False),
    ],
)  # fmt: skip
def test_the_words_that_follow_tell_a_possessive_from_is(following: str, is_possessive: bool) -> None:
    words = ("anna", POSSESSIVE, *following.split())
    assert resolve_possessives(words, KNOWN)[1] == (POSSESSIVE if is_possessive else "is")
    assert resolve_possessives(words, WITHOUT_POSSESSIVE)[1] == "is"


@pytest.mark.parametrize(
    ("typed", "is_possessive"),
    [("small do", True), ("do", True), ("small", False), ("a", False), ("an", False), ("in", False), ("not", False)],
)
def test_a_word_that_may_become_a_noun_counts_as_one(typed: str, is_possessive: bool) -> None:
    words = ("anna", POSSESSIVE, *typed.split())
    assert resolve_possessives(words, KNOWN, is_open=True)[1] == (POSSESSIVE if is_possessive else "is")
    assert resolve_possessives(words, KNOWN)[1] == "is"


@pytest.mark.parametrize("typed", ["asl", "aslee", "asleep"])
def test_the_beginning_of_what_nobody_owns_is_no_noun(typed: str) -> None:
    assert resolve_possessives(("anna", POSSESSIVE, typed), KNOWN, is_open=True)[1] == "is"


@given(WORDS)
def test_only_possessives_change(words: list[str]) -> None:
    resolved = resolve_possessives(words, KNOWN)
    assert len(resolved) == len(words)
    assert all(new == old or (old, new) == (POSSESSIVE, "is") for old, new in zip(words, resolved, strict=True))
    assert resolve_possessives(resolved, KNOWN) == resolved
