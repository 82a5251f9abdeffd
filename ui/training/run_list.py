"""All runs of this visitor: what each is and has come to, which one the pages show, and what waits for its turn."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import cache, run_refresh, visitor_runs
from ui.training import queue_view, run_import, run_row, training_keys


def show(run: TrainingRun) -> None:
    """Draw the whole view.

    Args:
        run: the run now looked at.
    """
    names, own = visitor_runs.names(run), visitor_runs.mine().names
    run_import.show_said()
    with st.container(key=training_keys.RUN_LIST):
        for digest, name in names.items():
            run_row.show(
                run_row.read(digest, own.get(digest, name)), is_looked_at=digest == run.digest, is_own=digest in own
            )
        run_import.show_made(names)
    left, right = st.columns(2, gap="large")
    with left:
        queue_view.show(names)
    with right:
        run_import.show_box()
    run_refresh.follow([opened for digest in names if (opened := cache.runs().get_open_run(digest))])
