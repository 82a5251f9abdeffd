"""The choice of a training step whose weights are kept, and playback over these steps."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import run_choice, run_keys
from ui.runs.pretrained_runs import PretrainedRun
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.widgets import link_keys, playback, session
from ui.widgets.headings import show_remark
from ui.widgets.number_format import format_number, format_share_of

_SECONDS_PER_STEP = 0.7
_HELP = "Weights are kept more often early in training, when they change most."


def choose_shown_snapshot(run: ShownRun) -> ShownSnapshot:
    """Return the snapshot of the run shown; a model that was trained elsewhere has no other, and this is said."""
    if isinstance(run, PretrainedRun):
        show_remark("Trained elsewhere: there are no earlier training steps to return to.")
        return run.snapshot
    return choose_snapshot(run)


def choose_snapshot(run: TrainingRun) -> Snapshot:
    """Draw the slider over the kept training steps and return the snapshot; the last place stands for the newest.

    Args:
        run: a training that has published weights.
    """
    steps = _get_kept_steps(run)
    session.put(run_keys.KEPT_STEPS, steps)
    if _is_step_of_missing_run(run) or session.get(link_keys.TRAINING_STEP, steps[-1]) not in steps:
        session.put(link_keys.TRAINING_STEP, steps[-1])
    with st.container(key=run_keys.TIME_TRAVEL, horizontal=True, vertical_alignment="bottom", gap="small"):
        step = draw_slider(run, steps, steps[-1], help=_HELP, on_change=playback.stop, args=(run_keys.PLAY_TRAINING,))
        written = "" if step == steps[-1] else str(step)
        playback.stop_on_back(run_keys.PLAY_TRAINING, link_keys.TRAINING_STEP, written)
        playback.show_button(run_keys.PLAY_TRAINING, "Play the training", on_start=_rewind, is_off=len(steps) < 2)
        st.button(
            "Return to the newest step", key=run_keys.NEWEST, icon=":material/last_page:",
            help="Return to the newest step.", disabled=step == steps[-1], on_click=_return_to_newest,
        )  # fmt: skip
    session.put(run_keys.STEPPED_RUN, _name_run(run))
    session.put(run_keys.EARLIER_STEP, (st.query_params.get(link_keys.RUN), step) if step < steps[-1] else None)
    playback.run_clock(run_keys.PLAY_TRAINING, _SECONDS_PER_STEP, advance)
    return load_snapshot(run, step)


def _is_step_of_missing_run(run: TrainingRun) -> bool:
    """Return True while the step is still that of a run which the link names and which another one stands in for."""
    return run_choice.is_other_than_linked(run) and session.get(run_keys.STEPPED_RUN) != _name_run(run)


def _name_run(run: TrainingRun) -> tuple[str | None, str]:
    """Return the run that the URL names, and the one shown."""
    return st.query_params.get(link_keys.RUN), run.digest


def get_step_parameter() -> dict[str, str]:
    """Return the query parameter of the step that a page showed last of the run in the URL, none for the newest."""
    run, step = session.get(run_keys.EARLIER_STEP) or (None, None)
    is_same = step is not None and run == st.query_params.get(link_keys.RUN)
    return {link_keys.TRAINING_STEP: str(step)} if is_same else {}


def draw_slider(
    run: TrainingRun,
    steps: Sequence[int],
    default: int,
    *,
    key: str = link_keys.TRAINING_STEP,
    name: str = "Training step",
    **options: Any,
) -> int:
    """Draw a slider over kept steps and return the step chosen.

    While the training runs, its last place stands for the newest weights; the label then tells their true step. At an
    earlier step it tells what that model reached, since the header tells of the newest.

    Args:
        run: whose steps.
        steps: in ascending order.
        default: the step chosen at first.
        key: of the widget, which is bound to the URL.
        name: begins the label.
        **options: of ``st.select_slider``.
    """
    last = steps[-1]
    newest = run.state.snapshot.step if run.state.snapshot else last
    chosen = _read_choice(key, steps, default)
    is_running = newest < last == chosen
    label = name
    if chosen < min(newest, last):
        label = f"{name}: {_format_exact_match(run, chosen)}"
    elif is_running:
        label = f"{name} {format_number(newest)} of {format_number(last)}"
    elif newest < chosen:
        label = f"{name}: not reached, {format_number(newest)} is shown"
    elif newest < last:
        label = f"{name} ({format_number(newest)} so far)"
    with st.container(key=f"{run_keys.RUNNING_STEP if is_running else run_keys.KEPT_STEP}_{key}"):
        step: int = st.select_slider(
            label, steps, default, key=key, bind="query-params", disabled=len(steps) < 2, **options
        )
    if step != chosen:  # the browser's Back resets the slider while it is drawn
        st.rerun()
    return step


def load_snapshot(run: TrainingRun, step: int) -> Snapshot:
    """Return the snapshot of a kept step; if it is damaged or was deleted meanwhile, draw the page again."""
    snapshot = run.load_snapshot(step)
    if snapshot is None or step not in run.kept_steps:
        st.rerun()
    return snapshot


def _get_kept_steps(run: TrainingRun) -> tuple[int, ...]:
    """Return the kept steps; if the training has just restarted and kept none yet, draw the page again."""
    steps = run.kept_steps
    if not steps:
        st.rerun()
    return steps


def _read_choice(key: str, steps: Sequence[int], default: int) -> int:
    """Return the place of a slider that is still to be drawn: of its last drawing, or of the link at the first."""
    linked = {str(step): step for step in steps}.get(st.query_params.get(key, ""), default)
    choice: int = session.get(key, linked)
    return choice


def _format_exact_match(run: TrainingRun, step: int) -> str:
    """Return "12.0 % exact match" of the weights of a kept step, "earlier weights" where it is not known."""
    curve = run.state.snapshot.learning_curve if run.state.snapshot else ()
    scores = next((point.evaluation for point in curve if point.step == step), None)
    if scores is None:
        return "earlier weights"
    return f"{format_share_of(scores.exact_match, scores.n_sentences)} exact match"


def _return_to_newest() -> None:
    playback.stop(run_keys.PLAY_TRAINING)
    session.put(link_keys.TRAINING_STEP, session.get(run_keys.KEPT_STEPS)[-1])


def _rewind() -> None:
    steps = session.get(run_keys.KEPT_STEPS)
    if session.get(link_keys.TRAINING_STEP) == steps[-1]:
        session.put(link_keys.TRAINING_STEP, steps[0])


def advance() -> bool:
    """Choose the next kept step, from a tick or in a callback; return True if another follows."""
    steps = session.get(run_keys.KEPT_STEPS)
    later = [step for step in steps if step > session.get(link_keys.TRAINING_STEP)]
    session.put(link_keys.TRAINING_STEP, later[0] if later else steps[-1])
    return len(later) > 1
