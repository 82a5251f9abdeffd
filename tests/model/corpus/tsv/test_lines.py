"""The lines of a TSV corpus: separators, header, words and links."""

import pytest

from model.corpus.tsv import read_pairs
from tests.model.corpus.tsv.texts import GOOD


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
