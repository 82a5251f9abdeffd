"""Both language models in training: their runs, and what a visitor sees of them."""

from typing import NamedTuple

import streamlit as st

from model.runs.language_run import LanguageRun
from model.runs.training_queue import QUEUE
from ui.language import language_keys
from ui.runs import cache
from ui.shell import page
from ui.widgets import session
from ui.widgets.markdown import plain


class Runs(NamedTuple):
    """The trainings with and without the causal mask."""

    causal: LanguageRun
    leaky: LanguageRun


def runs() -> Runs:
    """Both trainings, begun by the first visit to the page; there are weights to look at."""
    causal = cache.language_run(is_causal=True)
    causal.wait(30)  # so that it is the first in the queue: it is the one to write with
    leaky = cache.language_run(is_causal=False)
    leaky.wait(30)
    return Runs(causal, leaky)


def show_status(both: Runs) -> None:
    """Where both trainings stand, followed while one goes on."""
    session.put(language_keys.SHOWN_LANGUAGE, _marks(both))
    with st.container(key=language_keys.LANGUAGE_STATUS, horizontal=True, horizontal_alignment="right"):
        # Only a training that goes on is worth a timer.
        is_training = any(run.state.is_training for run in both)
        st.fragment(_status, run_every=1.0 if is_training else None)(both)


def show_troubles(both: Runs) -> None:
    """Why a training stopped, with a way to try again, and what else a visitor should know."""
    for run, name in zip(both, ("with", "without"), strict=True):
        for notice in run.state.notices:
            st.caption(plain(notice))
        if run.state.error:
            st.error(f"Training {name} the mask stopped: {plain(run.state.error)}", icon=":material/error:")
            st.button("Train again", key=f"again_{name}", on_click=run.start)


def _status(both: Runs) -> None:
    lines = [_line(name, run) for name, run in zip(("with mask", "without"), both, strict=True)]
    st.html("".join(lines), width="content")
    if _marks(both) != session.get(language_keys.SHOWN_LANGUAGE):
        st.rerun()


def _marks(both: Runs) -> tuple[tuple[int | None, bool], ...]:
    """What the rest of the page must be drawn again for."""
    return tuple((run.state.snapshot.step if run.state.snapshot else None, run.state.is_training) for run in both)


def _line(name: str, run: LanguageRun) -> str:
    now = run.state
    if now.error:
        return page.status_line("failed", f"{name}: training failed")
    if now.snapshot is None:
        return page.status_line("busy", f"{name}: preparing the corpus")
    if QUEUE.count_ahead(run):
        return page.status_line("busy", f"{name}: waiting for another training")
    loss = f"held-out loss {now.snapshot.evaluation.loss:.3f}"
    if not now.is_training:
        return page.status_line("", f"{name}: trained · {loss}")
    return page.status_line("busy", f"{name}: {page.status_track(now.snapshot.step / now.steps)}{loss}")
