"""The state of a training on one line, updated while it runs."""

from collections.abc import Sequence
from html import escape
from typing import Any

import streamlit as st

from model.runs.run_state import RunState, Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import run_refresh, visitor_runs
from ui.runs.registry import get_registry
from ui.shell import shell_keys
from ui.widgets import clocks, session
from ui.widgets.markdown import escape_markdown
from ui.widgets.number_format import count, format_number, format_seconds, format_share_of


def show_training_status(run: TrainingRun) -> None:
    """Draw the line; redraw the page when there are new weights or the status of the training changes."""
    session.put(shell_keys.SHOWN_TRAINING, run_refresh.get_version(run))
    is_default = run is get_registry().open_default()
    name = "" if is_default else escape(visitor_runs.name_runs(run.digest)[run.digest])
    name = name and f'<span class="run" title="{name}">{name}</span>'
    st.fragment(_update, run_every=run_refresh.choose_interval([run]))(run, name)


def show_notices(notices: Sequence[str]) -> None:
    """Show a line for each notice of a training."""
    for notice in notices:
        st.caption(escape_markdown(notice))


def show_failure(training: str, error: str) -> None:
    """Show why a training failed."""
    st.error(f"{training} stopped: {escape_markdown(error)}", icon=":material/error:")


def show_missing_weights() -> None:
    """Say that the model has no weights yet."""
    st.info(
        "This model has no weights yet. The page fills as soon as its training has begun.",
        icon=":material/hourglass_empty:",
    )


def format_line(look: str, html: str) -> str:
    """Return a line with a dot at its end as HTML; its look is ``busy``, ``paused``, ``failed`` or "" for trained."""
    return f'<div class="status {look}">{html}<span class="dot"></span></div>'


def find_look(status: Status) -> str:
    """Return the look of the dot of a training that does not go on now."""
    return "" if status is Status.TRAINED else "paused"


def format_progress(share: float) -> str:
    """Return a progress bar as HTML."""
    return f'<span class="track"><span style="width:{100 * share:.0f}%"></span></span>'


def describe_delay(state: RunState[Any], n_ahead: int) -> str:
    """Return what a training waits for, "" if it does not wait.

    Args:
        state: of the training.
        n_ahead: number of trainings before it.
    """
    if state.snapshot is None and state.is_elsewhere:
        return "waiting for another server process"
    if state.status is Status.WAITING and n_ahead:
        return "waiting for another training" if n_ahead == 1 else f"waiting for {n_ahead} others"
    return ""


def _update(run: TrainingRun, name: str) -> None:
    look, state = _describe(run.state, QUEUE.count_ahead(run))
    st.html(format_line(look, name + state), width="content")
    if run.is_overtaken or run_refresh.get_version(run) != session.get(shell_keys.SHOWN_TRAINING):
        clocks.redraw_page()


def _describe(state: RunState[Snapshot], n_ahead: int) -> tuple[str, str]:
    """Return the look of the dot, and the state of the training as HTML."""
    if state.error:
        return "failed", "training failed"
    if delay := describe_delay(state, n_ahead):
        return "busy", delay
    if state.snapshot is None:
        return "busy", "preparing the corpus"
    scores = state.snapshot.evaluation
    share = format_share_of(scores.exact_match, scores.n_sentences)
    exact_match = f'<span title="of {count(scores.n_sentences, "held-out sentence")}">{share} exact match</span>'
    if not state.is_training:
        return find_look(state.status), f"{state.status} · {exact_match}"
    step = state.snapshot.step
    progress = format_progress(step / state.steps)
    loss = f" · loss {state.loss:.2f}" if step else ""
    left = f" · {format_seconds(state.seconds_left)} left" if state.seconds_left is not None else ""
    training = (
        f'<span title="step {format_number(step)} of {format_number(state.steps)}{loss}">training {progress}</span>'
    )
    return "busy", f"{training} · {exact_match}{left}"
