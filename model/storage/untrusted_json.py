"""JSON of files that somebody else wrote."""

import json
from typing import Any

_MAX_BYTES = 4_000_000
_MAX_PARTS = 300_000  # a vocabulary has some 10,000 words, a learning curve some 100 points


def load_json(text: str | bytes, *, max_bytes: int = _MAX_BYTES, max_parts: int = _MAX_PARTS) -> Any:
    """Return the value in untrusted text.

    While text is parsed, no other thread of the process runs, and many small parts take much memory.

    Args:
        text: JSON.
        max_bytes: longest text.
        max_parts: most lists, objects and quotation marks.

    Raises:
        ValueError: it is no JSON, or longer or of more parts than it may be.
        RecursionError: its parts stand too deep in one another.
    """
    n_parts = sum(map(text.count, '[{"')) if isinstance(text, str) else sum(map(text.count, b'[{"'))
    if len(text) > max_bytes or n_parts > max_parts:
        raise ValueError("it holds more values than a file of this kind")
    return json.loads(text)


def read_number(value: Any) -> float | None:
    """Return the value of a number, or None for null.

    Raises:
        TypeError, ValueError: it is neither.
    """
    return None if value is None else float(value)
