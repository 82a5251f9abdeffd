"""The two trainings of the Language model page, with and without the causal mask, and their state on the page."""

from typing import NamedTuple

import streamlit as st

from model.runs.language_run import LanguageRun
from model.runs.training_queue import QUEUE
from model.storage.cache_folders import cache_folder
from model.training.language_task import LANGUAGE_TRAINING
from model.training.snapshot import LanguageSnapshot
from model.transformer.config import LanguageConfig
from ui.language import language_page_keys
from ui.runs.first_weights import await_first_weights
from ui.runs.registry import get_registry, get_toy_corpus
from ui.shell import training_status
from ui.widgets import clocks, session


class LanguageSnapshots(NamedTuple):
    """The weights of both models at one moment.

    Attributes:
        causal: trained with the causal mask.
        leaky: trained without it.
        n_steps: length of the whole training.
    """

    causal: LanguageSnapshot
    leaky: LanguageSnapshot
    n_steps: int


class LanguageRuns(NamedTuple):
    """The trainings with the causal mask and without it."""

    causal: LanguageRun
    leaky: LanguageRun

    def snapshots(self) -> LanguageSnapshots | None:
        """Return the newest weights, None before both have some."""
        causal, leaky = self.causal.state.snapshot, self.leaky.state.snapshot
        return LanguageSnapshots(causal, leaky, self.causal.state.steps) if causal and leaky else None


def open_runs() -> LanguageRuns:
    """Return both runs, started when the page is first opened, and wait for the first weights of each."""
    causal = open_run(is_causal=True)
    await_first_weights(causal)  # before the other is started, so that it is the first in the queue
    leaky = open_run(is_causal=False)
    await_first_weights(leaky)
    return LanguageRuns(causal, leaky)


@st.cache_resource(show_spinner=False, max_entries=2)
def open_run(*, is_causal: bool) -> LanguageRun:
    """Return the one training of the language model with, or without, its causal mask."""
    config, lock = LanguageConfig(is_causal=is_causal), get_registry().trainer_lock
    return LanguageRun(get_toy_corpus(), config, LANGUAGE_TRAINING, cache_folder(), lock=lock)


def show_status() -> None:
    """Draw the state of both trainings, updated while one runs."""
    runs = open_runs()
    session.put(language_page_keys.SHOWN_LANGUAGE, _list_states(runs))
    with st.container(key=language_page_keys.LANGUAGE_STATUS, horizontal=True, horizontal_alignment="right"):
        is_training = any(run.state.is_training for run in runs)
        st.fragment(_update, run_every=1.0 if is_training else None)(runs)


def show_errors(runs: LanguageRuns) -> None:
    """Show notices, and why a training failed, with a button that starts it again."""
    for run, name in zip(runs, ("with", "without"), strict=True):
        training_status.show_notices(run.state.notices)
        if run.state.error:
            training_status.show_failure(f"Training {name} the causal mask", run.state.error)
            if st.button("Try again", key=f"{language_page_keys.AGAIN}{name}"):
                run.start()
                st.rerun()  # the header follows the training again


def _update(runs: LanguageRuns) -> None:
    lines = [_describe(name, run) for name, run in zip(("causal mask", "no mask"), runs, strict=True)]
    st.html("".join(lines), width="content")
    if _list_states(runs) != session.get(language_page_keys.SHOWN_LANGUAGE):
        clocks.redraw_page()


def _list_states(runs: LanguageRuns) -> tuple[tuple[int | None, bool], ...]:
    """Return a value that changes when the page has to be drawn again."""
    return tuple((run.state.snapshot.step if run.state.snapshot else None, run.state.is_training) for run in runs)


def _describe(name: str, run: LanguageRun) -> str:
    state = run.state
    if state.error:
        return training_status.format_line("failed", f"{name}: training failed")
    if delay := training_status.describe_delay(state, QUEUE.count_ahead(run)):
        return training_status.format_line("busy", f"{name}: {delay}")
    if state.snapshot is None:
        return training_status.format_line("busy", f"{name}: preparing the corpus")
    loss = f"held-out loss {state.snapshot.evaluation.loss:.3f}"
    if not state.is_training:
        return training_status.format_line(training_status.find_look(state.status), f"{name}: {state.status} · {loss}")
    progress = training_status.format_progress(state.snapshot.step / state.steps)
    return training_status.format_line("busy", f"{name}: {progress}{loss}")
