"""Tokens as the words on an axis."""

from collections.abc import Sequence

MAX_LABEL = 12  # characters; longer tokens end in an ellipsis


def literal(text: str) -> str:
    """Text that Plotly shows as it is: its labels understand a little HTML, and TeX between dollar signs."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "&#36;")


def axis_labels(tokens: Sequence[str]) -> list[str]:
    """Tokens short enough for an axis, shown literally."""
    return [literal(token if len(token) <= MAX_LABEL else token[: MAX_LABEL - 1] + "…") for token in tokens]
