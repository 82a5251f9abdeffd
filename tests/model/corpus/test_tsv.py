"""Corpora that people bring: read whole, or refused in a sentence that names the line."""

import io
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Pair, toy_corpus
from model.corpus.statistics import CorpusFacts
from model.corpus.tsv import CorpusError, TsvFile, read_pairs, read_tsv, read_tsv_file, write_tsv
from model.corpus.tsv_line import Limits
from model.corpus.tsv_lines import MAX_PROBLEMS, read_lines
from model.data.vocabulary import Vocabulary

GOOD = b"the cat\tle chat\t0-0 1-1\na dog\tun chien\n"


def workbook() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return buffer.getvalue()


BAD = {
    "empty": (b"", "The file is empty"),
    "blank lines alone": (b"\n\r\n  \n", "all its lines are empty"),
    "a spreadsheet": (workbook(), "a spreadsheet or a zip archive"),
    "an old spreadsheet": (b"\xd0\xcf\x11\xe0" + bytes(512), "an old spreadsheet"),
    "UTF-16": ("the\tle\n".encode("utf-16"), "text in UTF-16"),
    "zeros": (bytes(1_000_000), "Line 1: it holds a zero byte"),
    "a zero later": (GOOD + b"a\tb\0\n", "Line 3: it holds a zero byte"),
    "Latin-1": (GOOD + "the boy\tle garçon\n".encode("latin-1"), r"Line 3: byte 15 \(0xe7\) is not UTF-8"),
    "no tab": (GOOD + b"the cat le chat\n", "Line 3: no tab; source, a tab and target were expected"),
    "an extra tab": (b"the\tle\t0-0\tnote\n", "Line 1: 3 tabs"),
    "an empty source": (GOOD + b"\tle chat\n", "Line 3: the source is empty"),
    "an empty target": (GOOD + b"the cat\t \n", "Line 3: the target is empty"),
    "an invisible target": (GOOD + "the cat\t\u200b\n".encode(), "Line 3: the target is empty"),
    "tabs alone": (GOOD + b"\t\n", "Line 3: the source is empty"),
    "a target out of range": (
        b"a b\tc\t0-0 1-1\n",
        "link 1-1 is out of range: the target has words 0 to 0",
    ),
    "a source out of range": (b"a b\tc\t2-0\n", "Line 1: the link 2-0 is out of range: the source has words 0 to 1"),
    "a malformed link": (b"a b\tc\t0:0\n", "Line 1: '0:0' is not an alignment link"),
    "a negative link": (b"a b\tc\t-1-0\n", "Line 1: '-1-0' is not an alignment link"),
    "a long link": (b"a b\tc\t" + b"9" * 9000 + b"-0\n", "Line 1: the alignment holds something else"),
    "a long line": (GOOD + b"a" * 1_000_000 + b"\tb\n", "Line 3: the line has 1,000,002 bytes; up to 10,000 are read"),
    "many words": (GOOD + b"a " * 101 + b"\tb\n", "Line 3: the source has 101 words; up to 100 are read"),
    "many letters": (GOOD + b"b\t" + b"a" * 1001 + b"\n", "Line 3: the target has 1,001 characters; up to 1,000 are"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_refused_in_a_sentence(name: str) -> None:
    data, reason = BAD[name]
    with pytest.raises(CorpusError, match=reason) as caught:
        read_pairs(data)
    assert len(str(caught.value)) < 200
    assert str(caught.value).endswith(".")


def test_limits_on_bytes_and_pairs_hold() -> None:
    with pytest.raises(CorpusError, match=rf"The file has {len(GOOD)} bytes; up to 20 are read."):
        read_pairs(GOOD, limits=Limits(n_bytes=20))
    with pytest.raises(CorpusError, match="Line 2: there are more than 1 pairs"):
        read_pairs(GOOD, limits=Limits(n_pairs=1))


def test_all_bad_lines_are_told_up_to_a_number() -> None:
    with pytest.raises(CorpusError, match=r"Line 2: no tab.*Another line has a problem too\.") as caught:
        read_pairs(b"a\tb\nbad\nc\td\nworse\n")
    assert [problem[:7] for problem in caught.value.problems] == ["Line 2:", "Line 4:"]
    with pytest.raises(CorpusError) as caught:
        read_pairs(b"bad\n" * 1000)
    assert len(caught.value.problems) == MAX_PROBLEMS


def test_one_pair_cannot_be_split() -> None:
    with pytest.raises(CorpusError, match="one pair only: it cannot be both learned and held out"):
        read_tsv(b"the cat\tle chat\n")


def test_pairs_that_all_share_sentences_cannot_be_split() -> None:
    with pytest.raises(CorpusError, match="The 3 pairs share sentences, so that none is left to learn from"):
        read_tsv(b"yes\toui\nyes\tsi\nyes\tsi\n")


def test_what_shares_no_sentence_is_held_out_first() -> None:
    shared = "".join(f"word {n}\toui\nyes\tmot {n}\n" for n in range(15))
    corpus = read_tsv(f"{shared}alone\tseul\nsolo\tseule\n".encode())
    assert {pair.source for pair in corpus.held_out[:2]} == {("alone",), ("solo",)}


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_byte_order_mark_and_line_ends_do_not_matter(start: bytes, end: bytes) -> None:
    assert read_pairs(start + GOOD.replace(b"\n", end)) == read_pairs(GOOD.rstrip())


def test_text_stays_as_it_is_written() -> None:
    (pair,) = read_pairs('L’Homme n\'a  pas dit «\u00a0Oui\u00a0»!\tHe said "Yes".\n'.encode())
    assert pair.source == ("L’Homme", "n'a", "pas", "dit", "«", "Oui", "»!")
    assert pair.target == ("He", "said", '"Yes".')


def test_links_count_what_stands_between_plain_blanks_as_aligners_do() -> None:
    (pair,) = read_pairs("«\u00a0Oui\u00a0» dit-il\t“Yes” he said\t0-0 1-1 1-2\n".encode())
    assert pair.source == ("«", "Oui", "»", "dit-il")
    assert pair.alignment == {(0, 0), (1, 0), (2, 0), (3, 1), (3, 2)}


def test_the_toy_corpus_goes_there_and_back() -> None:
    toy = toy_corpus(train=400, held_out=20)
    assert read_pairs(b"".join(write_tsv(toy.train))) == toy.train


WORDS = st.lists(
    st.sampled_from(["The", "l'homme", "est-ce", "chat!", ".", "👩‍👧", "3.14", "é"]), min_size=1, max_size=9
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
def test_there_and_back(pairs: list[Pair]) -> None:
    assert list(read_pairs(b"".join(write_tsv(pairs)))) == pairs


@given(st.binary() | st.text(alphabet="ab-0123 \t\r\n\0é'’.").map(str.encode))
def test_any_bytes_give_pairs_or_a_sentence(data: bytes) -> None:
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
    assert replace(first, is_written=False).digest != first.digest


def test_a_file_gives_its_name(tmp_path: Path) -> None:
    path = tmp_path / "dogs.tsv"
    path.write_bytes(own())
    corpus, expected = read_tsv_file(path), read_tsv(own())
    assert (corpus.name, corpus.held_out, corpus.is_written) == ("dogs", expected.held_out, True)
    assert tuple(corpus.train) == expected.train
    assert len(corpus.train) == len(expected.train)
    assert corpus.digest == expected.digest
    with pytest.raises(CorpusError, match=f"The file has {path.stat().st_size:,} bytes"):
        read_tsv_file(path, limits=Limits(n_bytes=100))
    with pytest.raises(FileNotFoundError):
        read_tsv_file(tmp_path / "none.tsv")


def test_the_facts_are_counted() -> None:
    facts = CorpusFacts.of(read_tsv(own()))
    assert (facts.n_pairs, facts.n_train, facts.n_held_out, facts.n_aligned) == (300, 270, 30, 0)
    assert (facts.source.n_distinct, facts.source.longest, facts.source.n_words) == (302, 3, 900)
    assert facts.source.unseen == pytest.approx(1 / 3)
    assert facts.target.unseen == pytest.approx(1 / 5)


def test_a_vocabulary_keeps_the_most_frequent_words() -> None:
    sentences = [["a", "b", "c"], ["a", "b"], ["a", "c"], ["c"]]
    assert Vocabulary.of(sentences, max_words=2).words == ("a", "c")


def test_a_file_is_read_anew_each_time_and_refused_as_text_is(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_bytes(GOOD)
    assert tuple(TsvFile(path)) == tuple(TsvFile(path)) == read_pairs(GOOD)
    assert len(TsvFile(path)) == 2
    for name in ("no tab", "zeros", "a long line", "empty", "a spreadsheet", "blank lines alone", "Latin-1"):
        data, reason = BAD[name]
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=reason):
            read_tsv_file(path)
    path.write_bytes(b"the cat\tle chat\n")
    with pytest.raises(CorpusError, match="one pair only"):
        read_tsv_file(path)


def test_a_long_line_is_never_held_whole() -> None:
    class Endless(io.BytesIO):
        asked: ClassVar[list[int]] = []

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            self.asked.append(size)
            return super().readline(size)

    file = Endless(b"a" * 3_000_000 + b"\n" + GOOD)
    with pytest.raises(CorpusError, match="Line 1: the line has 3,000,000 bytes"):
        tuple(read_lines(file, Limits()))
    assert 0 < min(file.asked) <= max(file.asked) <= 1 << 16
