"""Building blocks: what stands around attention, each on numbers one can change."""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.blocks import block_view, feed_forward, normalization, padded_batch, positions, residual
from ui.shell import page
from ui.widgets import link_keys, texts
from ui.widgets.copy_link import show_copy_link
from ui.widgets.option_choice import choose_option

POSITIONS, NETWORK, RESIDUAL, NORMS = "Positions", "Feed-forward", "Residual and norm", "Layer and batch norm"
STREAM, BLOCK, BATCH = "The stream", "A block whole", "A batch"
_TEXTS = {
    POSITIONS: "positions", NETWORK: "feed_forward", RESIDUAL: "residual", STREAM: "stream", NORMS: "norms",
    BLOCK: "block", BATCH: "batch",
}  # fmt: skip


@page.body
def blocks_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = choose_option("View", list(_TEXTS), link_keys.VIEW, is_bare=True)
        show_copy_link()
    if view == POSITIONS:
        positions.show()
    elif view == NETWORK:
        feed_forward.show(run)
    elif view == RESIDUAL:
        residual.show(run)
    elif view == STREAM:
        residual.show_stream(run)
    elif view == NORMS:
        normalization.show(run)
    elif view == BLOCK:
        block_view.show(run)
    elif view == BATCH:
        padded_batch.show(run)
    if view:
        with st.expander("What happens here, and where it comes from"):
            texts.show(_TEXTS[view])


with page.open_page("Building blocks") as run:
    blocks_page(run)
