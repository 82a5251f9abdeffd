"""Invalid TSV corpora are rejected with messages that name the lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus.tsv import CorpusError, read_pairs
from model.corpus.tsv_line import Limits
from model.corpus.tsv_reader import MAX_INVALID_LINES
from tests.model.corpus.tsv.texts import BAD, GOOD


@pytest.mark.parametrize("name", BAD)
def test_an_invalid_file_is_rejected_with_a_message(name: str) -> None:
    data, reason = BAD[name]
    with pytest.raises(CorpusError, match=reason) as caught:
        read_pairs(data)
    assert len(str(caught.value)) < 200
    assert str(caught.value).endswith(".")


def test_limits_on_bytes_and_pairs_hold() -> None:
    with pytest.raises(CorpusError, match=rf"The file has {len(GOOD)} bytes; the limit is 20."):
        read_pairs(GOOD, limits=Limits(n_bytes=20))
    with pytest.raises(CorpusError, match=r"Line 2: there are more pairs than the limit of 1\."):
        read_pairs(GOOD, limits=Limits(n_pairs=1))


def test_one_mistake_is_one_sentence_with_the_numbers_of_its_lines() -> None:
    with pytest.raises(CorpusError, match=r"other mistake\.$") as caught:
        read_pairs(b"a\tb\nbad\nc\td\t9-9\nworse\nbad\n\nbad\n")
    separator, link = caught.value.problems
    assert separator.startswith("Lines 2, 4 to 5 and 7: no separator; ")
    assert link.startswith("Line 3: the link 9-9 is out of range: ")
    with pytest.raises(CorpusError) as caught:
        read_pairs(b"bad\n" * 10)
    assert [problem.partition(";")[0] for problem in caught.value.problems] == ["Lines 1 to 10: no separator"]
    with pytest.raises(CorpusError) as caught:
        read_pairs(b"bad\na\tb\n" * 20)
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["Lines 1, 3, 5, 7, 9 and 15 others"]


def test_reading_stops_after_many_invalid_lines() -> None:
    with pytest.raises(CorpusError, match=f"^Lines 1 to {MAX_INVALID_LINES}, at least: no separator") as caught:
        read_pairs(b"bad\n" * 200_000)
    assert len(caught.value.problems) == 1


@given(st.binary() | st.text(alphabet="ab-0123 \t\r\n\0é'’.").map(str.encode))
def test_any_bytes_give_pairs_or_an_error(data: bytes) -> None:
    try:
        pairs = read_pairs(data)
    except CorpusError:
        return
    for pair in pairs:
        assert pair.source
        assert pair.target
        assert all(i < len(pair.source) and j < len(pair.target) for i, j in pair.alignment)
