"""Diagram of a transformer block: the residual stream runs down on the left, sublayers branch off to the right."""

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from figures.layout import click_points, escape_markup, layout
from figures.palette import BOX, GROUP, HIGHLIGHT, STROKE
from figures.plain_figure import PlainFigure

# Lengths in pixels.
WIDTH = 360  # of a phone's screen
_STREAM_X, _BRANCH_X, _INPUT_X = 66, 212, 352  # of the residual stream, the sublayers and their side inputs
_HALF_WIDTH, _HALF_HEIGHT, _RADIUS = 74, 15, 11  # of the shapes of stages
_PITCH, _TOP = 58, 26


@dataclass(frozen=True, slots=True)
class DiagramStage:
    """A stage of a block, drawn as one box.

    Attributes:
        name: text of the box; "+" is drawn as a sum.
        size: text left of the outgoing arrow.
        length: text right of the outgoing arrow.
        group: sublayer of the stage; "" on the residual stream.
        side_input: name and size of a side input, or empty.
    """

    name: str
    size: str
    length: str
    group: str = ""
    side_input: tuple[str, ...] = ()


def diagram_height(n_stages: int) -> int:
    """Return the pixels of a diagram of ``n_stages`` stages."""
    return _TOP + _PITCH * n_stages + 4


def diagram(stages: Sequence[DiagramStage], *, chosen: int, version: int = 0) -> go.Figure:
    """Draw a block from top to bottom.

    Each stage has an invisible point for clicks, whose custom datum is the index of the stage.

    Args:
        stages: stages in order; the first is the input.
        chosen: index of the stage to frame.
        version: a new number makes Plotly reset the selection.
    """
    shapes: list[dict[str, object]] = []
    notes: list[dict[str, object]] = []
    last_on_stream = 0
    for index, stage in enumerate(stages):
        y, previous = _y(index), index - 1
        if stage.group:
            if not stages[previous].group:
                shapes.append(_line(_STREAM_X, y - _PITCH + 24, _BRANCH_X, y - _PITCH + 24))
                notes.append(_arrow(_BRANCH_X, y - _PITCH + 24, _BRANCH_X, y - _HALF_HEIGHT))
            else:
                notes.append(_arrow(_BRANCH_X, _y(previous) + _HALF_HEIGHT, _BRANCH_X, y - _HALF_HEIGHT))
            if stage.side_input:
                notes.append(_arrow(_INPUT_X, y, _BRANCH_X + _HALF_WIDTH, y))
                sides = zip((-12, 12), stage.side_input, strict=False)
                notes += [_text(_INPUT_X, y + side, text, "right") for side, text in sides]
        elif index:
            start = _y(last_on_stream) + _lower_half(stages[last_on_stream], last_on_stream)
            notes.append(_arrow(_STREAM_X, start, _STREAM_X, y - _upper_half(stage)))
            if stages[previous].group:
                shapes.append(_line(_BRANCH_X, _y(previous) + _HALF_HEIGHT, _BRANCH_X, y))
                notes.append(_arrow(_BRANCH_X, y, _STREAM_X + _RADIUS, y))
        if not stage.group:
            last_on_stream = index
        x, below = (_BRANCH_X, y + _PITCH / 2) if stage.group else (_STREAM_X, y + 38)
        notes += [_text(x - 9, below, stage.size, "right"), _text(x + 9, below, stage.length, "left")]
    notes.append(_arrow(_STREAM_X, _y(len(stages) - 1) + _RADIUS, _STREAM_X, _y(len(stages)) - 8))
    backgrounds, names = zip(*_groups(stages), strict=True) if any(stage.group for stage in stages) else ((), ())
    notes += names
    boxes = [_box(stage, index, is_chosen=index == chosen) for index, stage in enumerate(stages)]
    notes += [note for index, stage in enumerate(stages) for note in _label(stage, index)]
    return PlainFigure(
        dict(
            data=[_points(stages)],
            layout=layout(
                height=diagram_height(len(stages)),
                margin=(0, 0, 0, 0),
                width=WIDTH,
                meta=version,
                hoverdistance=-1,
                xaxis=_axis((0, WIDTH)),
                yaxis=_axis((diagram_height(len(stages)), 0)),
                shapes=[*backgrounds, *shapes, *boxes],
                annotations=notes,
            ),
        )
    )


def _y(index: int) -> float:
    return _TOP + _PITCH * index


def _upper_half(stage: DiagramStage) -> int:
    return _RADIUS if stage.name == "+" else _HALF_HEIGHT


def _lower_half(stage: DiagramStage, index: int) -> int:
    return 12 if index == 0 else _upper_half(stage)


def _box(stage: DiagramStage, index: int, *, is_chosen: bool) -> dict[str, object]:
    x, y = _BRANCH_X if stage.group else _STREAM_X, _y(index)
    width, height = (_HALF_WIDTH if stage.group else 34), _HALF_HEIGHT
    if stage.name == "+":
        width = height = _RADIUS
    line = dict(color=HIGHLIGHT, width=2.5) if is_chosen else dict(color=STROKE, width=1.2)
    return dict(
        type="circle" if stage.name == "+" else "rect",
        x0=x - width, x1=x + width, y0=y - height, y1=y + height, fillcolor=BOX, line=line,
    )  # fmt: skip


def _label(stage: DiagramStage, index: int) -> list[dict[str, object]]:
    """Return the number of a stage, counted from 1, and its name, in its box; the number of a sum stands beside it."""
    name, y = escape_markup(stage.name), _y(index)
    if stage.name == "+":
        number = _text(_STREAM_X - _RADIUS - 6, y, f"{index + 1}", "right", size=14)
        return [number, _text(_STREAM_X, y, name, "center", size=14)]
    return [_text(_BRANCH_X if stage.group else _STREAM_X, y, f"{index + 1} {name}", "center", size=14)]


def _groups(stages: Sequence[DiagramStage]) -> list[tuple[dict[str, object], dict[str, object]]]:
    """Return the background rectangle and the rotated name of each sublayer."""
    groups = []
    for name in dict.fromkeys(stage.group for stage in stages if stage.group):
        indices = [index for index, stage in enumerate(stages) if stage.group == name]
        top, bottom = _y(indices[0]) - _HALF_HEIGHT - 8, _y(indices[-1]) + _HALF_HEIGHT + 8
        left, right = _BRANCH_X - _HALF_WIDTH - 8, _BRANCH_X + _HALF_WIDTH + 8
        background = dict(type="rect", x0=left, x1=right, y0=top, y1=bottom, fillcolor=GROUP, line=dict(width=0))
        groups.append((background, _text(left - 11, (top + bottom) / 2, escape_markup(name), "center", angle=-90)))
    return groups


def _points(stages: Sequence[DiagramStage]) -> dict[str, object]:
    return click_points(
        [_BRANCH_X if stage.group else _STREAM_X for stage in stages],
        map(_y, range(len(stages))),
        range(len(stages)),
        [f"{escape_markup(stage.group or 'residual stream')}: {escape_markup(stage.name)}" for stage in stages],
    )


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
