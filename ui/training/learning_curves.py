"""How a training went so far: its curves, and its numbers at the step that is looked at."""

import streamlit as st

from figures.learning_curves import LEARNING_CURVES_HEIGHT, Curve, learning_curves
from figures.palette import FIRST, SECOND
from model.runs.training_run import TrainingRun
from model.training.learning_curve import Course
from model.training.snapshot import Snapshot
from ui.training import training_keys
from ui.widgets import chart, tables
from ui.widgets.number_format import format_number, format_percent


def show(run: TrainingRun, snapshot: Snapshot) -> None:
    """Draw the course until now, the chosen step marked in it."""
    newest = run.state.snapshot
    if newest is None:
        return
    n_steps = run.state.steps
    chosen = None if snapshot is newest else snapshot.step
    losses, shares = curves(newest.course)
    last = newest.course[-1]
    alt = (
        f"Over {last.step} of {n_steps} training steps the held-out loss fell to {last.evaluation.loss:.2f} nats a"
        f" token, and {last.evaluation.exact_match:.0%} of held-out sentences came to be exactly right."
    )
    figure = learning_curves(losses, shares, n_steps=n_steps, chosen=chosen)
    chart.draw(figure, training_keys.COURSE, alt, height=LEARNING_CURVES_HEIGHT)
    st.html(
        '<div class="legend"><span class="first">━ held out</span><span class="first">┈ in training</span>'
        '<span class="first">━ exactly right</span>'
        + ('<span class="second">━ alignment</span>' if len(shares) > 1 else "")
        + "</div>"
    )
    _numbers(run, snapshot)


def curves(course: Course, name: str = "", color: str = "") -> tuple[list[Curve], list[Curve]]:
    """The course as lines: losses, and shares.

    Args:
        course: what to draw.
        name: whose it is, where there are several.
        color: of all its lines, where there are several; the alignment is dotted then.
    """
    steps = [point.step for point in course]
    before = f"{name}, " if name else ""
    losses = [
        Curve(f"{before}in training", steps, [point.loss for point in course], color or FIRST, is_dotted=True),
        Curve(f"{before}held out", steps, [point.evaluation.loss for point in course], color or FIRST),
    ]
    right = [point.evaluation.exact_match for point in course]
    shares = [Curve(f"{before}exactly right", steps, right, color or FIRST)]
    known = [share for point in course if (share := point.evaluation.alignment_accuracy) is not None]
    if len(known) == len(course):
        shares.insert(0, Curve(f"{before}alignment", steps, known, color or SECOND, is_dotted=bool(color)))
    return losses, shares


def _numbers(run: TrainingRun, snapshot: Snapshot) -> None:
    point = snapshot.course[-1]
    scores = point.evaluation
    rows = [
        ("loss in training", "–" if not point.step else f"{point.loss:.3f}"),
        ("loss held out", f"{scores.loss:.3f}"),
        ("exactly right", format_percent(scores.exact_match)),
        ("alignment", format_percent(scores.alignment_accuracy)),
        ("tokens a second", format_number(round(point.tokens_per_second))),
        ("worked", f"{point.seconds:.0f} s"),
    ]
    if run.state.is_training:
        left = run.state.seconds_left
        rows.append(("left", "–" if left is None else f"{left:.0f} s"))
    tables.show_numbers(rows)
