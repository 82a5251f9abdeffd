"""The choice of the two sides of a comparison, each a run and one of its training steps."""

from dataclasses import dataclass

import streamlit as st

from model.runs.run_state import RunState, Status
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs import run_refresh, training_step, visitor_runs
from ui.runs.registry import get_registry
from ui.training import training_page_keys
from ui.widgets import changing_default, link_keys, messages, session, unbound_parameters
from ui.widgets.markdown import escape_markdown


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison.

    Attributes:
        letter: A or B.
        name: of the run.
        run: the training.
        snapshot: its weights at the chosen step.
    """

    letter: str
    name: str
    run: TrainingRun
    snapshot: Snapshot

    @property
    def is_guided(self) -> bool:
        """True if the training guided a head to the gold alignment."""
        return bool(self.run.description.training.guided_alignment)


def choose_sides(run: TrainingRun) -> tuple[Side, Side] | None:
    """Draw the choice of both sides; if one has no weights, show why and return None.

    Args:
        run: the run shown, which is side A unless another is chosen.
    """
    names = visitor_runs.name_runs(run.digest, *_list_linked_runs())
    other = next((digest for digest in names if digest != run.digest), run.digest)
    is_deleted = _is_run_deleted(names)
    boxes = st.columns(4, gap="medium")
    with boxes[0]:
        first = _choose_run("A", link_keys.FIRST_RUN, names, run.digest, implied=run.digest)
    with boxes[2]:
        second = _choose_run("B", link_keys.SECOND_RUN, names, other, implied=_imply_other(run))
    with boxes[1]:
        before = _choose_snapshot("A", link_keys.FIRST_STEP, first, is_early=first is second, is_reset=is_deleted)
    with boxes[3]:
        after = _choose_snapshot("B", link_keys.SECOND_STEP, second, is_reset=is_deleted)
    if first is None or second is None:
        return None
    run_refresh.redraw_on_change([first, second])
    for letter, side in (("A", first), ("B", second)):
        if side is not run:  # the header shows the notices of the run shown
            for notice in side.state.notices:
                st.caption(f"{letter}: {escape_markdown(notice)}")
    if before is None or after is None:
        return None
    return Side("A", names[first.digest], first, before), Side("B", names[second.digest], second, after)


def clear_url() -> None:
    """Take both runs out of the URL, which holds another view, and keep them for the next comparison."""
    for key in (link_keys.FIRST_RUN, link_keys.SECOND_RUN):
        if linked := unbound_parameters.read(key):
            session.put(f"{training_page_keys.KEPT_}{key}", linked)
        unbound_parameters.write(key, "")


def _read_link(key: str) -> str:
    """Return the run of a side that the URL names, or that was kept while another view was shown; "" for none."""
    digest: str = st.query_params.get(key) or session.get(f"{training_page_keys.KEPT_}{key}", "")
    return digest


def _list_linked_runs() -> list[str]:
    """Return the digests of the linked runs that this server has."""
    linked = [_read_link(key) for key in (link_keys.FIRST_RUN, link_keys.SECOND_RUN)]
    return [digest for digest in linked if get_registry().describe(digest) is not None]


def _is_run_deleted(names: dict[str, str]) -> bool:
    """Return True once the run of a side is gone: other runs, or steps of one, are compared then."""
    chosen = [session.get(f"{training_page_keys.CHOOSE_}{key}") for key in (link_keys.FIRST_RUN, link_keys.SECOND_RUN)]
    return any(digest is not None and digest not in names for digest in chosen)


def _imply_other(run: TrainingRun) -> str:
    """Return the run that a link without one means for everybody, whatever runs they have: the default run, if any."""
    default = get_registry().open_default().digest
    return "" if default == run.digest else default


def _choose_run(letter: str, key: str, names: dict[str, str], default: str, *, implied: str) -> TrainingRun | None:
    linked = _read_link(key) or implied or default
    session.forget(f"{training_page_keys.KEPT_}{key}")
    if linked not in names:
        messages.report_link(f"Run {letter} of this link is not on this server, or was deleted.")
    box = f"{training_page_keys.CHOOSE_}{key}"
    if unbound_parameters.take_change(key) or session.get(box) not in names:
        session.put(box, linked if linked in names else default)
    digest: str = st.selectbox(letter, list(names), format_func=names.__getitem__, key=box)
    unbound_parameters.write(key, "" if digest == implied else digest)
    run = get_registry().open_run(digest)
    if run is None:
        messages.inform(f"{letter} cannot be opened: its files are damaged or missing.")
    return run


def _choose_snapshot(
    letter: str, key: str, run: TrainingRun | None, *, is_early: bool = False, is_reset: bool = False
) -> Snapshot | None:
    if run is None:
        return None
    steps = run.kept_steps
    if not steps:
        st.info(f"{letter} {_explain_missing_weights(run.state)}", icon=":material/hourglass_empty:")
        return None
    default = next(step for step in steps if 4 * step >= steps[-1]) if is_early else steps[-1]
    changing_default.follow(key, default)
    if is_reset:
        session.put(key, default)
    elif session.get(key, default) not in steps:
        session.put(key, steps[-1])
    step = training_step.draw_slider(run, steps, default, key=key, name=f"Training step of {letter}")
    return training_step.load_snapshot(run, step)


def _explain_missing_weights(state: RunState[Snapshot]) -> str:
    if state.status is Status.FAILED:
        return f"has no weights: its training failed. {escape_markdown(state.error)}"
    is_at = {Status.WAITING: "is waiting", Status.TRAINING: "has just started"}.get(state.status, f"is {state.status}")
    return f"has no weights yet: its training {is_at}."
