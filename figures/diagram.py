"""A block as a drawing: the stream runs down on the left, each sublayer branches off to the right and is added back."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from figures.labels import literal
from figures.layout import layout
from figures.palette import BOX, CURRENT, GROUP, STROKE

WIDTH = 360  # pixels: a phone's
_TRUNK, _BRANCH = 66, 212  # where the stream and the sublayers run
_HALF, _TALL, _SUM = 74, 15, 11  # half the width of a box, half its height, the radius of a sum
_PITCH, _TOP = 58, 26
_ASIDE = 352


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a block.

    Attributes:
        name: what its box says; "+" is a sum.
        size: what is said left of the arrow that leaves it.
        length: what is said right of it.
        group: the sublayer it belongs to; "" on the stream itself.
        aside: what comes in from the side and its size; empty for nothing.
    """

    name: str
    size: str
    length: str
    group: str = ""
    aside: tuple[str, ...] = ()


def height(n_steps: int) -> int:
    """Pixels the drawing of so many steps takes."""
    return _TOP + _PITCH * n_steps + 4


def diagram(steps: Sequence[Step], *, chosen: int, version: int = 0) -> go.Figure:
    """Draw a block from top to bottom.

    On every step lies an invisible point whose custom datum is the step's place, for clicks.

    Args:
        steps: what happens, the first being what comes in.
        chosen: the step to frame, counted from 0.
        version: a new number makes a new picture, in which nothing is selected.
    """
    shapes: list[dict[str, object]] = []
    notes: list[dict[str, object]] = []
    trunk = 0  # the last step on the stream
    for place, step in enumerate(steps):
        y, before = _y(place), place - 1
        if step.group:
            if not steps[before].group:
                shapes.append(_line(_TRUNK, y - _PITCH + 24, _BRANCH, y - _PITCH + 24))
                notes.append(_arrow(_BRANCH, y - _PITCH + 24, _BRANCH, y - _TALL))
            else:
                notes.append(_arrow(_BRANCH, _y(before) + _TALL, _BRANCH, y - _TALL))
            if step.aside:
                notes.append(_arrow(_ASIDE, y, _BRANCH + _HALF, y))
                notes += [
                    _text(_ASIDE, y + side, text, "right") for side, text in zip((-12, 12), step.aside, strict=False)
                ]
        elif place:
            notes.append(_arrow(_TRUNK, _y(trunk) + _end(steps[trunk], trunk), _TRUNK, y - _start(step)))
            if steps[before].group:
                shapes.append(_line(_BRANCH, _y(before) + _TALL, _BRANCH, y))
                notes.append(_arrow(_BRANCH, y, _TRUNK + _SUM, y))
        if not step.group:
            trunk = place
        x, below = (_BRANCH, y + _PITCH / 2) if step.group else (_TRUNK, y + 38)
        notes += [_text(x - 9, below, step.size, "right"), _text(x + 9, below, step.length, "left")]
    notes.append(_arrow(_TRUNK, _y(len(steps) - 1) + _SUM, _TRUNK, _y(len(steps)) - 8))
    groups = [shape for group in _groups(steps) for shape in group[0]]
    notes += [group[1] for group in _groups(steps)]
    boxes = [_box(step, place, is_chosen=place == chosen) for place, step in enumerate(steps)]
    notes += [
        _text(_BRANCH if step.group else _TRUNK, _y(place), literal(step.name), "center", size=14)
        for place, step in enumerate(steps)
    ]
    return go.Figure(
        dict(
            data=[_points(steps)],
            layout=layout(
                height=height(len(steps)),
                margin=(0, 0, 0, 0),
                width=WIDTH,
                meta=version,
                hoverdistance=-1,
                xaxis=_axis((0, WIDTH)),
                yaxis=_axis((height(len(steps)), 0)),
                shapes=[*groups, *shapes, *boxes],
                annotations=notes,
            ),
        )
    )


def _y(place: int) -> float:
    return _TOP + _PITCH * place


def _start(step: Step) -> int:
    return _SUM if step.name == "+" else _TALL


def _end(step: Step, place: int) -> int:
    return 12 if place == 0 else _start(step)


def _box(step: Step, place: int, *, is_chosen: bool) -> dict[str, object]:
    x, y = _BRANCH if step.group else _TRUNK, _y(place)
    line = dict(color=CURRENT, width=2.5) if is_chosen else dict(color=STROKE, width=1.2)
    if step.name == "+":
        return dict(type="circle", x0=x - _SUM, x1=x + _SUM, y0=y - _SUM, y1=y + _SUM, fillcolor=BOX, line=line)
    half = _HALF if step.group else 34
    return dict(type="rect", x0=x - half, x1=x + half, y0=y - _TALL, y1=y + _TALL, fillcolor=BOX, line=line)


def _groups(steps: Sequence[Step]) -> list[tuple[list[dict[str, object]], dict[str, object]]]:
    """A faint field behind each sublayer, with its name along its side."""
    found = []
    for name in dict.fromkeys(step.group for step in steps if step.group):
        places = [place for place, step in enumerate(steps) if step.group == name]
        top, bottom = _y(places[0]) - _TALL - 8, _y(places[-1]) + _TALL + 8
        left, right = _BRANCH - _HALF - 8, _BRANCH + _HALF + 8
        field = dict(type="rect", x0=left, x1=right, y0=top, y1=bottom, fillcolor=GROUP, line=dict(width=0))
        found.append(([field], _text(left - 11, (top + bottom) / 2, literal(name), "center", angle=-90)))
    return found


def _points(steps: Sequence[Step]) -> dict[str, object]:
    invisible = dict(marker=dict(opacity=0))
    return dict(
        type="scatter", mode="markers", x=[_BRANCH if step.group else _TRUNK for step in steps],
        y=[_y(place) for place in range(len(steps))], customdata=list(range(len(steps))),
        text=[f"{literal(step.group or 'stream')}: {literal(step.name)}" for step in steps],
        hovertemplate="%{text}<extra></extra>", marker=dict(size=20, opacity=0), selected=invisible,
        unselected=invisible,
    )  # fmt: skip


def _arrow(x0: float, y0: float, x1: float, y1: float) -> dict[str, object]:
    return dict(
        x=x1, y=y1, ax=x0, ay=y0, xref="x", yref="y", axref="x", ayref="y", text="", showarrow=True, arrowhead=2,
        arrowsize=1, arrowwidth=1.4, arrowcolor=STROKE,
    )  # fmt: skip


def _line(x0: float, y0: float, x1: float, y1: float) -> dict[str, object]:
    return dict(type="line", x0=x0, y0=y0, x1=x1, y1=y1, line=dict(color=STROKE, width=1.4))


def _text(x: float, y: float, text: str, anchor: str, *, size: int = 12, angle: int = 0) -> dict[str, object]:
    return dict(
        x=x, y=y, xref="x", yref="y", text=text, showarrow=False, xanchor=anchor, yanchor="middle", textangle=angle,
        font=dict(size=size), align=anchor,
    )  # fmt: skip


def _axis(span: tuple[float, float]) -> dict[str, object]:
    return dict(range=list(span), autorange=False, fixedrange=True, visible=False)
