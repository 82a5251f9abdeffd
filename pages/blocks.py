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

VIEWS = {  # each with the texts that explain it
    "Positional encoding": (positions.show, ["positions"]),
    "Feed-forward": (feed_forward.show, ["feed_forward", "matrix_colors"]),
    "Pre-norm vs post-norm": (residual_connection.show, ["residual", "matrix_colors"]),
    "Residual stream": (residual_stream.show, ["stream"]),
    "Layer norm vs batch norm": (normalization.show, ["norms", "matrix_colors"]),
    "Full block": (block_view.show, ["block", "matrix_colors"]),
    "Padded batch": (padded_batch.show, ["batch"]),
}


@page.body
def blocks_page(run: TrainingRun) -> None:
    """Draw everything below the header."""
    show, names = VIEWS[choose_view(list(VIEWS))]
    show(run)
    with st.expander("What happens here, and where it comes from"):
        for name in names:
            texts.show(name)


with page.open_page("Building blocks") as run:
    blocks_page(run)
