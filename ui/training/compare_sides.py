"""Choosing the two sides of a comparison: each a run and one of its training steps."""

from dataclasses import dataclass

import streamlit as st

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import cache, run_refresh, training_step, visitor_runs
from ui.training import training_keys
from ui.widgets import link_keys, session
from ui.widgets.markdown import escape_markdown


@dataclass(frozen=True, slots=True)
class Side:
    """Weights to compare.

    Attributes:
        letter: A or B.
        name: of the run.
        run: the training.
        snapshot: its weights at a step.
    """

    letter: str
    name: str
    run: TrainingRun
    snapshot: Snapshot


def choose(run: TrainingRun) -> tuple[Side, Side] | None:
    """Draw the choice of both sides; None, with a sentence why, while one has no weights.

    Args:
        run: the run now looked at, which is A unless another is chosen.
    """
    names = visitor_runs.names(run)
    other = next((digest for digest in names if digest != run.digest), run.digest)
    boxes = st.columns(4, gap="medium")
    with boxes[0]:
        first = _run("A", link_keys.FIRST_RUN, names, run.digest)
    with boxes[2]:
        second = _run("B", link_keys.SECOND_RUN, names, other)
    with boxes[1]:
        before = _snapshot("A", link_keys.FIRST_STEP, first, is_early=first is second)
    with boxes[3]:
        after = _snapshot("B", link_keys.SECOND_STEP, second)
    if first is None or second is None:
        return None
    run_refresh.follow([first, second])
    for letter, side in (("A", first), ("B", second)):
        if side is not run:  # whose the page's head tells
            for notice in side.state.notices:
                st.caption(f"{letter}: {escape_markdown(notice)}")
    if before is None or after is None:
        return None
    return Side("A", names[first.digest], first, before), Side("B", names[second.digest], second, after)


def _run(letter: str, key: str, names: dict[str, str], usual: str) -> TrainingRun | None:
    linked = st.query_params.get(key, usual)
    if linked not in names and cache.runs().describe(linked) is not None:
        names[linked] = "From a link"
    if linked not in names:
        st.info(f"The link names a training for {letter} that is not here.", icon=":material/link_off:")
    box = f"{training_keys.CHOOSE_}{key}"
    if session.get(box) not in names:
        session.put(box, linked if linked in names else usual)
    digest: str = st.selectbox(letter, list(names), format_func=names.__getitem__, key=box)
    if digest == usual:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = digest
    run = cache.runs().open_run(digest)
    if run is None:
        st.info(f"{letter} cannot be opened: its files are damaged, or gone.", icon=":material/info:")
    return run


def _snapshot(letter: str, key: str, run: TrainingRun | None, *, is_early: bool = False) -> Snapshot | None:
    if run is None:
        return None
    stations = run.kept_steps
    if not stations:
        waits = "waits for its turn" if run.state.status is Status.WAITING else "has just begun"
        st.info(f"{letter} has no weights yet: its training {waits}.", icon=":material/hourglass_empty:")
        return None
    if key in st.session_state and session.get(key) not in stations:
        session.put(key, stations[-1])
    usual = stations[len(stations) // 4 if is_early else -1]
    step: int = st.select_slider(
        f"Training step of {letter}", stations, usual, key=key, bind="query-params", disabled=len(stations) < 2
    )
    return training_step.weights(run, step)
