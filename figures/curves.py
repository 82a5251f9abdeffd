"""Lines over the steps of a training."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figures.palette import FAINT

TITLE = dict(size=13)
AXIS = dict(gridcolor=FAINT, zeroline=False, fixedrange=True, tickfont=dict(size=12))


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: values at steps, what they are of, and how it looks; values that are not finite leave a gap."""

    name: str
    steps: Sequence[int]
    values: Sequence[float]
    color: str
    is_dotted: bool = False


def trace(curve: Curve, value: str, **more: Any) -> dict[str, Any]:
    """A curve as a trace; ``value`` writes a value on hover, in Plotly's template language."""
    return dict(
        type="scatter", mode="lines", x=list(curve.steps), y=list(curve.values),
        line=dict(color=curve.color, width=2.5, dash="dot" if curve.is_dotted else "solid"),
        hovertemplate=f"{curve.name}, step %{{x}}: {value}<extra></extra>", **more,
    )  # fmt: skip
