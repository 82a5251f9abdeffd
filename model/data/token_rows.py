"""Rows of token ids of any length in one flat array, on disk if they are many.

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

_IN_MEMORY = 200_000  # numbers held in memory; the system caches the parts of the file that are read


class TokenRows:
    """Immutable rows of token ids; a batch of them is padded on request."""

    def __init__(self, ids: NDArray[np.int32], ends: NDArray[np.int64]) -> None:
        """Store the ids of all rows in order, and the row boundaries: 0, then the end of each row; no row is empty."""
        self._ids, self._ends = ids, ends

    def __len__(self) -> int:
        return len(self._ends) - 1

    def lengths(self, indices: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return the lengths of the rows at these indices."""
        at = indices.numpy()
        return torch.from_numpy(self._ends[at + 1] - self._ends[at])

    def at(self, indices: Int[Tensor, "B"], columns: Int[Tensor, "B"]) -> Int[Tensor, "B"]:
        """Return one number of each row at these indices; the columns lie within the rows."""
        return torch.from_numpy(self._ids[self._ends[indices.numpy()] + columns.numpy()].astype(np.int64))

    def padded(self, indices: Int[Tensor, "B"], lengths: Int[Tensor, "B"] | None = None) -> Int[Tensor, "B longest"]:
        """Return the rows at these indices, or their beginnings of these lengths, padded to the longest of them."""
        lengths = self.lengths(indices) if lengths is None else lengths
        starts = self._ends[indices.numpy()][:, None]
        ends = starts + lengths.numpy()[:, None]
        places = starts + np.arange(int(lengths.max()))  # beyond a row's end: its last id
        ids = self._ids[np.minimum(places, ends - 1)]
        return torch.from_numpy(np.where(places < ends, ids, PAD_ID).astype(np.int64))


class RowWriter:
    """A builder of rows, one row at a time."""

    def __init__(self, in_memory: int = _IN_MEMORY) -> None:
        """Hold at most ``in_memory`` ids, and as many ends of rows, in memory."""
        self._ids, self._ends = _SpillingArray("i", in_memory), _SpillingArray("q", in_memory)
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

    def rows(self) -> TokenRows:
        """Return all rows; nothing may be appended afterwards."""
        return TokenRows(self._ids.to_numpy(), self._ends.to_numpy())


class _SpillingArray:
    """Numbers that spill to an anonymous temporary file above a size limit."""

    def __init__(self, kind: str, in_memory: int) -> None:
        self._kind, self._in_memory = kind, in_memory
        self._buffer = array(kind)
        self._file: IO[bytes] | None = None

    def extend(self, numbers: Sequence[int]) -> None:
        self._buffer.extend(numbers)
        if len(self._buffer) >= self._in_memory:
            self._flush()

    def to_numpy(self) -> NDArray[Any]:
        if self._file is None:
            return np.frombuffer(self._buffer, dtype=self._kind)
        self._flush()
        with self._file:  # the memory map keeps it open
            return np.memmap(self._file, dtype=self._kind, mode="r")

    def _flush(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the rows)
        self._buffer.tofile(self._file)
        self._file.flush()
        self._buffer = array(self._kind)
