"""Whole numbers that the browser reports, which is untrusted."""

import re
from typing import Any


def read_reported_number(value: Any) -> int | None:
    """Return a whole number from 0 to 9999; None for anything else."""
    text = str(value)
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
