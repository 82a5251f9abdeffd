"""Matrices as files: CSV, where a line ``# Q`` begins the matrix Q, and NumPy's NPZ."""

import io
import math
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Mapping

import numpy as np

from model.lab.attention_inputs import MAX_SIDE, PROJECTED, Matrix, checked_set

Check = Callable[[Mapping[str, object]], dict[str, Matrix]]

# What an archive, what packs it, and the header of an array raise when they are damaged, or made to be.
_DAMAGED = (
    zipfile.BadZipFile, zlib.error, tokenize.TokenError, EOFError, KeyError, MemoryError,
    NotImplementedError, OSError, OverflowError, RuntimeError, SyntaxError, TypeError, ValueError,
)  # fmt: skip
MAX_BYTES = 2_000_000  # eleven matrices of 64 × 64, written out, with room to spare


def to_csv(matrices: Mapping[str, Matrix]) -> bytes:
    """All matrices, one below the other, every digit kept."""
    lines = []
    for name, values in matrices.items():
        lines.append(f"# {name}")
        lines += [",".join(repr(number) for number in row) for row in values.tolist()]
    return ("\n".join(lines) + "\n").encode()


def to_npz(matrices: Mapping[str, Matrix]) -> bytes:
    """All matrices by name."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **dict(matrices))
    return buffer.getvalue()


def from_file(name: str, data: bytes, check: Check = checked_set) -> dict[str, Matrix]:
    """Read what somebody uploaded, and check it: for one attention, or for what else a page works on.

    Raises:
        ValueError: a sentence that says what is wrong with it.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"The file has {len(data):,} bytes; up to {MAX_BYTES:,} are read.")
    return check(_from_npz(data) if name.lower().endswith(".npz") else _from_csv(data))


def _from_csv(data: bytes) -> dict[str, object]:
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("The file is not text: a CSV file in UTF-8 was expected.") from None
    matrices: dict[str, list[list[str]]] = {}
    rows: list[list[str]] | None = None
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            rows = matrices.setdefault(line.lstrip("# ").rstrip(" ,"), [])
        elif line.strip(" ,"):
            if rows is None:
                raise ValueError("The first line must name its matrix, as in: # Q")
            if len(rows) >= MAX_SIDE:
                raise ValueError(f"Line {number}: a matrix has up to {MAX_SIDE} rows.")
            rows.append(line.split(","))
    return dict(matrices)


class _NotReadError(ValueError):
    """Arrays that are whole, and yet of no use here; the message says why, in one sentence."""


def _from_npz(data: bytes) -> dict[str, object]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > len(PROJECTED):
                raise _NotReadError(f"The file holds {len(members)} arrays; up to {len(PROJECTED)} are read.")
            return {member.filename.removesuffix(".npy"): _array(archive, member) for member in members}
    except _NotReadError:
        raise
    except _DAMAGED:
        raise ValueError("The file is not an NPZ archive of plain arrays.") from None


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> object:
    """One array, no larger than it may be: no more is unpacked, and what its header promises is checked first."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _NotReadError("The file is packed in a way that NumPy does not use.")
    with archive.open(member) as packed:
        content = packed.read(MAX_BYTES + 1)  # whatever size the archive says it is
    if len(content) > MAX_BYTES:
        raise _NotReadError(f"{member.filename[:20]} is larger than any matrix that is read here.")
    header = io.BytesIO(content)
    version = np.lib.format.read_magic(header)
    if version not in ((1, 0), (2, 0)):
        raise _NotReadError(f"{member.filename[:20]} is written in a format that is not read here.")
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(header)
    if dtype.kind not in "fiub":
        raise _NotReadError(f"{member.filename[:20]} holds {dtype}: real numbers were expected.")
    if math.prod(shape) > MAX_SIDE * MAX_SIDE:
        raise _NotReadError(f"{member.filename[:20]} is larger than any matrix that is read here.")
    array: object = np.load(io.BytesIO(content), allow_pickle=False)
    return array
