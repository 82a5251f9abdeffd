"""The rules tell which words are related, and only for sentences that they derive."""

import pytest

from model.corpus import Corpus
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.sentence import find_relations


def relate(sentence: str) -> set[tuple[Relation, str, str]]:
    words = sentence.split()
    return {(relation, words[dependent], words[head]) for relation, dependent, head in find_relations(words)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "the small cat does not see her black dog",
            {
                (Relation.DETERMINER, "the", "cat"),
                (Relation.ADJECTIVE, "small", "cat"),
                (Relation.SUBJECT, "cat", "does"),
                (Relation.NEGATION, "not", "see"),
                (Relation.DETERMINER, "her", "dog"),
                (Relation.ADJECTIVE, "black", "dog"),
            },
        ),
        (
            "our brother 's cat sleeps",
            {(Relation.DETERMINER, "our", "brother"), (Relation.SUBJECT, "cat", "sleeps")},
        ),
        ("where does the boy live", {(Relation.DETERMINER, "the", "boy"), (Relation.SUBJECT, "boy", "does")}),
        ("cats like fish", {(Relation.SUBJECT, "cats", "like")}),
        ("anna and paul sleep", set()),
    ],
)
def test_relations_of_a_sentence(sentence: str, expected: set[tuple[Relation, str, str]]) -> None:
    assert relate(sentence) == expected


@pytest.mark.parametrize(("adjective", "antecedent"), [("tired", "animal"), ("wide", "street")])
def test_a_pronoun_is_related_to_what_it_means(adjective: str, antecedent: str) -> None:
    sentence = f"the animal did not cross the street because it was too {adjective}"
    assert (Relation.ANTECEDENT, "it", antecedent) in relate(sentence)


@pytest.mark.parametrize("sentence", ["", "cat the", "zz zz zz", "the " * 100])
def test_other_sentences_have_no_relations(sentence: str) -> None:
    assert relate(sentence) == set()


def test_two_words_of_the_sentence_are_related(corpus: Corpus) -> None:
    for pair in corpus.held_out[:300]:
        for _, dependent, head in find_relations(pair.source):
            assert dependent != head
            assert 0 <= min(dependent, head) <= max(dependent, head) < len(pair.source)
