"""One attention with its options beside plain attention over the same numbers."""

import streamlit as st

from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionOptions, compute_attention
from ui.attention.attention_options import choose_options
from ui.attention.stages_view import blank_forbidden
from ui.widgets import link_keys, session, texts
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import show_matrix

_MAX_HEADS = 4  # of more, only the chosen one is shown


def show(inputs: AttentionInputs) -> None:
    """Show weights and output with the chosen options, and with none of them and one head."""
    options, is_stretched = choose_options(inputs)
    texts.show("attention_formula")
    attention, plain = compute_attention(inputs, options), compute_attention(inputs, AttentionOptions())
    for title, shown, key in (("With the options", attention, "own"), ("Plain, one head", plain, "plain")):
        show_heading(title)
        n_heads = shown.options.n_heads
        chosen = min(int(session.get(link_keys.HEAD) or 1), n_heads) - 1
        with st.container(key=f"line_{key}", horizontal=True, gap="large"):
            for head in range(n_heads) if n_heads <= _MAX_HEADS else [chosen]:
                name = rf"\mathrm{{weights}}_{{{head + 1}}}" if n_heads > 1 else r"\mathrm{weights}"
                show_matrix(name, blank_forbidden(shown, head), f"{key}_weights_{head}", is_signed=False,
                            is_stretched=is_stretched, rows=inputs.queries, columns=inputs.keys)  # fmt: skip
            show_matrix(r"\mathrm{output}", shown.output.numpy(), f"{key}_output", rows=inputs.queries)
    difference = float((attention.output - plain.output).abs().max())
    st.markdown(f"Largest difference between the two outputs: **{difference:.3g}**")
    if not difference:
        st.caption("Change an option above, such as the mask, to see a difference.")
