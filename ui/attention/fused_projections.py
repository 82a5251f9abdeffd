"""One fused weight in both layouts compared with three separate ones."""

import streamlit as st

from model.lab.attention_inputs import AttentionInputs
from model.lab.fused_projection import Layout, compute_fused
from ui.attention import number_sources
from ui.attention.attention_options import choose_n_heads
from ui.widgets import texts
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import show_matrix

_MAX_COLUMNS = 64  # a wider fused weight is not shown


def show(inputs: AttentionInputs) -> None:
    """Show the fused weight and the projections of the first head, for each layout."""
    texts.show("fused")
    if not inputs.is_projected:
        st.info("These numbers are Q, K and V themselves, without projections.", icon=":material/info:")
        label = f"Choose “{number_sources.PROJECTED}”"
        st.button(label, on_click=number_sources.choose_projected_example)
        return
    n_heads = choose_n_heads(inputs)
    for layout in Layout:
        fused = compute_fused(inputs, n_heads, layout)
        order = "Q, K, V" if layout is Layout.BLOCKS else ", ".join(f"Q{n} K{n} V{n}" for n in range(1, n_heads + 1))
        show_heading(layout.value.capitalize(), f"columns: {order}")
        with st.container(key=f"line_{layout.value}", horizontal=True, gap="large"):
            if fused.weight.shape[1] <= _MAX_COLUMNS:
                show_matrix("W_{qkv}", fused.weight.numpy(), f"fused_{layout.value}")
            show_matrix("Q_1", fused.queries[0].numpy(), f"q_{layout.value}", rows=inputs.queries)
            show_matrix("K_1", fused.keys[0].numpy(), f"k_{layout.value}", rows=inputs.keys)
            show_matrix("V_1", fused.values[0].numpy(), f"v_{layout.value}", rows=inputs.keys)
        st.markdown(f"Largest difference from three separate projections: **{fused.difference:.2g}**")
