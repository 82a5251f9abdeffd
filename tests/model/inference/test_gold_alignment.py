"""The gold alignment of a translation."""

from dataclasses import replace

import pytest

from model.corpus import Corpus, Pair
from model.data.sentence import Sentence, Token
from model.inference.gold_alignment import find_gold_alignment
from tests.model.inference.records import make_record

PAIR = Pair(("the", "cat", "sings"), ("der", "Kater", "singt"), frozenset({(0, 0), (1, 1), (2, 2)}))
CORPUS = Corpus("cats", (PAIR,), (), is_raw_text=True)
SOURCE, TARGET = ("the", "c", "‧at", "sings"), ("der", "Ka", "‧ter", "singt", "<eos>")


def read(*tokens: str) -> Sentence:
    return Sentence(tuple(Token(token, token, True) for token in tokens), "", "", "", False, False)


def test_links_between_words_become_links_between_their_tokens() -> None:
    found = find_gold_alignment(CORPUS, make_record(SOURCE, TARGET, 1, 1), read(*SOURCE))
    assert found == Pair(SOURCE, TARGET[:-1], frozenset({(0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 3)}))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (SOURCE, (*TARGET[:3], "<eos>")),
        (SOURCE[:3], TARGET),
        (("a",), ("b", "<eos>")),
        (SOURCE, ("der Ka", "‧ter", "singt", "<eos>")),  # the same text, but not the words that the links count
    ],
)
def test_another_sentence_or_translation_has_none(source: tuple[str, ...], target: tuple[str, ...]) -> None:
    assert find_gold_alignment(CORPUS, make_record(source, target, 1, 1), read(*source)) is None


def test_the_grammar_links_its_own_sentences() -> None:
    corpus = replace(CORPUS, is_raw_text=False)
    record = make_record(("the", "cat", "sings"), ("le", "chat", "chante", "<eos>"), 1, 1)
    found = find_gold_alignment(corpus, record, read(*record.source))
    assert found is not None
    assert found.alignment == {(0, 0), (1, 1), (2, 2)}
