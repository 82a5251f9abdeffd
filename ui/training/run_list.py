"""All runs of this visitor: what each is and has come to, which one the pages show, and what waits for its turn."""

import streamlit as st

from model.runs import TrainingRun
from ui import cache, following, shelf, state
from ui.training import bringing, run_row, waiting


def show(run: TrainingRun) -> None:
    """Draw the whole view.

    Args:
        run: the run now looked at.
    """
    names, own = shelf.names(run), shelf.mine().names
    bringing.show_said()
    with st.container(key=state.RUN_LIST):
        for digest, name in names.items():
            run_row.show(
                run_row.read(digest, own.get(digest, name)), is_looked_at=digest == run.digest, is_own=digest in own
            )
        bringing.show_made(names)
    left, right = st.columns(2, gap="large")
    with left:
        waiting.show(names)
    with right:
        bringing.show_box()
    following.follow([opened for digest in names if (opened := cache.runs().opened(digest))])
