"""Matrices survive a round trip through a file, and damaged files are refused."""

import io
import random
import re
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from model.lab import attention_examples
from model.lab.feed_forward import EXAMPLE, check_network, random_network
from model.lab.matrix_files import MAX_BYTES, read_matrices, to_csv, to_npz
from model.lab.normalization import EXAMPLE as ROWS
from model.lab.normalization import check_rows


@pytest.mark.parametrize(
    "inputs",
    [attention_examples.HAND, attention_examples.random_inputs(1, 64, 64), attention_examples.random_sizes(2)],
)
@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.NPZ", to_npz)])
def test_there_and_back(inputs, name, make) -> None:
    back = read_matrices(name, make(inputs.matrices))
    assert set(back) == set(inputs.matrices)
    for key, matrix in inputs.matrices.items():
        np.testing.assert_array_equal(back[key], matrix)


@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.npz", to_npz)])
def test_networks_come_back_from_files(name: str, make) -> None:
    wide = random_network(0, 40, 64)  # of inner width 128, as the translator's own
    for matrices, check in ((EXAMPLE, check_network), (wide, check_network), (ROWS, check_rows)):
        back = read_matrices(name, make(matrices), check)
        assert all(np.array_equal(back[key], matrix) for key, matrix in matrices.items())


def test_empty_cells_that_a_spreadsheet_adds_are_no_numbers() -> None:
    inputs = attention_examples.random_sizes(2)
    lines = to_csv(inputs.matrices).decode().splitlines()
    widest = max(line.count(",") for line in lines)
    saved = "\r\n".join(line + "," * (widest - line.count(",")) for line in lines).encode()
    back = read_matrices("a.csv", saved)
    assert all(np.array_equal(back[key], matrix) for key, matrix in inputs.matrices.items())


def npz(**arrays: object) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


ONE = np.ones((1, 1))
BAD = {
    "empty": ("a.csv", b"", "missing"),
    "no name": ("a.csv", b"1,2\n", "name its matrix"),
    "binary": ("a.csv", b"\xff\xfe\x00", "not text"),
    "words": ("a.csv", b"# Q\n1,cat\n# K\n1,1\n# V\n1,1\n", "^Q, row 1, column 2, is “cat”: not a number.$"),
    "semicolons": ("a.csv", b"# Q\n1,2\n1,5;2\n# K\n1,1\n# V\n1,1\n", "^Q, row 2, column 2, is “5;2”: not a number.$"),
    "a long word": ("a.csv", b"# Q\n" + b"a" * 99 + b"\n# K\n1\n# V\n1\n", "^Q, row 1, column 1, is “a{20}”: not"),
    "ragged": ("a.csv", b"# Q\n1,2\n3\n# K\n1,1\n# V\n1,1\n", "different lengths: 2 in row 1, 1 in row 2"),
    "twice": ("a.csv", b"# Q\n1,2\n# K\n1,1\n# V\n1,1\n# Q,\n5,6\n", "Line 7: Q is named for the second time"),
    "a gap": ("a.csv", b"# Q\n1,2\n3,\n# K\n1,1\n# V\n1,1\n", "different lengths: 2 in row 1, 1 in row 2"),
    "not a zip": ("a.npz", b"PK nonsense", "not an NPZ"),
    "objects": ("a.npz", npz(Q=np.array([[{}]], dtype=object), K=ONE, V=ONE), "expected real numbers"),
    "complex": ("a.npz", npz(Q=np.array([[1j]]), K=ONE, V=ONE), "expected real numbers"),
    "huge": ("a.npz", npz(Q=np.zeros((3000, 3000)), K=ONE, V=ONE), "larger than"),
    "many": ("a.npz", npz(**{f"M{number}": ONE for number in range(20)}), "20 arrays"),
    "unknown": ("a.npz", npz(Q=ONE, K=ONE, V=ONE, Z=ONE), "Z cannot be used"),
    "many unknown": ("a.csv", b"".join(b"# M%d\n" % n for n in range(100_000)), "^M0, M1, M2 … cannot be used"),
    "too long": ("a.csv", b"0" * (MAX_BYTES + 1), "bytes"),
}


@pytest.mark.parametrize(("name", "data", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_in_a_sentence(name: str, data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_matrices(name, data)


OWN = re.compile(  # our own messages, not those of NumPy or zipfile
    r"The file is not an NPZ archive of plain arrays\."
    r"|\S* (uses an array format that cannot be read|is larger than the largest matrix that can be read)\."
    r"|\S* holds .*: expected real numbers\."
    r"|The file uses a compression method that NumPy does not\."
    r"|\S*( is not a matrix: it has the shape|, row \d+, column \d+,).*\."
    r"|.*: give .*\.",
    re.S,
)


def packed(compression: int, array: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name in "QKV":
            archive.writestr(f"{name}.npy", array)
    return file.getvalue()


def scratched(data: bytes, draw: random.Random, end: int, letters: bytes) -> bytes:
    hurt = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        hurt[draw.randrange(end)] = draw.choice(letters)
    return bytes(hurt)


def array_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.random.default_rng(0).random((6, 6)))
    return file.getvalue()


def refusal(data: bytes) -> str:
    """Return the message for an archive that is refused, "" if it is read."""
    try:
        read_matrices("a.npz", data)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_damaged_archive_is_refused_in_a_sentence(compression: int) -> None:
    draw, whole = random.Random(compression), packed(compression, array_file())
    messages = [refusal(scratched(whole, draw, len(whole), bytes(range(256)))) for _ in range(500)]
    assert sum(map(bool, messages)) > 400
    assert not [words for words in messages if words and not OWN.fullmatch(words)]


def test_an_archive_that_understates_its_size_is_not_unpacked() -> None:
    size = 50_000_000
    bomb = packed(zipfile.ZIP_DEFLATED, bytes(size)).replace(struct.pack("<L", size), struct.pack("<L", 1000))
    tracemalloc.start()
    try:
        message = refusal(bomb)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert OWN.fullmatch(message)
    assert most < 4 * MAX_BYTES


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compression_methods_are_refused(compression: int) -> None:
    assert refusal(packed(compression, array_file())) == "The file uses a compression method that NumPy does not."


def test_a_damaged_header_is_refused_in_a_sentence() -> None:
    draw, letters = random.Random(3), b"0123456789'{}(),:<>fiOUbx \n-_[]"
    messages = [refusal(packed(zipfile.ZIP_STORED, scratched(array_file(), draw, 128, letters))) for _ in range(500)]
    assert sum(map(bool, messages)) > 300
    assert not [words for words in messages if words and not OWN.fullmatch(words)]
