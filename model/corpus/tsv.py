"""Parallel corpora as text: a pair a line, ``source<TAB>target``, and a third column of Pharaoh links if there is one.

What a person brings is believed nothing: each problem is a sentence that names its line, and a corpus is read whole or
not at all. Text stays as it is written, case and punctuation included; a word is what stands between blanks.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from model.corpus.corpus import Corpus
from model.corpus.pair import Pair, Pairs, write_pharaoh
from model.corpus.split import Split, hold_out
from model.corpus.tsv_line import Limits
from model.corpus.tsv_lines import CorpusError, read_lines

LIMITS = Limits()  # of what is held in memory
FILE_LIMITS = Limits(n_bytes=sys.maxsize, n_pairs=sys.maxsize)  # of what stays in its file


@dataclass(frozen=True)
class TsvFile:
    """The pairs of a file, read anew each time they are passed over, so that they need no memory.

    Passing over them raises OSError where the file cannot be read, and CorpusError for what is wrong with it.
    """

    path: Path
    limits: Limits = FILE_LIMITS
    split: Split | None = None  # which of them are meant; None: all

    def __iter__(self) -> Iterator[Pair]:
        """The pairs, in the order of their lines."""
        with self.path.open("rb") as file:
            for pair in read_lines(file, self.limits):
                if self.split is None or self.split.trains_on(pair):
                    yield pair

    def __len__(self) -> int:
        return sum(1 for _ in self) if self.split is None else self.split.n_train


def read_tsv_file(path: Path, *, seed: int = 0, limits: Limits = FILE_LIMITS) -> Corpus:
    """Read a corpus from a file, named as the file is; the pairs to train on stay in the file.

    Raises:
        OSError: the file cannot be read.
        CorpusError: what is wrong with it.
    """
    if path.stat().st_size > limits.n_bytes:
        raise CorpusError(_too_large(path.stat().st_size, limits))
    split = _hold_out(TsvFile(path, limits), seed)
    return Corpus(path.stem, TsvFile(path, limits, split), split.held_out, is_written=True)


def read_tsv(data: bytes, name: str = "own corpus", *, seed: int = 0, limits: Limits = LIMITS) -> Corpus:
    """Read a corpus and split it into pairs to train on and pairs held out, the same split for the same seed.

    Raises:
        CorpusError: what is wrong with it.
    """
    pairs = read_pairs(data, limits=limits)
    split = _hold_out(pairs, seed)
    return Corpus(name, tuple(filter(split.trains_on, pairs)), split.held_out, is_written=True)


def read_pairs(data: bytes, *, limits: Limits = LIMITS) -> tuple[Pair, ...]:
    """All pairs of a text, in the order of its lines; empty lines are passed over.

    Args:
        data: UTF-8 with or without a byte order mark, lines ending in LF or CRLF.
        limits: how much is read.

    Raises:
        CorpusError: what is wrong with it.
    """
    if len(data) > limits.n_bytes:
        raise CorpusError(_too_large(len(data), limits))
    return tuple(read_lines(BytesIO(data), limits))


def write_tsv(pairs: Iterable[Pair]) -> Iterator[bytes]:
    """Pairs as lines that ``read_pairs`` reads back; pairs without links have two columns."""
    for pair in pairs:
        yield ("\t".join(_columns(pair)) + "\n").encode()


def _columns(pair: Pair) -> Iterator[str]:
    yield " ".join(pair.source)
    yield " ".join(pair.target)
    if pair.alignment:
        yield write_pharaoh(pair.alignment)


def _hold_out(pairs: Pairs, seed: int) -> Split:
    try:
        return hold_out(pairs, seed)
    except CorpusError:
        raise
    except ValueError as error:
        raise CorpusError(str(error)) from None


def _too_large(n_bytes: int, limits: Limits) -> str:
    return f"The file has {n_bytes:,} bytes; up to {limits.n_bytes:,} are read."


__all__ = ["FILE_LIMITS", "LIMITS", "CorpusError", "TsvFile", "read_pairs", "read_tsv", "read_tsv_file", "write_tsv"]
