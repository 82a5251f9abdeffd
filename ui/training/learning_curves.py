"""The learning curves of one run or two, and the scores of a run at the chosen step."""

from collections.abc import Mapping

from figures.learning_curves import LOSS_CURVES_HEIGHT, SCORE_CURVES_HEIGHT, Curve, loss_curves, score_curves
from figures.palette import RUN_COLORS
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.training import training_page_keys
from ui.widgets import chart, legends, tables
from ui.widgets.headings import show_remark
from ui.widgets.number_format import count, format_number, format_percent, format_seconds, format_share_of

_FEW = 20  # held-out sentences, of which a single one moves the scores visibly


def show_learning_curves(run: TrainingRun, snapshot: Snapshot) -> None:
    """Draw the learning curves with the chosen step marked, and the scores of that step."""
    newest = run.state.snapshot
    if newest is None:
        return
    n_steps, n_smoothed = run.state.steps, run.description.training.n_smoothed
    chosen = None if snapshot is newest else snapshot.step
    smoothing_end = n_smoothed if 0 < n_smoothed < n_steps else None
    draw_curves({"": newest}, n_steps=n_steps, chosen=chosen, smoothing_end=smoothing_end)
    n_held_out = newest.evaluation.n_sentences
    if 0 < n_held_out < _FEW:
        measured = f"Measured on {count(n_held_out, 'held-out sentence')}"
        show_remark(f"{measured}: each moves the exact match by {round(100 / n_held_out)} points.")
    _show_scores(run, snapshot)


def draw_curves(
    snapshots: Mapping[str, Snapshot],
    *,
    n_steps: int,
    chosen: int | None = None,
    smoothing_end: int | None = None,
) -> None:
    """Draw losses above scores, each with its legend.

    Args:
        snapshots: of one run or two, whose learning curves end at them, by a name for the legend; "" for a single run.
        n_steps: last step of the longest training.
        chosen: step to mark.
        smoothing_end: step to mark as the end of label smoothing; None to mark none.
    """
    runs = list(zip(snapshots.items(), RUN_COLORS, strict=False))
    losses = [curve for (name, snapshot), colors in runs for curve in _list_losses(name, snapshot, colors)]
    scores = [curve for (name, snapshot), colors in runs for curve in _list_scores(name, snapshot, colors)]
    names = " and ".join(filter(None, snapshots))
    about = f"of {names}: " if names else ""
    about += "; ".join(
        f"{name + ' ' if name else ''}after {snapshot.step} training steps: held-out loss"
        f" {snapshot.evaluation.loss:.2f} nats per token, exact match {snapshot.evaluation.exact_match:.0%}"
        for name, snapshot in snapshots.items()
    )
    figure = loss_curves(_put_short_on_top(losses), n_steps=n_steps, chosen=chosen, smoothing_end=smoothing_end)
    chart.draw(figure, training_page_keys.LOSS_CURVES, f"Losses {about}.", height=LOSS_CURVES_HEIGHT)
    legends.show_curves(losses)
    figure = score_curves(_put_short_on_top(scores), n_steps=n_steps, chosen=chosen)
    chart.draw(figure, training_page_keys.SCORE_CURVES, f"Scores {about}.", height=SCORE_CURVES_HEIGHT)
    legends.show_curves(scores)


def _put_short_on_top(curves: list[Curve]) -> list[Curve]:
    """Return the curves in the order of drawing, so that a run does not hide the same run at an earlier step."""
    return sorted(curves, key=lambda curve: curve.steps[-1], reverse=True)


def _list_losses(name: str, snapshot: Snapshot, colors: tuple[str, str]) -> list[Curve]:
    points = snapshot.learning_curve
    steps, prefix = [point.step for point in points], f"{name}, " if name else ""
    return [
        Curve(f"{prefix}held-out loss", steps, [point.evaluation.loss for point in points], colors[0]),
        Curve(f"{prefix}training loss", steps, [point.loss for point in points], colors[1], is_training=True),
    ]


def _list_scores(name: str, snapshot: Snapshot, colors: tuple[str, str]) -> list[Curve]:
    """Return exact match, and alignment where the held-out pairs have gold links."""
    points = snapshot.learning_curve
    steps, prefix = [point.step for point in points], f"{name}, " if name else ""
    curves = [Curve(f"{prefix}exact match", steps, [point.evaluation.exact_match for point in points], colors[0])]
    alignment = [share for point in points if (share := point.evaluation.alignment_accuracy) is not None]
    if len(alignment) == len(points):
        curves.append(Curve(f"{prefix}alignment", steps, alignment, colors[1]))
    return curves


def _show_scores(run: TrainingRun, snapshot: Snapshot) -> None:
    point = snapshot.learning_curve[-1]
    scores = point.evaluation
    rows = [
        ("training loss", f"{point.loss:.3f}" if point.step else "–"),
        ("held-out loss", f"{scores.loss:.3f}"),
        ("exact match", format_share_of(scores.exact_match, scores.n_sentences)),
        ("alignment", format_percent(scores.alignment_accuracy)),
        ("tokens per second", format_number(round(point.tokens_per_second))),
        ("training time", format_seconds(point.seconds)),
    ]
    if run.state.is_training:
        left = run.state.seconds_left
        rows.append(("time left", "–" if left is None else format_seconds(left)))
    tables.show_numbers(rows)
