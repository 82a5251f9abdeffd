"""Linear attention, unnormalized and normalized, beside softmax attention, and the cost of each."""

from dataclasses import replace

import streamlit as st

from figures.attention_cost import HEIGHT, attention_cost
from model.lab.attention_cost import TIMED_LENGTHS, count_linear_operations, count_softmax_operations, measure_times
from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionOptions, compute_attention
from model.lab.linear_attention import linear_attention
from ui.attention import attention_page_keys
from ui.widgets import chart, legends, session, texts, widget_keys
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.matrix_view import show_matrix


def show(inputs: AttentionInputs) -> None:
    """Show the matrices of linear attention over the numbers of one head, and the cost chart."""
    texts.show("linear")
    softmax = compute_attention(replace(inputs, allowed=None), AttentionOptions())
    queries, keys, values = softmax.queries[0], softmax.keys[0], softmax.values[0]
    unnormalized = linear_attention(queries, keys, values, is_normalized=False)
    normalized = linear_attention(queries, keys, values)
    rows = inputs.queries
    with st.container(key=widget_keys.LINE + "linear", horizontal=True, gap="large"):
        query_features, key_features = unnormalized.query_features.numpy(), unnormalized.key_features.numpy()
        show_matrix(r"\phi(Q)/\sqrt{d}", query_features, "phi_q", "features of the queries", rows=rows)
        show_matrix(r"\phi(K)", key_features, "phi_k", "features of the keys", rows=inputs.keys)
        show_matrix(r"\phi(K)^\top V", unnormalized.memory.numpy(), "memory", "key features times values",
                    note="no queries × keys matrix")  # fmt: skip
    with st.container(key=widget_keys.LINE + "outputs", horizontal=True, gap="large"):
        show_matrix(r"\text{unnormalized}", unnormalized.mixed.numpy(), "raw", "unnormalized linear attention",
                    rows=rows, note="rows are not means of V")  # fmt: skip
        show_matrix(r"\text{normalized}", normalized.mixed.numpy(), "mean", "normalized linear attention",
                    rows=rows, note="each row a mean of V")  # fmt: skip
        show_matrix(r"\text{softmax}", softmax.heads.mixed[0].numpy(), "softmax", "softmax attention", rows=rows)
    if inputs.n_heads > 1:
        show_remark(f"All three are computed as one head; these numbers were made for {inputs.n_heads} heads.")
    if inputs.allowed is not None:
        show_remark("All three are computed without the mask, so that every query looks at every key.")
    _show_cost(queries.shape[-1], values.shape[-1])


def _show_cost(width: int, value_width: int) -> None:
    widths = (width, value_width)
    show_heading("Cost over length", f"one head, d = {width}")
    if st.button("Measure on this machine", key=attention_page_keys.MEASURE, icon=":material/timer:"):
        with st.spinner("Measuring, up to a few seconds …"):
            session.put(attention_page_keys.MEASURED, (widths, list(measure_times(*widths))))
    measured_widths, times = session.get(attention_page_keys.MEASURED, (widths, []))
    times = times if measured_widths == widths else []
    lengths = [2**power for power in range(1, 13)]
    figure = attention_cost(
        lengths,
        [count_softmax_operations(n, n, width, value_width) for n in lengths],
        [count_linear_operations(n, n, width, value_width) for n in lengths],
        measured=[tuple(each) for each in times],
    )
    alt = "Operations of softmax and linear attention over the number of tokens, both axes logarithmic."
    chart.draw(figure, attention_page_keys.COST_CHART, alt, height=HEIGHT)
    crossing = next((n for n in range(1, 4097) if count_softmax_operations(n, n, width, value_width)
                     > count_linear_operations(n, n, width, value_width)), 0)  # fmt: skip
    remark = f"lines count operations{', rings are measured times' if times else ''}"
    remark += f" · linear needs fewer from {crossing} tokens on"
    legends.show_entries([("first", "━ softmax"), ("second", "━ linear"), ("", remark)])
    if times:
        measured = " · ".join(f"{each.length} tokens: {each.softmax:.2f} / {each.linear:.2f} ms" for each in times)
        st.caption(f"softmax / linear, {measured}")
    else:
        st.caption(f"The button times both over {TIMED_LENGTHS[0]} to {TIMED_LENGTHS[-1]} tokens.")
