"""What every page opens with: its settings, the style, the way to the other pages, and the state of training."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import ParamSpec, TypeVar

import streamlit as st

from model.runs.foreground import foreground_work
from model.runs.run_state import RunState, Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cache, run_buttons, run_choice, run_refresh, visitor_runs
from ui.shell import link_errors, shell_keys
from ui.widgets import session
from ui.widgets.assets import ASSETS
from ui.widgets.markdown import plain

_Given = ParamSpec("_Given")
_Drawn = TypeVar("_Drawn")
_RIGHT = "of the sentences held out from training"
_PAGES = {
    "app.py": "Translate",
    "pages/attention.py": "Attention",
    "pages/blocks.py": "Building blocks",
    "pages/language_model.py": "Language model",
    "pages/training.py": "Training",
}


@contextmanager
def open_page(title: str) -> Iterator[TrainingRun]:
    """Set a page up and draw its header; all of the page is drawn inside.

    Yields:
        The training run whose weights the page shows.
    """
    link_errors.remember()
    st.set_page_config(f"{title} · Attention Playground", str(ASSETS / "icon.svg"), layout="wide")
    st.html(ASSETS / "style.css")
    run = run_choice.chosen_run()
    run.wait(30)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.html('<div class="brand">Attention Playground</div>', width="content")
        with st.container(key=shell_keys.PAGES, horizontal=True, gap="small", width="content"):
            for script, name in _PAGES.items():
                st.page_link(script, label=name, query_params=run_choice.carried())
        with st.container(key=shell_keys.TRAINING_STATUS, horizontal=True, horizontal_alignment="right"):
            _follow(run)
    for notice in run.state.notices:
        st.caption(plain(notice))
    run_choice.show_trouble(run)
    if run.state.error:
        st.error(f"Training stopped: {plain(run.state.error)}", icon=":material/error:")
        run_buttons.try_again(run)
    yield run
    link_errors.answer()


def body(draw: Callable[_Given, _Drawn]) -> Callable[_Given, _Drawn]:
    """What stands below the header: drawn again by itself at every change; meanwhile a training begins few steps."""
    return st.fragment(foreground_work()(draw))


def focus_sentence() -> None:
    """Put the caret into the sentence box when the page is first opened."""
    st.html(ASSETS / "focus.html", unsafe_allow_javascript=True)


def _follow(run: TrainingRun) -> None:
    session.put(shell_keys.SHOWN_TRAINING, run_refresh.mark(run))
    name = (
        ""
        if run is cache.runs().open_default()
        else f'<span class="run">{escape(visitor_runs.names(run)[run.digest])}</span>'
    )
    st.fragment(_status, run_every=run_refresh.pace([run]))(run, name)


def _status(run: TrainingRun, name: str) -> None:
    look, words = _told(run.state, QUEUE.count_ahead(run))
    st.html(status_line(look, name + words), width="content")
    if run_refresh.mark(run) != session.get(shell_keys.SHOWN_TRAINING):
        st.rerun()


def _told(now: RunState[Snapshot], n_ahead: int) -> tuple[str, str]:
    """How a training stands: the look of its dot, and the words, as HTML."""
    if now.error:
        return "failed", "training failed"
    if now.snapshot is None:
        return "busy", "preparing the corpus"
    right = f'<span title="{_RIGHT}">{100 * now.snapshot.evaluation.exact_match:.1f}\u202f% exactly right</span>'
    if now.status is Status.WAITING and n_ahead:
        return "busy", "waiting for another training" if n_ahead == 1 else f"waiting for {n_ahead} others"
    if not now.is_training:
        return "", f"{now.status} · {right}"
    step = now.snapshot.step
    track = status_track(step / now.steps)
    loss = f" · loss {now.loss:.2f}" if step else ""
    left = f" · {now.seconds_left:.0f} s left" if now.seconds_left is not None else ""
    return "busy", f'training {track}<span class="detail">step {step} of {now.steps}{loss} · </span>{right}{left}'


def status_track(share: float) -> str:
    """A bar that is filled so far, as HTML."""
    return f'<span class="track"><span style="width:{100 * share:.0f}%"></span></span>'


def status_line(look: str, html: str) -> str:
    """The state of a training with its dot: ``busy``, ``failed`` or "" for done."""
    return f'<div class="status {look}">{html}<span class="dot"></span></div>'
