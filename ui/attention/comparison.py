"""Two ways side by side: switched and plain, fused and separate projections, linear and softmax attention."""

from dataclasses import replace

import streamlit as st

from figures.cost import HEIGHT, cost
from model.lab.attention_cost import LENGTHS, measure_times
from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionStages, AttentionOptions, compute_attention
from model.lab.fused_projection import compute_fused
from model.lab.linear_attention import linear_attention
from model.lab.attention_cost import count_linear_operations, count_softmax_operations
from model.lab.fused_projection import Layout
from ui.attention import attention_keys, numbers, options
from ui.widgets import chart, link_keys, matrix_view, session, texts


def beside_plain(of: AttentionStages, *, is_stretched: bool) -> None:
    """The switched attention, and the same numbers with every switch off and one head."""
    plain = compute_attention(of.given, AttentionOptions())
    queries, keys = of.given.queries, of.given.keys
    head = min(int(session.get(link_keys.HEAD) or 1), of.switches.n_heads) - 1
    for title, each, number, key in (("As switched", of, head, "own"), ("Plain, one head", plain, 0, "plain")):
        st.html(f'<div class="thought"><b>{title}</b></div>')
        with st.container(key=f"line_{key}", horizontal=True, gap="large"):
            for index in range(each.switches.n_heads if each.switches.n_heads <= 4 else 1):
                shown = index if each.switches.n_heads <= 4 else number
                name = rf"\mathrm{{weights}}_{{{shown + 1}}}" if each.switches.n_heads > 1 else r"\mathrm{weights}"
                matrix_view.show(name, matrix_view.blanked(each, shown), f"{key}_weights_{shown}", is_signed=False,
                              is_stretched=is_stretched, rows=queries, columns=keys)  # fmt: skip
            matrix_view.show(r"\mathrm{output}", each.output.numpy(), f"{key}_output", rows=queries)
    difference = float((of.output - plain.output).abs().max())
    st.markdown(f"Largest difference between the two outputs: **{difference:.3g}**")
    if not difference:
        st.caption("Throw a switch above, a mask say, and see what it changes.")


def fused_projections(given: AttentionInputs) -> None:
    """One fused weight in both layouts against three separate ones."""
    texts.show("fused")
    if not given.is_projected:
        st.info("These are Q, K and V themselves: there is nothing to project.", icon=":material/info:")
        st.button(f"Take “{numbers.PROJECTED}”", on_click=numbers.choose, args=(numbers.PROJECTED,))
        return
    n_heads = options.heads_of(given)
    for layout in Layout:
        one = compute_fused(given, n_heads, layout)
        order = "Q, K, V" if layout is Layout.BLOCKS else ", ".join(f"Q{n} K{n} V{n}" for n in range(1, n_heads + 1))
        st.html(f'<div class="thought"><b>{layout.value.capitalize()}</b> <span>columns: {order}</span></div>')
        with st.container(key=f"line_{layout.value}", horizontal=True, gap="large"):
            if one.weight.shape[1] <= 64:
                matrix_view.show("W_{qkv}", one.weight.numpy(), f"fused_{layout.value}")
            matrix_view.show("Q_1", one.queries[0].numpy(), f"q_{layout.value}", rows=given.queries)
            matrix_view.show("K_1", one.keys[0].numpy(), f"k_{layout.value}", rows=given.keys)
            matrix_view.show("V_1", one.values[0].numpy(), f"v_{layout.value}", rows=given.keys)
        st.markdown(f"Largest difference from three separate projections: **{one.difference:.2g}**")


def linear(given: AttentionInputs) -> None:
    """Linear attention, unnormalised and normalised, beside softmax; then what each costs."""
    texts.show("linear")
    one = compute_attention(replace(given, allowed=None), AttentionOptions())
    queries, keys, values = one.queries[0], one.keys[0], one.values[0]
    raw = linear_attention(queries, keys, values, is_normalised=False)
    mean = linear_attention(queries, keys, values)
    with st.container(key="line_linear", horizontal=True, gap="large"):
        words = given.queries
        matrix_view.show(r"\phi(Q)/\sqrt{d}", raw.query_features.numpy(), "phi_q", rows=words)
        matrix_view.show(r"\phi(K)", raw.key_features.numpy(), "phi_k", rows=given.keys)
        matrix_view.show(r"\phi(K)^\top V", raw.memory.numpy(), "memory", letters="never queries × keys")
    with st.container(key="line_outputs", horizontal=True, gap="large"):
        matrix_view.show(r"\text{unnormalised}", raw.mixed.numpy(), "raw", rows=words, letters="rows do not average")
        matrix_view.show(r"\text{normalised}", mean.mixed.numpy(), "mean", rows=words, letters="each row a mean of V")
        matrix_view.show(r"\text{softmax}", one.stages.mixed[0].numpy(), "softmax", rows=words)
    _costs(queries.shape[-1], values.shape[-1])


def _costs(width: int, value_width: int) -> None:
    st.html(f'<div class="thought"><b>Cost over length</b> <span>one head, d = {width}</span></div>')
    if st.button("Measure on this machine", key=attention_keys.MEASURE, icon=":material/timer:"):
        with st.spinner("Measuring, up to a few seconds …"):
            session.put(attention_keys.MEASURED, (width, list(measure_times(width))))
    measured_width, times = session.get(attention_keys.MEASURED, (width, []))
    times = times if measured_width == width else []
    lengths = [2**power for power in range(1, 13)]
    figure = cost(
        lengths,
        [count_softmax_operations(n, n, width, value_width) for n in lengths],
        [count_linear_operations(n, n, width, value_width) for n in lengths],
        unit="operations", measured=[tuple(each) for each in times],
    )  # fmt: skip
    alt = "Operations of softmax and linear attention over the number of tokens, both axes logarithmic."
    chart.draw(figure, "cost_chart", alt, height=HEIGHT)
    crossing = next((n for n in range(1, 4097) if count_softmax_operations(n, n, width, value_width)
                     > count_linear_operations(n, n, width, value_width)), 0)  # fmt: skip
    st.html(
        '<div class="legend"><span class="first">━ softmax</span><span class="second">━ linear</span>'
        f"<span>lines count operations{', rings are measured' if times else ''}"
        f" · linear needs fewer from {crossing} tokens on</span></div>"
    )
    if times:
        st.caption(" · ".join(f"{each.length} tokens: {each.softmax:.2f} / {each.linear:.2f} ms" for each in times))
    else:
        st.caption(f"The button times both over {LENGTHS[0]} to {LENGTHS[-1]} tokens.")
