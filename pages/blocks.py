"""Building blocks: what stands around attention, each on numbers one can change."""

import streamlit as st

from model.runs import TrainingRun
from ui import batch, block, feed_forward, norms, positions, residual, sharing, shell, state, texts
from ui.choosing import one_of

POSITIONS, NETWORK, RESIDUAL, NORMS = "Positions", "Feed-forward", "Residual and norm", "Layer and batch norm"
STREAM, BLOCK, BATCH = "The stream", "A block whole", "A batch"
_TEXTS = {
    POSITIONS: "positions", NETWORK: "feed_forward", RESIDUAL: "residual", STREAM: "stream", NORMS: "norms",
    BLOCK: "block", BATCH: "batch",
}  # fmt: skip


@shell.body
def blocks_page(run: TrainingRun) -> None:
    """Everything below the header; drawn again at every change, and the header is not."""
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = one_of("View", list(_TEXTS), state.VIEW, is_bare=True)
        sharing.copy_link()
    if view == POSITIONS:
        positions.show()
    elif view == NETWORK:
        feed_forward.show(run)
    elif view == RESIDUAL:
        residual.show(run)
    elif view == STREAM:
        residual.show_stream(run)
    elif view == NORMS:
        norms.show(run)
    elif view == BLOCK:
        block.show(run)
    elif view == BATCH:
        batch.show(run)
    if view:
        with st.expander("What happens here, and where it comes from"):
            texts.show(_TEXTS[view])


with shell.open_page("Building blocks") as run:
    blocks_page(run)
