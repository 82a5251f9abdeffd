"""The record of a translation as JSON, for other programs and to be opened again; ``record_schema.json`` describes it.

Weights are decimal numbers, which every program reads. Nine significant digits identify a float32, so they come back
bit for bit. ``null`` stands for NaN: a decoder's query cannot look at later keys. L layers, H heads, Q queries, K keys.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from jsonschema import Draft202012Validator

from model.inference.attention_maps import AttentionMaps, Maps
from model.inference.edited_row import EditedRow
from model.inference.intervention import UNCHANGED, Intervention
from model.inference.named_head import Head
from model.inference.translation import Candidate, DecodingStep, Translation
from model.storage.untrusted_json import load_json
from model.transformer.kind import Kind

MAX_BYTES, _MAX_PARTS = 32_000_000, 1_000_000  # 12 layers of 16 heads with 60 + 60 tokens take 25 MB
SCHEMA: dict[str, Any] = json.loads(Path(__file__).with_name("record_schema.json").read_text(encoding="utf-8"))
_FORMAT: str = SCHEMA["properties"]["format"]["const"]
_VERSION: int = SCHEMA["properties"]["version"]["const"]
# NumPy checks the maps: a validator in Python takes seconds for a million weights.
_VALIDATOR = Draft202012Validator({**SCHEMA, "properties": {**SCHEMA["properties"], "maps": {"type": "object"}}})
_WEIGHT_BYTES, _BLANK_BYTES = 15, 5  # "1.23456789e-05," and "null,"


def write_json(translation: Translation, intervention: Intervention = UNCHANGED) -> str:
    """Return the record as one line of JSON.

    Args:
        translation: the record.
        intervention: what was changed in the decoding; its forced tokens are those of the steps.
    """
    maps = {kind.value: _to_lists(translation.maps[kind]) for kind in Kind}
    return dump_json({**describe(translation, intervention), "maps": maps})


def bound_size(translation: Translation) -> int:
    """Return the most bytes that the weights of a record take as JSON; they are nearly all of it."""
    maps = [translation.maps[kind] for kind in Kind]
    n_blank = sum(int(np.isnan(weights).sum()) for weights in maps)
    return _WEIGHT_BYTES * (sum(weights.size for weights in maps) - n_blank) + _BLANK_BYTES * n_blank


def read_json(text: str | bytes) -> tuple[Translation, Intervention]:
    """Return the record that ``write_json`` wrote, and what was changed in the decoding.

    Raises:
        ValueError: the text is no such record; the message is a sentence that says why.
    """
    document = parse_json(text)
    given = document.get("maps")
    maps = {name: _to_array(name, rows) for name, rows in given.items()} if isinstance(given, dict) else given
    return build_record({**document, "maps": maps})


def describe(translation: Translation, intervention: Intervention) -> dict[str, Any]:
    """Return everything of the record but the maps, as JSON values."""
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "source": list(translation.source),
        "steps": [asdict(step) for step in translation.steps],
        "is_complete": translation.is_complete,
        "is_subword": translation.is_subword,
        "specials": list(translation.specials),
        "heads_off": [asdict(head) for head in intervention.off],
        "is_uniform": intervention.is_uniform,
        "rows": [
            {**asdict(row.head), "row": row.row, "weights": [{"key": k, "percent": p} for k, p in row.weights]}
            for row in intervention.rows
        ],
    }


def dump_json(document: dict[str, Any]) -> str:
    """Return a document as one line of JSON."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def parse_json(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object in untrusted text.

    Raises:
        ValueError: it is too long, no valid JSON, or no object.
    """
    if len(text) > MAX_BYTES:
        raise ValueError(f"The record is larger than {MAX_BYTES // 1_000_000} MB.")
    try:
        document = load_json(text, max_bytes=MAX_BYTES, max_parts=_MAX_PARTS)
        dump_json(document).encode()  # refuses numbers that are not finite, and half a surrogate pair
    except (ValueError, RecursionError):
        raise ValueError("The record is damaged: it is not valid JSON.") from None
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise ValueError("This is JSON, but not the record of a translation.")
    if document.get("version") != _VERSION:
        raise ValueError(f"The record has another version than {_VERSION}, the only one that can be read.")
    return document


def build_record(document: dict[str, Any]) -> tuple[Translation, Intervention]:
    """Return the record in a document whose maps are float32 arrays (L, H, Q, K), by the names of their kinds.

    Raises:
        ValueError: the document does not follow the schema, or its parts do not fit each other.
    """
    if error := next(_VALIDATOR.iter_errors(document), None):
        place = ".".join(map(str, error.absolute_path)) or "its top level"
        raise ValueError(f"The record does not follow its schema at {place}: {error.message[:200]}")
    steps = tuple(_build_step(step) for step in document["steps"])
    source = tuple(document["source"])
    if any(step.copied_from is not None and step.copied_from >= len(source) for step in steps):
        raise ValueError("The record copies a word from beyond the end of its source.")
    if set(document["maps"]) != set(Kind):
        raise ValueError(f"The record needs the maps {', '.join(Kind)}.")
    maps = {kind: document["maps"][kind.value] for kind in Kind}
    translation = Translation(
        source,
        steps,
        AttentionMaps(maps),
        is_complete=document["is_complete"],
        is_subword=document["is_subword"],
        specials=tuple(document.get("specials", ())),  # records of words may lack them
    )
    for kind in Kind:
        _check_map(kind, maps[kind], (len(translation.queries(kind)), len(translation.keys(kind))))
    if maps[Kind.CROSS].shape[:2] != maps[Kind.DECODER].shape[:2]:
        raise ValueError("The cross and decoder maps of the record differ in their numbers of layers or heads.")
    return translation, _build_intervention(document, translation)


def _build_step(step: dict[str, Any]) -> DecodingStep:
    candidates = tuple(Candidate(**each) for each in step["candidates"])
    copied_from = None if step["copied_from"] is None else int(step["copied_from"])  # 1.0 is an integer of JSON
    return DecodingStep(**{**step, "candidates": candidates, "copied_from": copied_from})


def _build_intervention(document: dict[str, Any], translation: Translation) -> Intervention:
    rows = tuple(_build_row(row) for row in document["rows"])
    off = tuple(_build_head(head) for head in document["heads_off"])
    forced = tuple((t, step.forced) for t, step in enumerate(translation.steps) if step.forced is not None)
    maps, heads = translation.maps, (*off, *(row.head for row in rows))
    if any(each.layer >= maps.count_layers(each.kind) or each.head >= maps.count_heads(each.kind) for each in heads):
        raise ValueError("The record changes a head that its maps do not have.")
    if any(sum(percent for _, percent in row.weights) != 100 for row in rows):
        raise ValueError("The record has a changed row whose weights are not 100 % in all.")
    if any(row.head.kind is Kind.DECODER and row.weights[-1][0] > row.row for row in rows):
        raise ValueError("The record has a changed row of the decoder that looks at later keys.")
    keys = [(row.head, row.row, key) for row in rows for key, _ in row.weights]
    n_rows = len({(row.head, row.row) for row in rows})
    if len(set(off)) < len(off) or n_rows < len(rows) or len(set(keys)) < len(keys):
        raise ValueError("The record changes a head, a row or a weight twice.")
    return Intervention(off, document["is_uniform"], rows, forced)


def _build_row(row: dict[str, Any]) -> EditedRow:
    weights = sorted((int(each["key"]), int(each["percent"])) for each in row["weights"])
    return EditedRow(_build_head(row), int(row["row"]), tuple(weights))


def _build_head(place: dict[str, Any]) -> Head:
    return Head(Kind(place["kind"]), int(place["layer"]), int(place["head"]))


def _check_map(kind: Kind, weights: Maps, shape: tuple[int, int]) -> None:
    """Raise ValueError unless a map is (L, H, *shape), within 0 and 1, and NaN at a decoder's later keys only."""
    if weights.dtype != np.float32 or weights.ndim != 4 or weights.shape[2:] != shape or not weights.size:
        raise ValueError(f"The {kind} map of the record is not (layers, heads, {shape[0]}, {shape[1]}) weights.")
    is_later = np.triu(np.ones(shape, dtype=bool), 1) if kind is Kind.DECODER else np.zeros(shape, dtype=bool)
    known = weights[..., ~is_later]
    if not np.isnan(weights[..., is_later]).all() or not ((known >= 0) & (known <= 1)).all():
        raise ValueError(f"The {kind} map of the record has weights outside 0 to 1, or missing ones.")


def _to_lists(weights: Maps) -> Any:
    digits = [None if weight != weight else float(f"{weight:.9g}") for weight in weights.ravel().tolist()]
    return np.array(digits, dtype=object).reshape(weights.shape).tolist()


def _to_array(name: str, rows: Any) -> Maps:
    try:
        numbers = np.array(rows, dtype=object)
        if any(type(each) not in (float, int, type(None)) for each in numbers.flat):
            raise ValueError
        return np.array(numbers, dtype=np.float64).astype(np.float32)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"The {name[:20]} map of the record is not a regular table of numbers.") from None
