"""Plain-text table of results: measurement, floor, ratio and goal."""

from collections.abc import Sequence
from dataclasses import dataclass

_HEADER = ("what", "ours", "floor", "ratio", "goal", "reached")


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement.

    Attributes:
        what: name of the measurement.
        ours: measured value, in ``unit``.
        unit: "ms", "s", "%", "MB", "tokens/s" or "".
        floor: value of the reference, or None.
        ratio: ours divided by floor; for paired measurements, the median of their ratios.
        goal: bound of the ratio, or of the value if there is no ratio.
        at_least: True if the goal is a lower bound.
    """

    what: str
    ours: float
    unit: str = "ms"
    floor: float | None = None
    ratio: float | None = None
    goal: float | None = None
    at_least: bool = False

    @property
    def is_reached(self) -> bool | None:
        """True if the goal is reached; None without a goal."""
        if self.goal is None:
            return None
        measured = self.ours if self.ratio is None else self.ratio
        return measured >= self.goal if self.at_least else measured <= self.goal

    @property
    def cells(self) -> tuple[str, ...]:
        """Formatted cells of the row."""
        goal = ""
        if self.goal is not None:
            bound = f"{self.goal:g} {self.unit}".strip() if self.ratio is None else f"{self.goal:g} ×"
            goal = f"{'≥' if self.at_least else '≤'} {bound}"
        return (
            self.what,
            _amount(self.ours, self.unit),
            "" if self.floor is None else _amount(self.floor, self.unit),
            "" if self.ratio is None else f"{self.ratio:.3g} ×",
            goal,
            {True: "yes", False: "NO", None: ""}[self.is_reached],
        )


def render(rows: Sequence[Row]) -> str:
    """Format a header and all rows in aligned columns."""
    lines = [_HEADER, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEADER))]
    ruled = [lines[0], tuple("-" * width for width in widths), *lines[1:]]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column in (1, 2, 3) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in ruled
    )


def _amount(value: float, unit: str) -> str:
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:.{digits}f} {unit}".strip()
