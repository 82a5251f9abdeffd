"""Rows of token ids, one after the other: short ones waste nothing on long ones, and many wait on disk.

Shapes: N rows, B batch.
"""

import tempfile
from array import array
from collections.abc import Sequence
from typing import IO, Any

import numpy as np
import torch
from jaxtyping import Int
from numpy.typing import NDArray
from torch import Tensor

from model.data.vocabulary import PAD_ID

_IN_MEMORY = 200_000  # numbers that are held at once; the system keeps in memory what is used of the others


class Rows:
    """Rows that never change; a batch of them is padded when it is asked for."""

    def __init__(self, ids: NDArray[np.int32], ends: NDArray[np.int64]) -> None:
        """Take over ids, one row after the other, and where they end: 0, and then for each row, of at least one id."""
        self._ids, self._ends = ids, ends

    def __len__(self) -> int:
        return len(self._ends) - 1

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """How many ids the rows at these indices have."""
        at = indices.numpy()
        return torch.from_numpy(self._ends[at + 1] - self._ends[at])

    def padded(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B longest"]:
        """The rows at these indices, no wider than the longest of them, filled up with padding."""
        starts, ends = self._ends[indices.numpy()][:, None], self._ends[indices.numpy() + 1][:, None]
        places = starts + np.arange((ends - starts).max())  # those beyond a row's end read its last id
        ids = self._ids[np.minimum(places, ends - 1)]
        return torch.from_numpy(np.where(places < ends, ids, PAD_ID).astype(np.int64))


class RowWriter:
    """Takes rows one by one."""

    def __init__(self, in_memory: int = _IN_MEMORY) -> None:
        """Hold no more than so many ids, and places where rows end, in memory."""
        self._ids, self._ends = _Numbers("i", in_memory), _Numbers("q", in_memory)
        self._end = 0
        self._ends.extend([0])

    def append(self, row: Sequence[int]) -> None:
        """Add a row.

        Raises:
            OSError: the disk is full.
        """
        self._end += len(row)
        self._ids.extend(row)
        self._ends.extend([self._end])

    def rows(self) -> Rows:
        """All rows; nothing is appended after this."""
        return Rows(self._ids.whole(), self._ends.whole())


class _Numbers:
    """Numbers that go, when they are many, to a file without a name that ends with them."""

    def __init__(self, kind: str, in_memory: int) -> None:
        self._kind, self._in_memory = kind, in_memory
        self._held = array(kind)
        self._file: IO[bytes] | None = None

    def extend(self, numbers: Sequence[int]) -> None:
        self._held.extend(numbers)
        if len(self._held) >= self._in_memory:
            self._flush()

    def whole(self) -> NDArray[Any]:
        if self._file is None:
            return np.frombuffer(self._held, dtype=self._kind)
        self._flush()
        with self._file:  # the map keeps it
            return np.memmap(self._file, dtype=self._kind, mode="r")

    def _flush(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the rows)
        self._held.tofile(self._file)
        self._file.flush()
        self._held = array(self._kind)
