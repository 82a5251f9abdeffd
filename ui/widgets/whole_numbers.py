"""Whole numbers of at most four digits, as a visitor types them in a list, or as the browser reports one."""

import re

_NUMBER = re.compile("[0-9]{1,4}")


def read_whole_number(value: object) -> int | None:
    """Return a whole number from 0 to 9999; None for anything else, as what a browser reports is untrusted."""
    text = str(value)
    return int(text) if _NUMBER.fullmatch(text) else None


def parse_numbers(text: str) -> tuple[int, ...]:
    """Return the whole numbers from 0 to 9999 of a list, separated by spaces, commas or semicolons.

    Raises:
        ValueError: there is none, or something else stands among them.
    """
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not parts or not all(map(_NUMBER.fullmatch, parts)):
        raise ValueError("no list of whole numbers")
    return tuple(map(int, parts))
