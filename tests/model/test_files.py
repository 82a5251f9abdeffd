"""Matrices from files: what comes back is what went out, and nothing else is let in."""

import io

import numpy as np
import pytest

from model import examples
from model.files import MAX_BYTES, from_file, to_csv, to_npz
from model.given import checked, checked_set


@pytest.mark.parametrize("given", [examples.HAND, examples.random_given(1, 64, 64, 1), examples.random_sizes(2)])
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
