"""Two runs, or two steps of one, side by side: their maps and what lies between them, their curves, what differs."""

import streamlit as st

from figures.learning_curves import LEARNING_CURVES_HEIGHT, learning_curves
from figures.palette import FIRST, SECOND
from model.runs.training_run import TrainingRun
from ui.training import compare_sides, map_difference, run_summary, training_keys
from ui.training.compare_sides import Side
from ui.training.learning_curves import curves
from ui.widgets import chart, headings, tables


def show(run: TrainingRun) -> None:
    """Draw the whole view.

    Args:
        run: the run now looked at, which is A unless another is chosen.
    """
    chosen = compare_sides.choose(run)
    if chosen is None:
        return
    first, second = chosen
    map_difference.show(first, second)
    left, right = st.columns([3, 2], gap="large")
    with left:
        _curves(first, second)
    with right:
        _table(first, second)


def _curves(first: Side, second: Side) -> None:
    """Both courses until the chosen steps; the shorter one is drawn over the other."""
    lines = [
        (len(side.snapshot.course), curves(side.snapshot.course, side.letter, color))
        for side, color in ((first, FIRST), (second, SECOND))
    ]
    drawn = [both for _, both in sorted(lines, key=lambda line: line[0], reverse=True)]
    figure = learning_curves(
        [curve for losses, _ in drawn for curve in losses],
        [curve for _, shares in drawn for curve in shares],
        n_steps=max(side.run.state.steps for side in (first, second)),
    )
    right = " and ".join(
        f"{side.letter} has {side.snapshot.evaluation.exact_match:.0%} at step {side.snapshot.step}"
        for side in (first, second)
    )
    alt = f"Losses and shares of both over the training steps; of exact matches {right}."
    chart.draw(figure, training_keys.COURSE, alt, height=LEARNING_CURVES_HEIGHT)
    has_alignment = any(len(shares) > 1 for _, (_, shares) in lines)
    st.html(
        '<div class="legend"><span class="first">━ A</span><span class="second">━ B</span>'
        "<span>above: held out, dotted: in training · below: exactly right"
        f"{', dotted: alignment' if has_alignment else ''}</span></div>"
    )


def _table(first: Side, second: Side) -> None:
    """What they have come to, and the settings in which they differ."""
    sides_ = (first, second)
    came_to = [run_summary.scores(side.snapshot) for side in sides_]
    set_to = [run_summary.settings(side.run.facts) for side in sides_]
    differing = [name for name in set_to[0] if set_to[0][name] != set_to[1].get(name)]
    rows = [(name, *(each[name] for each in came_to)) for name in came_to[0]]
    rows += [(name, *(each[name] for each in set_to)) for name in differing]
    tables.show_table(("", *(f"{side.letter}: {side.name}" for side in sides_)), rows)
    if not differing:
        same = "two steps of one training" if first.run is second.run else "the same settings"
        headings.show_remark(f"These are {same}.")
