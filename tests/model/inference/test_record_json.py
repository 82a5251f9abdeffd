"""The record of a translation as JSON."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.record_json import MAX_BYTES, SCHEMA, bound_size, read_json, write_json
from model.inference.translation import Translation
from model.transformer.config import MAX_LENGTH
from model.transformer.kind import Kind
from tests.model.inference.records import assert_same, make_record, records

Record = tuple[Translation, Intervention]
STEP = {"fed": "<bos>", "token": "le", "probability": 0.5, "candidates": [{"token": "le", "probability": 0.5}]}
DOCUMENT: dict[str, Any] = {
    "format": "attention-playground-translation",
    "version": 1,
    "source": ["the"],
    "steps": [{**STEP, "copied_from": None, "forced": None}],
    "is_complete": False,
    "is_subword": False,
    "heads_off": [],
    "is_uniform": False,
    "rows": [],
    "maps": {"cross": [[[[1]]]], "encoder": [[[[1.0]]]], "decoder": [[[[1.0]]]]},
}
HEAD = {"kind": "cross", "layer": 1, "head": 0}


@given(records())
def test_a_record_comes_back_bit_for_bit(record: Record) -> None:
    translation, intervention = read_json(write_json(*record))
    assert_same(translation, record[0])
    assert intervention == record[1]


@given(records())
def test_the_weights_do_not_exceed_their_bound(record: Record) -> None:
    maps = json.dumps(json.loads(write_json(*record))["maps"], separators=(",", ":"))
    names = sum(len(f'"{kind}":,') for kind in Kind)
    assert len(re.sub(r"[\[\]]", "", maps)) - names <= bound_size(record[0])


@settings(max_examples=20)
@given(records())
def test_a_record_follows_the_schema(record: Record) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(json.loads(write_json(*record)))


def test_a_document_by_hand_is_read() -> None:
    Draft202012Validator(SCHEMA).validate(DOCUMENT)
    translation, intervention = read_json(json.dumps(DOCUMENT))
    assert (translation.source, translation.target, bool(intervention)) == (("the",), ("le",), False)


def test_the_encoder_may_have_other_layers_and_heads() -> None:
    record = make_record(("a", "b"), ("c",), n_layers=3, n_heads=2, encoder=(2, 4))
    changes = Intervention((Head(Kind.CROSS, 2, 1), Head(Kind.ENCODER, 1, 3)))
    translation, intervention = read_json(write_json(record, changes))
    assert_same(translation, record)
    assert intervention == changes
    for head in (Head(Kind.CROSS, 1, 3), Head(Kind.ENCODER, 2, 1)):
        with pytest.raises(ValueError, match="changes a head"):
            read_json(write_json(record, Intervention((head,))))


@pytest.mark.parametrize("name", ["source", "steps"])
def test_a_record_may_be_as_long_as_a_model_reads(name: str) -> None:
    assert SCHEMA["properties"][name]["maxItems"] == MAX_LENGTH


def test_a_long_record_can_be_opened_again() -> None:
    record = make_record(("a",) * 513, ("b",), 1, 1)
    assert len(read_json(write_json(record, Intervention()))[0].source) == 513


def test_an_integer_written_with_a_point_is_an_integer() -> None:
    translation, _ = read_json(json.dumps({**DOCUMENT, "steps": [{**DOCUMENT["steps"][0], "copied_from": 0.0}]}))
    assert type(translation.steps[0].copied_from) is int


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "not the record"),
        ({"version": 2}, "another version"),
        ({"source": []}, "schema at source"),
        ({"specials": [3]}, "schema at specials.0"),
        ({"source": ["\ud800"]}, "not valid JSON"),
        ({"source": ["a", "b"]}, "cross map"),
        ({"extra": 1}, "schema at its top level"),
        ({"steps": [{**DOCUMENT["steps"][0], "copied_from": 1}]}, "beyond the end"),
        ({"steps": [{**DOCUMENT["steps"][0], "probability": 2}]}, "schema at steps.0.probability"),
        ({"heads_off": [HEAD]}, "changes a head"),
        ({"rows": [{**HEAD, "row": 0, "weights": [{"key": 0, "percent": 100}]}]}, "changes a head"),
        ({"rows": [{**HEAD, "layer": 0, "row": 0, "weights": [{"key": 0, "percent": 9}]}]}, "not 100 % in all"),
        ({"rows": [{**HEAD, "layer": 0, "row": 0, "weights": [{"key": 0, "percent": 50}] * 2}]}, "twice"),
        ({"rows": [{**HEAD, "layer": 0, "row": 0, "weights": [{"key": 0, "percent": 100}]}] * 2}, "twice"),
        ({"heads_off": [{**HEAD, "layer": 0}] * 2}, "twice"),
        (
            {"rows": [{**HEAD, "kind": "decoder", "layer": 0, "row": 0, "weights": [{"key": 1, "percent": 100}]}]},
            "later keys",
        ),
        ({"maps": 3}, "schema at maps"),
        ({"maps": {}}, "needs the maps"),
        ({"maps": {**DOCUMENT["maps"], "other": [[[[1]]]]}}, "needs the maps"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[2]]]]}}, "outside 0 to 1"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[-1]]]]}}, "outside 0 to 1"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[None]]]]}}, "outside 0 to 1"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[True]]]]}}, "regular table"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[["1"]]]]}}, "regular table"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[1], [1, 2]]]]}}, "regular table"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[10**400]]]]}}, "regular table"),
        ({"maps": {**DOCUMENT["maps"], "cross": [[[[1]]], [[[1]]]]}}, "differ"),
    ],
)
def test_a_wrong_document_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_json(json.dumps({**DOCUMENT, **change}))


def test_a_decoder_that_looks_at_later_keys_gets_a_sentence() -> None:
    document = json.loads(write_json(make_record(("a",), ("b", "c"), n_layers=1, n_heads=1)))
    document["maps"]["decoder"][0][0][0] = [0.5, 0.5]
    with pytest.raises(ValueError, match="decoder map of the record has weights outside"):
        read_json(json.dumps(document))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, '{"a": NaN}', '"\\ud800"', b"\xff\xfe\xfa", "[]", "1" * 5000, b"\0" * 9],
)
def test_text_that_is_no_record_gets_a_sentence(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"not valid JSON\.|not the record"):
        read_json(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e999"])
def test_a_number_that_is_not_finite_gets_a_sentence(number: str) -> None:
    with pytest.raises(ValueError, match="not valid JSON"):
        read_json(json.dumps(DOCUMENT).replace("0.5", number))


def test_a_huge_text_is_refused_unread() -> None:
    with pytest.raises(ValueError, match="larger than 32 MB"):
        read_json(b" " * (MAX_BYTES + 1))


@given(st.data())
def test_a_truncated_record_gets_a_sentence(data: st.DataObject) -> None:
    text = json.dumps(DOCUMENT)
    with pytest.raises(ValueError, match="damaged"):
        read_json(text[: data.draw(st.integers(0, len(text) - 1))])
