"""Pairs written as TSV are read as they were, and split so that no sentence is on both sides."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, toy_corpus
from model.corpus.tsv import CorpusError, read_pairs, read_tsv, write_tsv
from tests.model.corpus.tsv.texts import number_pairs


def test_a_round_trip_keeps_the_toy_corpus() -> None:
    toy = toy_corpus(train=400, held_out=20)
    assert read_pairs(b"".join(write_tsv(toy.train))) == toy.train


WORDS = st.lists(
    st.sampled_from(["The", "English", "|||", "l'homme", "est-ce", "chat!", ".", "👩‍👧", "3.14", "é"]),
    min_size=1,
    max_size=9,
)


@st.composite
def some_pairs(draw: st.DrawFn) -> list[Pair]:
    sides = draw(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=9))
    return [
        Pair(
            tuple(source),
            tuple(target),
            draw(st.frozensets(st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1)))),
        )
        for source, target in sides
    ]


@given(some_pairs())
def test_a_round_trip_keeps_pairs(pairs: list[Pair]) -> None:
    assert list(read_pairs(b"".join(write_tsv(pairs)))) == pairs


@given(some_pairs(), st.integers(0, 5))
def test_no_sentence_is_on_both_sides(pairs: list[Pair], seed: int) -> None:
    try:
        corpus = read_tsv(b"".join(write_tsv(pairs)), seed=seed)
    except CorpusError:
        return
    train, held_out = Counter(corpus.train), Counter(corpus.held_out)
    assert train
    assert held_out
    assert train + held_out <= Counter(pairs)
    for pair in Counter(pairs) - train - held_out:  # what is left out of both shares a sentence with what is held out
        assert any(pair.source == other.source or pair.target == other.target for other in corpus.held_out)
    for side in ("source", "target"):
        assert {getattr(p, side) for p in corpus.train}.isdisjoint(getattr(p, side) for p in corpus.held_out)


def test_a_tenth_is_held_out_and_the_seed_draws_it() -> None:
    first, same, other = read_tsv(number_pairs()), read_tsv(number_pairs()), read_tsv(number_pairs(), seed=1)
    assert len(first.held_out) == 30
    assert first == same
    assert first.digest == same.digest != other.digest
    assert replace(first, is_raw_text=False).digest != first.digest
