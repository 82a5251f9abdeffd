"""Tests of TSV corpora: read completely, or rejected with a message that names the line."""

import io
import os
import sys
import tracemalloc
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.tsv import CorpusError, TsvFile, read_pairs, read_tsv, read_tsv_file, write_tsv
from model.corpus.tsv_line import Limits
from model.corpus.tsv_reader import MAX_INVALID_LINES

GOOD = b"the cat\tle chat\t0-0 1-1\na dog\tun chien\n"


def workbook() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return buffer.getvalue()


BAD = {
    "empty": (b"", "The file is empty"),
    "blank lines alone": (b"\n\r\n  \n", "all lines are empty"),
    "a spreadsheet": (workbook(), "a spreadsheet or a zip archive"),
    "an old spreadsheet": (b"\xd0\xcf\x11\xe0" + bytes(512), "an old spreadsheet"),
    "UTF-16": ("the\tle\n".encode("utf-16"), "text in UTF-16"),
    "zeros": (bytes(1_000_000), "Line 1: it contains a zero byte"),
    "a zero later": (GOOD + b"a\tb\0\n", "Line 3: it contains a zero byte"),
    "Latin-1": (GOOD + "the boy\tle garçon\n".encode("latin-1"), r"Line 3: byte 15 \(0xe7\) is not UTF-8"),
    "no separator": (GOOD + b"the cat le chat\n", r"Line 3: no separator; expected a tab, \|\|\| or two spaces"),
    "an extra column": (b"the\tle\t0-0\tnote\n", "Line 1: 4 columns; expected source, target and"),
    "a tab beside two spaces": (b"the cat  le chat\t\n", "Line 1: the target is empty"),
    "a third sentence": (b"Hello.  How are you?  Bonjour.\n", "Line 1: 'Bonjour.' is not an alignment link"),
    "an empty source": (GOOD + b"\tle chat\n", "Line 3: the source is empty"),
    "an empty target": (GOOD + b"the cat\t \n", "Line 3: the target is empty"),
    "an invisible target": (GOOD + "the cat\t\u200b\n".encode(), "Line 3: the target is empty"),
    "a header alone": (b"English\tFrench\n", "There are no pairs"),
    "a target out of range": (
        b"a b\tc\t0-0 1-1\n",
        "link 1-1 is out of range: the target has words 0 to 0",
    ),
    "a source out of range": (b"a b\tc\t2-0\n", "Line 1: the link 2-0 is out of range: the source has words 0 to 1"),
    "a malformed link": (b"a b\tc\t0:0\n", "Line 1: '0:0' is not an alignment link"),
    "a negative link": (b"a b\tc\t-1-0\n", "Line 1: '-1-0' is not an alignment link"),
    "a long link": (b"a b\tc\t" + b"9" * 9000 + b"-0\n", "Line 1: the alignment contains more"),
    "a long line": (GOOD + b"a" * 1_000_000 + b"\tb\n", "Line 3: the line has 1,000,002 bytes; the limit is 10,000"),
    "many words": (GOOD + b"a " * 101 + b"\tb\n", "Line 3: the source has 101 words; the limit is 100"),
    "many letters": (
        GOOD + b"b\t" + b"a" * 1001 + b"\n",
        "Line 3: the target has 1,001 characters; the limit is 1,000",
    ),
}


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


@pytest.mark.parametrize("separator", ["  ", "     ", "|||", " ||| ", "  |||", "\t", " \t "])
def test_any_separator_reads_as_a_tab_does(separator: str) -> None:
    lines = [["The cat.", "Le chat."], ["a dog", "un chien", "0-0 1-1"]]
    data = "\n".join(separator.join(columns) for columns in lines)
    assert read_pairs(data.encode()) == read_pairs(data.replace(separator, "\t").encode())
    assert [len(pair.alignment) for pair in read_pairs(data.encode())] == [0, 2]


def test_a_line_has_one_kind_of_separator() -> None:
    tabs, bars = read_pairs(b"a  b ||| c\td\na  b ||| c\n")
    assert (tabs.source, tabs.target) == (("a", "b", "|||", "c"), ("d",))
    assert (bars.source, bars.target) == (("a", "b"), ("c",))


def test_what_spreadsheets_add_is_not_read() -> None:
    data = "English\tFrançais\t\r\nthe cat\tle chat\t\t\r\n\t\t\r\na dog\tun chien\t0-0\t\r\n".encode()
    assert read_pairs(data) == read_pairs(b"the cat\tle chat\na dog\tun chien\t0-0\n")


