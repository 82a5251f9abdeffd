"""The view "Compare": two runs, or two steps of one: maps and their difference, learning curves, scores, settings."""

import streamlit as st

from figures.learning_curves import LEARNING_CURVES_HEIGHT, learning_curves
from figures.palette import FIRST, SECOND
from model.runs.training_run import TrainingRun
from ui.training import compare_sides, map_difference, run_summary, training_page_keys
from ui.training.compare_sides import Side
from ui.training.learning_curves import build_curves
from ui.widgets import chart, headings, legends, tables


def show(run: TrainingRun) -> None:
    """Draw the whole view.

    Args:
        run: the run shown, which is side A unless another is chosen.
    """
    sides = compare_sides.choose_sides(run)
    if sides is None:
        return
    map_difference.show(*sides)
    left, right = st.columns([3, 2], gap="large")
    with left:
        _draw_curves(sides)
    with right:
        _show_table(sides)


def _draw_curves(sides: tuple[Side, Side]) -> None:
    """Draw both learning curves up to the chosen steps, the shorter one on top."""
    lengths = [len(side.snapshot.learning_curve) for side in sides]
    curves = [
        build_curves(side.snapshot.learning_curve, side.letter, color)
        for side, color in zip(sides, (FIRST, SECOND), strict=True)
    ]
    longest_first = sorted((0, 1), key=lengths.__getitem__, reverse=True)
    figure = learning_curves(
        [curve for place in longest_first for curve in curves[place][0]],
        [curve for place in longest_first for curve in curves[place][1]],
        n_steps=max(side.run.state.steps for side in sides),
    )
    scores = " and ".join(
        f"{side.letter} reaches {side.snapshot.evaluation.exact_match:.0%} at step {side.snapshot.step}"
        for side in sides
    )
    alt = f"Losses and scores of A and B over the training steps; in exact match {scores}."
    chart.draw(figure, training_page_keys.LEARNING_CURVE, alt, height=LEARNING_CURVES_HEIGHT)
    has_alignment = any(len(shares) > 1 for _, shares in curves)
    lines = "above: held-out loss, dotted: training loss · below: exact match"
    legends.show_entries(
        [("first", "━ A"), ("second", "━ B"), ("", lines + (", dotted: alignment" if has_alignment else ""))]
    )


def _show_table(sides: tuple[Side, Side]) -> None:
    """Show the scores, and the settings that differ."""
    first, second = sides
    scores = [run_summary.describe_scores(side.snapshot) for side in sides]
    settings = [run_summary.describe_settings(side.run.description) for side in sides]
    different = [name for name in settings[0] if settings[0][name] != settings[1].get(name)]
    rows = [(name, *(each[name] for each in scores)) for name in scores[0]]
    rows += [(name, *(each[name] for each in settings)) for name in different]
    tables.show_table(("", *(f"{side.letter}: {side.name}" for side in sides)), rows)
    if not different:
        same = "two steps of one run" if first.run is second.run else "two runs with the same settings"
        headings.show_remark(f"These are {same}.")
