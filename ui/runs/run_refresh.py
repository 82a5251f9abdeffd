"""The refresh of a page while the trainings that it shows run."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from ui.runs import run_keys
from ui.runs.registry import get_registry
from ui.widgets import session
from ui.widgets.clocks import ask_for_clock, is_starting, redraw_page

_INTERVAL, _IDLE_INTERVAL = 1.0, 4.0  # seconds


def redraw_on_change(runs: Sequence[TrainingRun], read_more: Callable[[], object] | None = None) -> None:
    """Draw the page again when one of these runs changes, by its training or by another visitor.

    Args:
        runs: shown on the page.
        read_more: returns what else the page shows, which may change at any time; compared with ``==``.
    """
    read = partial(_read_versions, runs, read_more)
    session.put(run_keys.SHOWN_VERSIONS, read())
    interval = choose_interval(runs) or (_IDLE_INTERVAL if read_more else None)
    if interval:
        ask_for_clock(run_keys.SHOWN_VERSIONS, interval, partial(_check, runs, read))


def choose_interval(runs: Sequence[TrainingRun]) -> float | None:
    """Return the seconds between two checks for changes; None if nothing can change any more.

    Other visitors can pause, resume, restart or delete any run but the default one.
    """
    if any(run.state.is_training for run in runs):
        return _INTERVAL
    is_final = all(run.state.status is Status.TRAINED and run is get_registry().open_default() for run in runs)
    return None if is_final else _IDLE_INTERVAL


def get_version(run: TrainingRun) -> Hashable:
    """Return a value that changes when a page that shows the run has to be drawn again."""
    state = run.state
    return (state.snapshot.step if state.snapshot else None, state.status, run.is_deleted)


def _check(runs: Sequence[TrainingRun], read: Callable[[], object]) -> None:
    if is_starting():  # the browser has not seen what the first drawing alone shows
        return
    if any(run.is_overtaken for run in runs) or read() != session.get(run_keys.SHOWN_VERSIONS):
        redraw_page()


def _read_versions(runs: Sequence[TrainingRun], read_more: Callable[[], object] | None) -> object:
    return [(get_version(run), QUEUE.count_ahead(run)) for run in runs], read_more and read_more()
