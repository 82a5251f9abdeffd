"""The record of a translation as NPZ: the maps as float32 arrays (L, H, Q, K), all else as JSON in ``record``."""

import zipfile
from io import BytesIO

import numpy as np

from model.inference.intervention import UNCHANGED, Intervention
from model.inference.record_json import MAX_BYTES, build_record, describe, dump_json, parse_json
from model.inference.translation import Translation
from model.storage.npz_errors import NPZ_ERRORS
from model.transformer.kind import Kind


def write_npz(translation: Translation, intervention: Intervention = UNCHANGED) -> bytes:
    """Return the record as an NPZ file: arrays ``cross``, ``encoder`` and ``decoder``, and the text ``record``."""
    file = BytesIO()
    text = np.array(dump_json(describe(translation, intervention)))
    np.savez_compressed(file, allow_pickle=False, record=text, **{kind.value: translation.maps[kind] for kind in Kind})
    return file.getvalue()


def read_npz(content: bytes) -> tuple[Translation, Intervention]:
    """Return the record that ``write_npz`` wrote, and what was changed in the decoding.

    Raises:
        ValueError: the content is no such record; the message is a sentence that says why.
    """
    names = {"record", *(kind.value for kind in Kind)}
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_BYTES:
                raise ValueError("too large")
        with np.load(BytesIO(content), allow_pickle=False) as arrays:
            read = {name: arrays[name] for name in names}
        if not all(isinstance(array, np.ndarray) for array in read.values()):  # NumPy returns other files as bytes
            raise ValueError("not arrays")
        text = str(read.pop("record"))
    except NPZ_ERRORS:
        raise ValueError("The file is not an NPZ file with the record of a translation, or it is damaged.") from None
    return build_record({**parse_json(text), "maps": read})
