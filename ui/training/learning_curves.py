"""The learning curve of a run, and its scores at the chosen step."""

from figures.learning_curves import LEARNING_CURVES_HEIGHT, Curve, learning_curves
from figures.palette import FIRST, SECOND
from model.runs.training_run import TrainingRun
from model.training.evaluation import Evaluation
from model.training.learning_curve import LearningCurve
from model.training.snapshot import Snapshot
from ui.training import training_page_keys
from ui.widgets import chart, legends, tables
from ui.widgets.number_format import format_number, format_percent


def show_learning_curve(run: TrainingRun, snapshot: Snapshot) -> None:
    """Draw the learning curve with the chosen step marked, and the scores of that step."""
    newest = run.state.snapshot
    if newest is None:
        return
    n_steps = run.state.steps
    losses, shares = build_curves(newest.learning_curve)
    alt = (
        f"After {newest.step} of {n_steps} training steps the held-out loss is {newest.evaluation.loss:.2f} nats per"
        f" token, and {newest.evaluation.exact_match:.0%} of the held-out sentences are exact matches."
    )
    figure = learning_curves(losses, shares, n_steps=n_steps, chosen=None if snapshot is newest else snapshot.step)
    chart.draw(figure, training_page_keys.LEARNING_CURVE, alt, height=LEARNING_CURVES_HEIGHT)
    entries = [("first", "━ held-out loss"), ("first", "┈ training loss"), ("first", "━ exact match")]
    legends.show_entries([*entries, ("second", "━ alignment")] if len(shares) > 1 else entries)
    _show_scores(run, snapshot)


def build_curves(
    learning_curve: LearningCurve[Evaluation], name: str = "", color: str = ""
) -> tuple[list[Curve], list[Curve]]:
    """Return the lines of a learning curve: losses, and shares.

    Args:
        learning_curve: the points.
        name: of the run, if there are several.
        color: of all lines, if there are several runs; the alignment is dotted then.
    """
    steps = [point.step for point in learning_curve]
    prefix = f"{name}, " if name else ""
    training = [point.loss for point in learning_curve]
    held_out = [point.evaluation.loss for point in learning_curve]
    losses = [
        Curve(f"{prefix}training loss", steps, training, color or FIRST, is_dotted=True),
        Curve(f"{prefix}held-out loss", steps, held_out, color or FIRST),
    ]
    exact_match = [point.evaluation.exact_match for point in learning_curve]
    shares = [Curve(f"{prefix}exact match", steps, exact_match, color or FIRST)]
    alignment = [share for point in learning_curve if (share := point.evaluation.alignment_accuracy) is not None]
    if len(alignment) == len(learning_curve):
        shares.insert(0, Curve(f"{prefix}alignment", steps, alignment, color or SECOND, is_dotted=bool(color)))
    return losses, shares


def _show_scores(run: TrainingRun, snapshot: Snapshot) -> None:
    point = snapshot.learning_curve[-1]
    scores = point.evaluation
    rows = [
        ("training loss", f"{point.loss:.3f}" if point.step else "–"),
        ("held-out loss", f"{scores.loss:.3f}"),
        ("exact match", format_percent(scores.exact_match)),
        ("alignment", format_percent(scores.alignment_accuracy)),
        ("tokens per second", format_number(round(point.tokens_per_second))),
        ("training time", f"{point.seconds:.0f} s"),
    ]
    if run.state.is_training:
        left = run.state.seconds_left
        rows.append(("time left", "–" if left is None else f"{left:.0f} s"))
    tables.show_numbers(rows)
