"""Building blocks: the parts of a Transformer around attention, on numbers that can be edited."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.blocks import (
    block_view,
    feed_forward,
    normalization,
    padded_batch,
    positions,
    residual_connection,
    residual_stream,
)
from ui.shell import page
from ui.widgets import texts
from ui.widgets.views import choose_view

VIEWS = {  # each with the text that explains it
    "Positions": (positions.show, "positions"),
    "Feed-forward": (feed_forward.show, "feed_forward"),
    "Residual and norm": (residual_connection.show, "residual"),
    "The stream": (residual_stream.show, "stream"),
    "Layer and batch norm": (normalization.show, "norms"),
    "A block whole": (block_view.show, "block"),
    "A batch": (padded_batch.show, "batch"),
}


@page.body
def blocks_page(run: TrainingRun) -> None:
    """Draw everything below the header."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_view(list(VIEWS))
    show, text = VIEWS[view]
    show(run)
    with st.expander("What happens here, and where it comes from"):
        texts.show(text)


with page.open_page("Building blocks") as run:
    blocks_page(run)
