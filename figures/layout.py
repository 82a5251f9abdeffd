"""What every picture shares: bare named axes, a clear background, a size fixed before it is filled.

Pictures are built as one plain dictionary and become a ``go.Figure`` once: five times faster than step by step.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from figures.palette import CLEAR


def named_axis(names: Sequence[str], at: Iterable[float], span: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A bare axis over ``span`` with ``names`` written at the positions ``at``; nothing to zoom or drag."""
    return dict(
        tickmode="array", tickvals=list(at), ticktext=list(names), range=list(span), autorange=False,
        showgrid=False, zeroline=False, showline=False, ticks="", automargin=False, fixedrange=True,
        ticklabeloverflow="allow", **more,
    )  # fmt: skip


def layout(*, height: int, margin: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    """A layout of fixed height in pixels and fixed margins (left, right, top, bottom)."""
    left, right, top, bottom = margin
    return dict(
        height=height, margin=dict(l=left, r=right, t=top, b=bottom, pad=4), font=dict(size=14),
        paper_bgcolor=CLEAR, plot_bgcolor=CLEAR, showlegend=False, hovermode="closest", **more,
    )  # fmt: skip


def frame(x: tuple[float, float], y: tuple[float, float], *, color: str, width: float) -> dict[str, Any]:
    """A rectangle around part of a picture."""
    return dict(type="rect", x0=x[0], x1=x[1], y0=y[0], y1=y[1], line=dict(color=color, width=width))