@pytest.mark.parametrize("header", ["source\ttarget\talignment", "English  French", "en ||| fr", "SRC\tTGT"])
def test_a_header_is_skipped_on_the_first_line_alone(header: str) -> None:
    assert read_pairs(f"\n{header}\n".encode() + GOOD) == read_pairs(GOOD)
    assert len(read_pairs(GOOD + b"English\tFrench\n")) == 3


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_byte_order_mark_and_line_ends_do_not_matter(start: bytes, end: bytes) -> None:
    assert read_pairs(start + GOOD.replace(b"\n", end)) == read_pairs(GOOD.rstrip())


def test_case_and_punctuation_stay_unchanged() -> None:
    (pair,) = read_pairs('L’Homme n\'a  pas dit «\u00a0Oui\u00a0»!\tHe said "Yes".\n'.encode())
    assert pair.source == ("L’Homme", "n'a", "pas", "dit", "«", "Oui", "»!")
    assert pair.target == ("He", "said", '"Yes".')


def test_links_count_chunks_between_plain_blanks_as_aligners_do() -> None:
    (pair,) = read_pairs("«\u00a0Oui\u00a0» dit-il\t“Yes” he said\t0-0 1-1 1-2\n".encode())
    assert pair.source == ("«", "Oui", "»", "dit-il")
    assert pair.alignment == {(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)}


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


def own(n: int = 300) -> bytes:
    return "".join(f"Number {i} barks!\tLe numéro {i} aboie !\n" for i in range(n)).encode()


def test_a_tenth_is_held_out_and_the_seed_draws_it() -> None:
    first, same, other = read_tsv(own()), read_tsv(own()), read_tsv(own(), seed=1)
    assert len(first.held_out) == 30
    assert first == same
    assert first.digest == same.digest != other.digest
    assert replace(first, is_raw_text=False).digest != first.digest


def test_a_corpus_has_the_name_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "dogs.tsv"
    path.write_bytes(own())
    corpus, expected = read_tsv_file(path), read_tsv(own())
    assert (corpus.name, corpus.held_out, corpus.is_raw_text) == ("dogs", expected.held_out, True)
    assert tuple(corpus.train) == expected.train
    assert len(corpus.train) == len(expected.train)
    assert corpus.digest == expected.digest
    with pytest.raises(CorpusError, match=f"The file has {path.stat().st_size:,} bytes"):
        read_tsv_file(path, limits=Limits(n_bytes=100))
    with pytest.raises(FileNotFoundError):
        read_tsv_file(tmp_path / "none.tsv")


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no such file names")
def test_a_file_name_that_is_not_utf8_gives_a_name_that_is(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"d\xffgs.tsv")
    path.write_bytes(own())
    assert read_tsv_file(path).name == "d\ufffdgs"


def test_a_file_is_read_again_at_each_iteration_and_validated(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(GOOD)
    assert tuple(TsvFile(path)) == tuple(TsvFile(path)) == read_pairs(GOOD)
    assert len(TsvFile(path)) == 2
    for name in ("no separator", "zeros", "a long line", "empty", "a spreadsheet", "blank lines alone", "Latin-1"):
        data, reason = BAD[name]
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=reason):
            read_tsv_file(path)
    path.write_bytes(b"the cat\tle chat\n")
    with pytest.raises(CorpusError, match="only one pair"):
        read_tsv_file(path)


def test_many_pairs_of_a_file_need_no_more_memory_than_few(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(own(5_000))
    split = read_tsv_file(path).train.split
    for pairs in (TsvFile(path), TsvFile(path, split=split)):
        tracemalloc.start()
        try:
            assert sum(1 for _ in pairs) > 4_000
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 100_000  # bytes; the file has 200,000, its pairs take millions


def test_a_corpus_in_a_file_is_read_once_for_what_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("a cat\tun chat\t0-0 1-1\n", "utf-8")
    corpus = Corpus("own", TsvFile(path), (), is_raw_text=True)
    assert not corpus.accepts_beginning(["a", "dog"])
    assert corpus.find_pair(["a", "cat"])
    path.unlink()
    assert not corpus.accepts_beginning(["a", "dog"])
    assert corpus.accepts_beginning(["a", "cat"])


@pytest.mark.parametrize("content", [None, "no separator\n"])
def test_a_corpus_whose_file_cannot_be_read_accepts_what_is_typed(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "pairs.tsv"
    if content is not None:
        path.write_text(content, "utf-8")
    corpus = Corpus("own", TsvFile(path), (), is_raw_text=True)
    assert corpus.accepts_beginning(["a", "cat"])
    assert corpus.find_pair(["a", "cat"]) is None
