"""Text that would take all time or memory is refused before it is parsed."""

import json
from typing import Any

import pytest

from model.storage.untrusted_json import load_json, read_number


@pytest.mark.parametrize("value", [None, 3, [], {}, "é", [[1, 2.5], {"a": "b"}]])
def test_a_value_comes_back(value: object) -> None:
    assert load_json(json.dumps(value)) == load_json(json.dumps(value).encode()) == value


@pytest.mark.parametrize("part", ["[],", "{},", '"",'])
def test_what_has_too_many_parts_or_bytes_is_refused(part: str) -> None:
    text = f"[{part * 500}0]"
    assert load_json(text, max_parts=1_001)
    assert load_json(text.encode(), max_bytes=len(text))
    limits: tuple[dict[str, Any], ...] = ({"max_parts": 500}, {"max_bytes": len(text) - 1})
    for limit in limits:
        for each in (text, text.encode()):
            with pytest.raises(ValueError, match="more values"):
                load_json(each, **limit)


def test_null_is_no_number() -> None:
    assert read_number(None) is None
    assert read_number(2) == 2.0
    for other in ([], "many"):
        with pytest.raises((TypeError, ValueError)):
            read_number(other)
