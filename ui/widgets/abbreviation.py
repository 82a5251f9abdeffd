"""Texts and lists that are shortened for a message."""

from collections.abc import Sequence

_MAX_LISTED = 5


def shorten(text: str, n: int) -> str:
    """Return a text of at most ``n`` characters as it is, a longer one cut after these and with an ellipsis."""
    return text if len(text) <= n else f"{text[:n]}…"


def list_quoted(texts: Sequence[str]) -> str:
    """Return the first texts in quotation marks, with commas between them, and how many more there are."""
    listed = ", ".join(f"“{text}”" for text in texts[:_MAX_LISTED])
    return f"{listed} and {len(texts) - _MAX_LISTED} more" if len(texts) > _MAX_LISTED else listed
