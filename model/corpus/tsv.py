"""TSV corpora: one pair per line, ``source<TAB>target``, and optionally a third column of Pharaoh links.

``model.corpus.tsv_line`` lists other separators that are read. The content is untrusted: a corpus is read completely,
or rejected with a message for each mistake. Words are separated by spaces; case and punctuation stay unchanged.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from model.corpus.corpus import Corpus
from model.corpus.pair import Pair, PairDataset, write_pharaoh
from model.corpus.split import Split, split_pairs
from model.corpus.tsv_line import HEADER, Limits
from model.corpus.tsv_reader import CorpusError, read_lines

LIMITS = Limits()  # of corpora in memory
FILE_LIMITS = Limits(n_bytes=sys.maxsize, n_pairs=sys.maxsize)  # of corpora whose training pairs stay in their file


@dataclass(frozen=True)
class TsvFile:
    """Pairs of a file that is read again at each iteration, so that they need no memory.

    Iterating raises OSError if the file cannot be read, and CorpusError if it is invalid.

    Attributes:
        path: file to read.
        limits: upper limits of the file.
        split: keep only its training pairs; None keeps all pairs.
    """

    path: Path
    limits: Limits = FILE_LIMITS
    split: Split | None = None

    def __iter__(self) -> Iterator[Pair]:
        """Iterate over the pairs, in the order of their lines."""
        with self.path.open("rb") as file:
            for pair in read_lines(file, self.limits):
                if self.split is None or self.split.is_training_pair(pair):
                    yield pair

    def __len__(self) -> int:
        return sum(1 for _ in self) if self.split is None else self.split.n_train


def read_tsv_file(path: Path, *, seed: int = 0, limits: Limits = FILE_LIMITS) -> Corpus:
    """Read a corpus from a file and name it after the file; its training pairs stay in the file.

    Raises:
        OSError: the file cannot be read.
        CorpusError: the file is invalid.
    """
    if path.stat().st_size > limits.n_bytes:
        raise CorpusError(_too_large(path.stat().st_size, limits))
    split = _split(TsvFile(path, limits), seed)
    training = TsvFile(path, limits, split)
    name = os.fsencode(path.stem).decode(errors="replace")  # Python keeps a byte that is not UTF-8 as half a character
    return Corpus(name, training, split.held_out, is_raw_text=True, n_excluded=split.n_excluded)


def read_tsv(data: bytes, name: str = "own corpus", *, seed: int = 0) -> Corpus:
    """Read a corpus and split it; equal seeds give equal splits.

    Raises:
        CorpusError: the text is invalid.
    """
    pairs = read_pairs(data)
    split = _split(pairs, seed)
    training = tuple(filter(split.is_training_pair, pairs))
    return Corpus(name, training, split.held_out, is_raw_text=True, n_excluded=split.n_excluded)


def read_pairs(data: bytes, *, limits: Limits = LIMITS) -> tuple[Pair, ...]:
    """Read all pairs of a text, in the order of its lines; lines without text and a header line are skipped.

    Args:
        data: UTF-8 with or without a byte order mark, lines ending in LF or CRLF.
        limits: upper limits of the text.

    Raises:
        CorpusError: the text is invalid.
    """
    if len(data) > limits.n_bytes:
        raise CorpusError(_too_large(len(data), limits))
    return tuple(read_lines(BytesIO(data), limits))


def write_tsv(pairs: Iterable[Pair]) -> Iterator[bytes]:
    """Yield a header and pairs as lines that ``read_pairs`` can read; pairs without links have two columns.

    The header keeps a first pair such as ``English`` and ``French`` from being read as one.
    """
    yield ("\t".join(HEADER) + "\n").encode()
    for pair in pairs:
        yield ("\t".join(_columns(pair)) + "\n").encode()


def _columns(pair: Pair) -> Iterator[str]:
    yield " ".join(pair.source)
    yield " ".join(pair.target)
    if pair.alignment:
        yield write_pharaoh(pair.alignment)


def _split(pairs: PairDataset, seed: int) -> Split:
    try:
        return split_pairs(pairs, seed)
    except CorpusError:
        raise
    except ValueError as error:
        raise CorpusError(str(error)) from None


def _too_large(n_bytes: int, limits: Limits) -> str:
    return f"The file has {n_bytes:,} bytes; the limit is {limits.n_bytes:,}."


__all__ = ["FILE_LIMITS", "LIMITS", "CorpusError", "TsvFile", "read_pairs", "read_tsv", "read_tsv_file", "write_tsv"]
