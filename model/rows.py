"""Rows of token ids, one after the other: short ones waste nothing on long ones, and many wait on disk.

Shapes: N rows, B batch.
"""

import tempfile
from array import array
from collections.abc import Sequence
from typing import IO

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor

from model.vocabulary import PAD_ID

_IN_MEMORY = 1_000_000  # ids that are held at once; the system keeps in memory what is used of the others


class Rows:
    """Rows that never change; a batch of them is padded when it is asked for."""

    def __init__(self, ids: NDArray[np.int32], lengths: NDArray[np.int32]) -> None:
        """Take over ids, one row after the other, and how long each row is, at least one id."""
        self.lengths = torch.from_numpy(lengths)  # (N,)
        self._ids = ids
        self._starts = np.cumsum(lengths, dtype=np.int64) - lengths

    def __len__(self) -> int:
        return len(self.lengths)

    def padded(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B longest"]:
        """The rows at these indices, no wider than the longest of them, filled up with padding."""
        lengths = self.lengths[indices].numpy()[:, None]
        places = np.arange(lengths.max())  # in a row; those beyond its end read its last id
        ids = self._ids[self._starts[indices.numpy()][:, None] + np.minimum(places, lengths - 1)]
        return torch.from_numpy(np.where(places < lengths, ids, PAD_ID).astype(np.int64))


class RowWriter:
    """Takes rows one by one; when they are many, they go to a file without a name that ends with them."""

    def __init__(self, in_memory: int = _IN_MEMORY) -> None:
        """Hold no more than so many ids in memory."""
        self._in_memory = in_memory
        self._ids, self._lengths = array("i"), array("i")
        self._file: IO[bytes] | None = None

    def append(self, row: Sequence[int]) -> None:
        """Add a row.

        Raises:
            OSError: the disk is full.
        """
        self._ids.extend(row)
        self._lengths.append(len(row))
        if len(self._ids) >= self._in_memory:
            self._flush()

    def rows(self) -> Rows:
        """All rows; nothing is appended after this."""
        lengths = np.frombuffer(self._lengths, dtype=np.int32)
        if self._file is None:
            return Rows(np.frombuffer(self._ids, dtype=np.int32), lengths)
        self._flush()
        with self._file:  # the map keeps it
            return Rows(np.memmap(self._file, dtype=np.int32, mode="r+"), lengths)

    def _flush(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the rows)
        self._ids.tofile(self._file)
        self._file.flush()
        self._ids = array("i")
