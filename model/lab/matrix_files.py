"""Matrices as files: NumPy's NPZ, or CSV in which a line ``# Q`` starts the matrix Q."""

import io
import math
import zipfile
from collections.abc import Mapping

import numpy as np

from model.lab.attention_inputs import PROJECTED_NAMES, check_inputs
from model.lab.matrices import MAX_WIDE_SIZE, Check, Matrix
from model.storage.npz_errors import NPZ_ERRORS

_EMPTY = " ,"  # what spreadsheets add behind a line that is shorter than others
_MAX_SHOWN = 20  # characters of a name in a message
MAX_BYTES = 2_000_000  # more than eleven matrices of 64 × 64 take as CSV with all digits


def to_csv(matrices: Mapping[str, Matrix]) -> bytes:
    """Return all matrices, one below the other, with every digit."""
    lines = []
    for name, values in matrices.items():
        lines.append(f"# {name}")
        lines += [",".join(repr(number) for number in row) for row in values.tolist()]
    return ("\n".join(lines) + "\n").encode()


def to_npz(matrices: Mapping[str, Matrix]) -> bytes:
    """Return all matrices as a compressed archive of arrays."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **dict(matrices))
    return buffer.getvalue()


def read_matrices(name: str, data: bytes, check: Check = check_inputs) -> dict[str, Matrix]:
    """Parse an untrusted file and check its matrices.

    Args:
        name: of the file; one that ends in ``.npz`` is read as an archive, any other as CSV.
        data: its content.
        check: accepts or refuses the matrices.

    Raises:
        ValueError: the file or its matrices are invalid; the message is a sentence.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"The file has {len(data):,} bytes; up to {MAX_BYTES:,} can be read.")
    return check(_from_npz(data) if name.lower().endswith(".npz") else _from_csv(data))


def _from_csv(data: bytes) -> dict[str, object]:
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("The file is not text: expected CSV in UTF-8.") from None
    matrices: dict[str, list[list[str]]] = {}
    rows: list[list[str]] | None = None
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            if (name := line.lstrip("# ").rstrip(_EMPTY)) in matrices:
                raise ValueError(f"Line {number}: {name[:_MAX_SHOWN]} is named for the second time.")
            rows = matrices[name] = []
        elif cells := line.rstrip(_EMPTY):
            if rows is None:
                raise ValueError("The first line must name its matrix, for example: # Q")
            if len(rows) >= MAX_WIDE_SIZE:
                raise ValueError(f"Line {number}: a matrix has at most {MAX_WIDE_SIZE} rows.")
            rows.append(cells.split(","))
    return dict(matrices)


class _UnsupportedError(ValueError):
    """An intact archive that cannot be used; the message is a sentence."""


def _from_npz(data: bytes) -> dict[str, object]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > (most := len(PROJECTED_NAMES)):
                raise _UnsupportedError(f"The file holds {len(members)} arrays; up to {most} can be read.")
            return {member.filename.removesuffix(".npy"): _array(archive, member) for member in members}
    except _UnsupportedError:
        raise
    except NPZ_ERRORS:
        raise ValueError("The file is not an NPZ archive of plain arrays.") from None


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> object:
    """Load one array after bounding the unpacked bytes and checking the shape and type in its header."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _UnsupportedError("The file uses a compression method that NumPy does not.")
    with archive.open(member) as packed:
        content = packed.read(MAX_BYTES + 1)  # the size that the archive states is untrusted
    if len(content) > MAX_BYTES:
        raise _UnsupportedError(f"{member.filename[:_MAX_SHOWN]} is larger than the largest matrix that can be read.")
    header = io.BytesIO(content)
    version = np.lib.format.read_magic(header)
    if version not in ((1, 0), (2, 0)):
        raise _UnsupportedError(f"{member.filename[:_MAX_SHOWN]} uses an array format that cannot be read.")
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(header)
    if dtype.kind not in "fiub":
        raise _UnsupportedError(f"{member.filename[:_MAX_SHOWN]} holds {dtype}: expected real numbers.")
    if math.prod(shape) > MAX_WIDE_SIZE * MAX_WIDE_SIZE:
        raise _UnsupportedError(f"{member.filename[:_MAX_SHOWN]} is larger than the largest matrix that can be read.")
    array: object = np.load(io.BytesIO(content), allow_pickle=False)
    return array
