"""A beginning of a pair holds the target words that the source words so far determine, and no others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, parse
from model.corpus.beginnings import begin_pair, count_target_words


@st.composite
def pairs(draw: st.DrawFn, least_links: int = 1) -> Pair:
    n_source, n_target = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    link = st.tuples(st.integers(0, n_source - 1), st.integers(0, n_target - 1))
    words = tuple(f"s{i}" for i in range(n_source)), tuple(f"t{i}" for i in range(n_target))
    return Pair(*words, draw(st.frozensets(link, min_size=least_links, max_size=14 * least_links)))


@given(pairs(), st.data())
def test_a_beginning_is_the_longest_that_links_to_nothing_beyond(pair: Pair, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(pair.source)))
    begun = begin_pair(pair, n)
    assert begun.source == pair.source[:n]
    assert begun.target == pair.target[: len(begun.target)]
    beyond = {target for source, target in pair.alignment if source >= n}
    assert beyond.isdisjoint(range(len(begun.target)))
    assert len(begun.target) == len(pair.target) or len(begun.target) in beyond
    assert begun.alignment == {(s, t) for s, t in pair.alignment if s < n and t < len(begun.target)}


@given(pairs())
def test_all_of_the_source_gives_the_pair_itself(pair: Pair) -> None:
    assert begin_pair(pair, len(pair.source)) == pair


@given(pairs())
def test_more_source_never_gives_less_target(pair: Pair) -> None:
    assert sorted(count_target_words(pair)) == count_target_words(pair)


@given(pairs(least_links=0))
def test_without_links_the_target_is_in_proportion_to_the_source(pair: Pair) -> None:
    for n in range(1, len(pair.source) + 1):
        target = begin_pair(pair, n).target
        assert len(target) * len(pair.source) <= n * len(pair.target) < (len(target) + 1) * len(pair.source)


def test_an_adjective_waits_for_its_noun() -> None:
    pair = parse(("the", "black", "cat", "sleeps"))
    assert pair is not None
    assert pair.target == ("le", "chat", "noir", "dort")
    assert [begin_pair(pair, n).target for n in range(1, 4)] == [("le",), ("le",), ("le", "chat", "noir")]


@pytest.mark.parametrize("n", [-1, 0, 3])
def test_a_beginning_of_no_words_or_too_many_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"2 words has no beginning of {n}"):
        begin_pair(Pair(("a", "b"), ("c",), frozenset()), n)
