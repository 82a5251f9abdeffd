"""The wait for the first weights of a run, before its page is drawn."""

from typing import Any

from model.runs.published_run import PublishedRun
from ui.runs import run_keys
from ui.widgets import session

_SECONDS = 30.0


def await_first_weights(run: PublishedRun[Any]) -> None:
    """Wait up to 30 s for the first weights; not again in this session once that was in vain, as in a long queue.

    Without weights the page says so, and is drawn again when they come.
    """
    in_vain: frozenset[str] = session.get(run_keys.AWAITED_IN_VAIN, frozenset())
    if run.digest in in_vain or run.wait(_SECONDS) or run.state.error or run.state.is_elsewhere:
        return
    session.put(run_keys.AWAITED_IN_VAIN, in_vain | {run.digest})
