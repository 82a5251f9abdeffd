import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.pair import Pair, read_pair, read_pharaoh, write_pair, write_pharaoh

links = st.frozensets(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=30)


@given(links)
def test_reading_undoes_writing(alignment: frozenset[tuple[int, int]]) -> None:
    assert read_pharaoh(write_pharaoh(alignment)) == alignment


@given(links)
def test_reading_undoes_writing_of_pairs(alignment: frozenset[tuple[int, int]]) -> None:
    pair = Pair(("i", "see", "it"), ("je", "le", "vois"), alignment)
    assert read_pair(f"{write_pair(pair)}\n") == read_pair(write_pair(pair)) == pair


def test_links_are_written_in_ascending_order() -> None:
    assert write_pharaoh({(10, 0), (2, 1), (2, 0)}) == "2-0 2-1 10-0"


def test_spaces_and_empty_text_are_no_links() -> None:
    assert read_pharaoh("  0-0\t1-2 \n") == {(0, 0), (1, 2)}
    assert read_pharaoh("") == frozenset()


@pytest.mark.parametrize("piece", ["0", "0-", "-1", "a-1", "0-1-2", "0:1", "1.0-2", "²-0", "--"])
def test_a_broken_piece_is_named(piece: str) -> None:
    with pytest.raises(ValueError, match="alignment link") as error:
        read_pharaoh(f"0-0 {piece} 1-1")
    assert repr(piece) in str(error.value)
