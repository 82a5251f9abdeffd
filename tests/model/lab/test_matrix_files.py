"""Matrices from files: what comes back is what went out, and nothing else is let in."""

import io
import random
import re
import struct
import tracemalloc
import zipfile

import numpy as np
import pytest

from model.lab import attention_examples
from model.lab.attention_inputs import checked, checked_set
from model.lab.matrix_files import MAX_BYTES, from_file, to_csv, to_npz


@pytest.mark.parametrize(
    "given",
    [attention_examples.HAND, attention_examples.random_given(1, 64, 64, 1), attention_examples.random_sizes(2)],
)
@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.NPZ", to_npz)])
def test_there_and_back(given, name, make) -> None:
    back = from_file(name, make(given.matrices))
    assert set(back) == set(given.matrices)
    for key, matrix in given.matrices.items():
        np.testing.assert_array_equal(back[key], matrix)


def npz(**arrays: object) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


ONE = np.ones((1, 1))
BAD = {
    "empty": ("a.csv", b"", "missing"),
    "no name": ("a.csv", b"1,2\n", "name its matrix"),
    "binary": ("a.csv", b"\xff\xfe\x00", "not text"),
    "words": ("a.csv", b"# Q\n1,cat\n# K\n1,1\n# V\n1,1\n", "not a number"),
    "ragged": ("a.csv", b"# Q\n1,2\n3\n# K\n1,1\n# V\n1,1\n", "different lengths"),
    "not a zip": ("a.npz", b"PK nonsense", "not an NPZ"),
    "objects": ("a.npz", npz(Q=np.array([[{}]], dtype=object), K=ONE, V=ONE), "real numbers"),
    "complex": ("a.npz", npz(Q=np.array([[1j]]), K=ONE, V=ONE), "real numbers"),
    "huge": ("a.npz", npz(Q=np.zeros((3000, 3000)), K=ONE, V=ONE), "larger than"),
    "many": ("a.npz", npz(**{f"M{number}": ONE for number in range(20)}), "20 arrays"),
    "strange": ("a.npz", npz(Q=ONE, K=ONE, V=ONE, Z=ONE), "Z cannot be used"),
    "too long": ("a.csv", b"0" * (MAX_BYTES + 1), "bytes"),
}


@pytest.mark.parametrize(("name", "data", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_is_told_in_a_sentence(name: str, data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_file(name, data)


OWN = re.compile(  # and none of what NumPy or an archive says of itself
    r"The file is not an NPZ archive of plain arrays\."
    r"|\S* (is written in a format that is not read here|is larger than any matrix that is read here)\."
    r"|\S* holds .*: real numbers were expected\."
    r"|The file is packed in a way that NumPy does not use\."
    r"|\S*( is not a matrix: it has the shape| holds something that is not a number|, row \d+, column \d+,).*\."
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
    """What is said of an archive that is not read, or nothing."""
    try:
        from_file("a.npz", data)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_damaged_archive_is_told_in_a_sentence(compression: int) -> None:
    draw, whole = random.Random(compression), packed(compression, array_file())
    said = [refusal(scratched(whole, draw, len(whole), bytes(range(256)))) for _ in range(500)]
    assert sum(map(bool, said)) > 400
    assert not [words for words in said if words and not OWN.fullmatch(words)]


def test_little_is_unpacked_of_an_archive_that_says_it_is_small() -> None:
    size = 50_000_000
    bomb = packed(zipfile.ZIP_DEFLATED, bytes(size)).replace(struct.pack("<L", size), struct.pack("<L", 1000))
    tracemalloc.start()
    try:
        said = refusal(bomb)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert OWN.fullmatch(said)
    assert most < 4 * MAX_BYTES


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_numpy_does_not_pack_is_not_unpacked(compression: int) -> None:
    assert refusal(packed(compression, array_file())) == "The file is packed in a way that NumPy does not use."


def test_a_damaged_header_is_told_in_a_sentence() -> None:
    draw, letters = random.Random(3), b"0123456789'{}(),:<>fiOUbx \n-_[]"
    said = [refusal(packed(zipfile.ZIP_STORED, scratched(array_file(), draw, 128, letters))) for _ in range(500)]
    assert sum(map(bool, said)) > 300
    assert not [words for words in said if words and not OWN.fullmatch(words)]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 2e38, -1e300, "cat", None, 10**400])
def test_a_bad_number_is_named(value: object) -> None:
    with pytest.raises(ValueError, match=r"^Q"):
        checked("Q", [[1.0, value]])


@pytest.mark.parametrize("rows", [[], [[]], [1.0, 2.0], 3, np.zeros((65, 1)), np.zeros((1, 65)), [[1], [2, 3]]])
def test_a_bad_shape_is_named(rows: object) -> None:
    with pytest.raises(ValueError, match=r"^Q"):
        checked("Q", rows)


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="Q is 1 × 2, K is 1 × 3"):
        checked_set({"Q": [[1, 2]], "K": [[1, 2, 3]], "V": [[1]]})
    with pytest.raises(ValueError, match="W_q needs one row for each column"):
        checked_set({"X": [[1, 2]], "W_q": [[1]], "W_k": [[1], [1]], "W_v": [[1], [1]]})
