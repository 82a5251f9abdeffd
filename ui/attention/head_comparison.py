"""Attention with several heads and the chosen options, compared with one head and no options on the same numbers."""

import streamlit as st

from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionOptions, AttentionStages, compute_attention
from ui.attention.attention_options import choose_options
from ui.attention.stages_view import blank_forbidden
from ui.widgets import texts, widget_keys
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import show_matrix

_MAX_MAPS = 4  # heads whose maps are shown; of more, the map of the chosen one
_ABOUT = {"own": "with your settings", "baseline": "of the baseline"}


def show(inputs: AttentionInputs) -> None:
    """Show weights, joined values and output with the chosen options, and with one head and no options."""
    choice = choose_options(inputs, least_heads=2, max_maps=_MAX_MAPS)
    texts.show_section("attention_formula", "scaled" if choice.options.is_scaled else "unscaled")
    attention, baseline = compute_attention(inputs, choice.options), compute_attention(inputs, AttentionOptions())
    n_heads = choice.options.n_heads
    heads = list(range(n_heads)) if n_heads <= _MAX_MAPS else [choice.head]
    title = f"{n_heads} heads" if n_heads > 1 else "one head: the width of these numbers cannot be divided"
    show_heading("1 With your settings", title)
    _show_line(attention, heads, "own", is_stretched=choice.is_stretched)
    mask = "without mask" if inputs.allowed is None else "with the model's own mask"
    show_heading("2 Baseline", f"one head over the whole width, with scale, {mask} and without dropout")
    _show_line(baseline, [0], "baseline", is_stretched=choice.is_stretched)
    difference = float((attention.output - baseline.output).abs().max())
    st.markdown(f"Largest difference between the two outputs: **{difference:.3g}**")
    if not difference:
        st.caption("Change an option above, such as the mask, to see a difference.")


def _show_line(attention: AttentionStages, heads: list[int], key: str, *, is_stretched: bool) -> None:
    inputs, n_heads, about = attention.inputs, attention.options.n_heads, _ABOUT[key]
    with st.container(key=f"{widget_keys.LINE}{key}", horizontal=True, gap="large"):
        for head in heads:
            name = rf"\mathrm{{weights}}_{{{head + 1}}}" if n_heads > 1 else r"\mathrm{weights}"
            note = "after dropout" if attention.options.dropout else "queries × keys"
            show_matrix(name, blank_forbidden(attention, head, is_dropped=True), f"{key}_weights_{head}",
                        f"weights{f' of head {head + 1}' if n_heads > 1 else ''} {about}", is_signed=False,
                        is_stretched=is_stretched, rows=inputs.queries, columns=inputs.keys, note=note)  # fmt: skip
        joined, note = r"\mathrm{weights}\, V", "values, averaged with the weights"
        if n_heads > 1:
            joined, note = r"\mathrm{concat}", f"the values of {n_heads} heads, joined side by side"
        show_matrix(joined, attention.concatenated.numpy(), f"{key}_joined", f"averaged values {about}",
                    rows=inputs.queries, note=note)  # fmt: skip
        if "W_o" in inputs.matrices:
            show_matrix(r"\mathrm{output}", attention.output.numpy(), f"{key}_output", f"output {about}",
                        rows=inputs.queries,
                        note="times W_o, plus b_o" if "b_o" in inputs.matrices else "times W_o")  # fmt: skip
