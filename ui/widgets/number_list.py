"""Whole numbers that a visitor types as a list."""

import re


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the whole numbers from 0 to 9999 of a list, separated by spaces, commas or semicolons.

    Raises:
        ValueError: there is none, or something else stands among them.
    """
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not parts or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        raise ValueError("no list of whole numbers")
    return tuple(map(int, parts))
