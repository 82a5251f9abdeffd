"""The beginnings of sentences that a corpus accepts."""

import pytest

from model.corpus import Corpus, Pair, toy_corpus


@pytest.fixture(scope="module")
def small() -> Corpus:
    return toy_corpus(seed=2, train=200, held_out=20)


def test_every_beginning_of_a_training_sentence_is_accepted(small: Corpus) -> None:
    for pair in small.train[:50]:
        assert all(small.accepts_beginning(pair.source[:length]) for length in range(len(pair.source) + 1))


@pytest.mark.parametrize("english", ["cat the", "the the", "is is", "the cat see", "fish not the"])
def test_what_begins_no_sentence_is_refused(english: str, small: Corpus) -> None:
    assert not small.accepts_beginning(english.split())


def test_a_sentence_longer_than_the_training_sentences_is_refused(small: Corpus) -> None:
    source = max((pair.source for pair in small.train), key=len)
    shorter = Corpus("toy", tuple(pair for pair in small.train if len(pair.source) == 3), small.held_out)
    assert small.accepts_beginning(source)
    assert shorter.accepts_beginning(source[:3])
    assert not shorter.accepts_beginning(source[:4])


@pytest.mark.parametrize(
    ("words", "typing", "is_accepted"),
    [
        (("The", "cat"), "", True),
        (("cat", "the", "the"), "", True),
        (("«", "CAT!", "»"), "", True),
        (("the", "dog"), "", False),
        (("the",), "slee", True),
        (("the",), "dog", False),
        ((), "", True),
    ],
)
def test_raw_text_accepts_the_words_of_its_training_sentences(
    words: tuple[str, ...], typing: str, is_accepted: bool
) -> None:
    pair = Pair(("The", "cat", "sleeps."), ("Le", "chat", "dort."), frozenset())
    corpus = Corpus("own", (pair,), (), is_raw_text=True)
    assert corpus.accepts_beginning(words, typing) is is_accepted


def test_text_without_spaces_is_accepted_by_its_letters() -> None:
    pair = Pair(("私は本を読みます。",), ("I", "read", "a", "book."), frozenset())
    corpus = Corpus("own", (pair,), (), is_raw_text=True)
    assert corpus.accepts_beginning(("私は",))
    assert corpus.accepts_beginning(("本を", "読みます"))
    assert not corpus.accepts_beginning(("私は魚を",))


def test_a_corpus_without_sentences_accepts_every_beginning() -> None:
    assert Corpus("none", (), (), is_raw_text=True).accepts_beginning(("the", "dog"))
