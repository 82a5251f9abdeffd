"""A beam search as a tree: steps downwards, the hypotheses of a step side by side, the best one first."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from figures.layout import axis_labels, escape_markup, layout, named_axis
from figures.palette import FAINT, FIRST, HIGHLIGHT
from figures.plain_figure import PlainFigure

_ROW, _MARGIN = 56, 30  # pixels of a step, and above and below all


class _LabelSize(NamedTuple):
    """Label sizes of a tree with at most ``most`` nodes side by side; fonts in pixels, 0 for no score."""

    most: float
    n_characters: int
    font: int
    score_font: int


_LABEL_SIZES = _LabelSize(6, 10, 14, 12), _LabelSize(16, 5, 12, 10), _LabelSize(math.inf, 3, 10, 0)


class TreeNode(NamedTuple):
    """One node.

    Attributes:
        parent: index of the node before it, None for a first one.
        step: counted from 0.
        token: its label.
        score: written below the label, where there is room for it.
        text: shown on hover.
        is_kept: False for a pruned branch.
        is_best: True on the path of the best hypothesis.
    """

    parent: int | None
    step: int
    token: str
    score: str
    text: str
    is_kept: bool
    is_best: bool


def tree_height(n_steps: int) -> int:
    """Return the pixels of a tree of so many steps."""
    return _ROW * n_steps + 2 * _MARGIN


def beam_tree(nodes: Sequence[TreeNode]) -> go.Figure:
    """Draw the nodes of a search, at least one; those of a step stand side by side in their order."""
    n_steps, n_columns, size = max(node.step for node in nodes) + 1, _count_columns(nodes), _find_size(nodes)
    taken, places = [0] * n_steps, []
    for node in nodes:
        places.append(taken[node.step])
        taken[node.step] += 1
    shapes = [
        dict(
            type="line", x0=places[node.parent], y0=node.step - 1 + 0.3, x1=place, y1=node.step - 0.36, layer="below",
            line=dict(color=_color(node), width=3 if node.is_best else 2 if node.is_kept else 1),
        )
        for node, place in zip(nodes, places, strict=True)
        if node.parent is not None
    ]  # fmt: skip
    labels = axis_labels([node.token for node in nodes], size.n_characters)
    return PlainFigure(
        dict(
            data=[
                dict(
                    type="scatter", mode="text", x=places, y=[node.step for node in nodes],
                    text=[_write(label, node, size) for label, node in zip(labels, nodes, strict=True)],
                    hovertext=[escape_markup(node.text) for node in nodes],
                    hovertemplate="%{hovertext}<extra></extra>", textfont=dict(size=size.font), cliponaxis=False,
                )
            ],
            layout=layout(
                height=tree_height(n_steps),
                margin=(34, 10, _MARGIN, _MARGIN),
                shapes=shapes,
                xaxis=named_axis([], [], (-0.5, max(n_columns, 4) - 0.5)),
                yaxis=named_axis([f"{step + 1}" for step in range(n_steps)], range(n_steps), (n_steps - 0.5, -0.5)),
            ),
        )
    )  # fmt: skip


def has_scores(nodes: Sequence[TreeNode]) -> bool:
    """Return True if the scores have room below the labels."""
    return _find_size(nodes).score_font > 0


def _find_size(nodes: Sequence[TreeNode]) -> _LabelSize:
    return next(each for each in _LABEL_SIZES if _count_columns(nodes) <= each.most)


def _count_columns(nodes: Sequence[TreeNode]) -> int:
    """Return the most nodes of one step."""
    return max(Counter(node.step for node in nodes).values())


def _color(node: TreeNode) -> str:
    return HIGHLIGHT if node.is_best else FIRST if node.is_kept else FAINT


def _write(label: str, node: TreeNode, size: _LabelSize) -> str:
    text = f"<b>{label}</b>" if node.is_best else label if node.is_kept else f"<i>{label}</i>"
    score = f'<br><span style="font-size:{size.score_font}px">{escape_markup(node.score)}</span>'
    return text + score if size.score_font else text
