"""One fused weight in both layouts, and what reading a layout as the other one gives."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from model.lab.attention_inputs import AttentionInputs
from model.lab.fused_projection import FusedProjection, Layout, compute_fused
from ui.attention.attention_options import choose_n_heads
from ui.widgets import texts, widget_keys
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import add_titled_line, show_matrix
from ui.widgets.number_format import format_power

_MAX_COLUMNS = 64  # a wider fused weight is not shown


def show(inputs: AttentionInputs) -> None:
    """Show the fused weight in both layouts, and the first head's Q, K and V, read rightly and wrongly."""
    n_heads = choose_n_heads(inputs, least=2)
    texts.show("fused")
    blocks, interleaved = (compute_fused(inputs, n_heads, layout) for layout in Layout)
    misread = compute_fused(inputs, n_heads, Layout.INTERLEAVED, read_as=Layout.BLOCKS)
    _show_weights(blocks, interleaved, n_heads)
    right, wrong = _list_projections(interleaved), _list_projections(misread)
    difference = [misread_part - part for misread_part, part in zip(wrong, right, strict=True)]
    lines = (
        ("2 Interleaved, read as interleaved", "right: the same as three separate weights", "right", right),
        ("3 Interleaved, read as blocks", "wrong: columns of other projections", "wrong", wrong),
        ("4 Difference", "wrong minus right", "difference", difference),
    )
    readings = st.container(key=widget_keys.CHAIN + "readings", horizontal=True, gap="large")
    for title, note, key, projections in lines:
        with readings, add_titled_line(title, note, key):
            _show_projections(inputs, projections, key, title.partition(" ")[2].lower())
    st.markdown(
        "Largest difference from three separate weights: "
        f"**{format_power(max(blocks.difference, interleaved.difference))}** with either layout read as itself, "
        f"**{misread.difference:.3g}** with interleaved read as blocks."
    )
    if n_heads == 1:
        st.caption("With one head, both layouts are the same: Q, K, V.")


def _show_weights(blocks: FusedProjection, interleaved: FusedProjection, n_heads: int) -> None:
    if blocks.weight.shape[1] > _MAX_COLUMNS:
        show_heading("1 Fused weights", f"not shown: they have {blocks.weight.shape[1]} columns")
        return
    orders = ("Q, K, V", ", ".join(f"Q{head} K{head} V{head}" for head in range(1, n_heads + 1)))
    with add_titled_line("1 Fused weights", "the same columns in two orders", "fused"):
        for layout, fused, order in zip(Layout, (blocks, interleaved), orders, strict=True):
            name = rf"W_{{qkv}}\ \text{{({layout.value})}}"
            about = f"fused weight ({layout.value})"
            show_matrix(name, fused.weight.numpy(), f"fused_{layout.value}", about, note=f"columns: {order}")


def _list_projections(fused: FusedProjection) -> list[NDArray[np.float64]]:
    """Return queries, keys and values of the first head."""
    return [part[0].numpy() for part in (fused.queries, fused.keys, fused.values)]


def _show_projections(inputs: AttentionInputs, projections: list[NDArray[np.float64]], key: str, reading: str) -> None:
    names, labels = ("queries", "keys", "values"), (inputs.queries, inputs.keys, inputs.keys)
    for letter, name, values, tokens in zip("QKV", names, projections, labels, strict=True):
        about = f"{name} of head 1 ({reading})"
        show_matrix(f"{letter}_1", values, f"{letter.lower()}_{key}", about, rows=tokens)
