"""Tests of the streaming reader."""

import io
from typing import ClassVar

import pytest

from model.corpus.tsv import CorpusError
from model.corpus.tsv_line import Limits
from model.corpus.tsv_reader import read_lines


def test_a_long_line_is_never_in_memory_as_a_whole() -> None:
    class LongFile(io.BytesIO):
        sizes: ClassVar[list[int]] = []

        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            self.sizes.append(size)
            return super().readline(size)

    file = LongFile(b"a" * 3_000_000 + b"\n" + b"a dog\tun chien\n")
    with pytest.raises(CorpusError, match="Line 1: the line has 3,000,000 bytes"):
        tuple(read_lines(file, Limits()))
    assert 0 < min(file.sizes) <= max(file.sizes) <= 1 << 16


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_neither_its_end_nor_a_byte_order_mark_makes_a_line_too_long(bom: bytes, end: bytes) -> None:
    limits = Limits(line_bytes=20)
    assert len(tuple(read_lines(io.BytesIO(bom + b"a dog\t" + b"b" * 14 + end), limits))) == 1
    with pytest.raises(CorpusError, match="Line 1: the line has 21 bytes; the limit is 20"):
        tuple(read_lines(io.BytesIO(bom + b"a dog\t" + b"b" * 15 + end), limits))
