"""Texts that are shortened for a message."""


def shorten(text: str, n: int) -> str:
    """Return a text of at most ``n`` characters as it is, a longer one cut after these and with an ellipsis."""
    return text if len(text) <= n else f"{text[:n]}…"
