"""The view "Compare": two runs, or two steps of one: maps and their difference, learning curves, scores, settings."""

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.translation_task import GUIDED_HEAD
from ui.runs import cached_records
from ui.training import compare_sides, learning_curves, map_difference, run_summary
from ui.training.compare_sides import Side
from ui.widgets import headings, tables
from ui.widgets.number_format import format_percent

NAME = "Compare"


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
        n_steps = max(side.run.state.steps for side in sides)
        learning_curves.draw_curves({side.letter: side.snapshot for side in sides}, n_steps=n_steps)
    with right:
        _show_table(sides)


def _show_table(sides: tuple[Side, Side]) -> None:
    """Show the scores, and the settings that differ."""
    first, second = sides
    scores = [run_summary.describe_scores(side.snapshot) for side in sides]
    settings = [run_summary.describe_settings(side.run.description) for side in sides]
    different = [name for name in settings[0] if settings[0][name] != settings[1].get(name)]
    rows = [(name, *(each[name] for each in scores)) for name in scores[0]]
    is_guided = first.is_guided or second.is_guided
    if is_guided:
        rows.append(("alignment, guided head", *map(_score_guided_head, sides)))
    rows += [(name, *(each[name] for each in settings)) for name in different]
    tables.show_table(("", *(f"{side.letter}: {side.name}" for side in sides)), rows)
    if is_guided:
        headings.show_remark(
            f"The guided head is head {GUIDED_HEAD + 1} of the last layer; “alignment” is that of the mean of heads."
        )
    if first.run is second.run and first.snapshot.step == second.snapshot.step:
        headings.show_remark("A and B are the same weights: choose another run or training step.")
    elif not different:
        same = "two steps of one run" if first.run is second.run else "two runs with the same settings"
        headings.show_remark(f"These are {same}.")


def _score_guided_head(side: Side) -> str:
    """Return the alignment accuracy of the head that a guided training guides, whether or not this one did."""
    scores = cached_records.score_heads(side.snapshot, side.run)
    return format_percent(None if scores is None else float(scores[-1, GUIDED_HEAD]))
