"""Tokens as the words on an axis."""

from collections.abc import Sequence

MAX_LABEL = 12  # characters; longer labels end in an ellipsis


def literal(text: str) -> str:
    """Text that Plotly shows as it is: its labels understand a little HTML, and TeX between dollar signs."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "&#36;")


def axis_labels(tokens: Sequence[str], limit: int = MAX_LABEL) -> list[str]:
    """Tokens cut to at most ``limit`` characters, shown literally."""
    return [literal(token if len(token) <= limit else token[: limit - 1] + "…") for token in tokens]
