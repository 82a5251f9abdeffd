"""The record of a translation as NPZ."""

import zipfile
from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.inference.intervention import Intervention
from model.inference.record_json import MAX_BYTES
from model.inference.record_npz import read_npz, write_npz
from model.inference.translation import Translation
from tests.model.inference.records import assert_same, make_record, records

Record = tuple[Translation, Intervention]


@given(records())
def test_a_record_comes_back_bit_for_bit(record: Record) -> None:
    translation, intervention = read_npz(write_npz(*record))
    assert_same(translation, record[0])
    assert intervention == record[1]


@given(records(), st.data())
def test_a_truncated_or_damaged_file_gets_a_sentence(record: Record, data: st.DataObject) -> None:
    content = bytearray(write_npz(*record))
    with pytest.raises(ValueError, match="damaged"):
        read_npz(bytes(content[: data.draw(st.integers(0, len(content) - 1))]))
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    with suppress(ValueError):  # the damage may lie where nothing is read
        read_npz(bytes(content))


@pytest.mark.parametrize("arrays", [{}, {"record": np.array("{}")}, {"cross": np.array([None])}])
def test_other_arrays_get_a_sentence(arrays: dict[str, np.ndarray]) -> None:
    file = BytesIO()
    np.savez(file, **arrays)
    with pytest.raises(ValueError, match="not an NPZ file with the record"):
        read_npz(file.getvalue())


def test_an_array_with_an_open_string_in_its_header_gets_a_sentence() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("record", "cross", "encoder", "decoder"):
            archive.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00\x10\x00" + b"{'descr': '''\n  ".ljust(16))
    with pytest.raises(ValueError, match="damaged"):
        read_npz(file.getvalue())


def test_a_part_that_is_no_array_gets_a_sentence() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("record", "cross", "encoder", "decoder"):
            archive.writestr(f"{name}.npy", b"text")
    with pytest.raises(ValueError, match="not an NPZ file with the record"):
        read_npz(file.getvalue())


def test_parts_that_would_take_too_much_memory_are_refused() -> None:
    file = BytesIO(write_npz(make_record(("the", "cat"), ("le", "chat"), n_layers=1, n_heads=1)))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.npy", bytes(MAX_BYTES))
    assert len(file.getvalue()) < MAX_BYTES / 100
    with pytest.raises(ValueError, match="not an NPZ file with the record"):
        read_npz(file.getvalue())


@pytest.mark.parametrize("sizes", [(0, 1), (1, 0)])
def test_maps_without_layers_or_heads_get_a_sentence(sizes: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"is not \(layers, heads, 1, 1\) weights"):
        read_npz(write_npz(make_record(("a",), ("b",), *sizes)))
