"""The L2 norms of the residual stream's vectors through the layers, trained and untrained."""

import numpy as np
import streamlit as st

from figures.line_chart import LINE_CHART_HEIGHT, line_chart
from model.lab.residual_stream import ResidualStream
from model.runs.training_run import TrainingRun
from model.transformer.config import Norm
from ui.blocks import blocks_page_keys
from ui.blocks.cached_records import record_untrained_streams
from ui.blocks.sentence_choice import choose_sentence
from ui.widgets import chart, legends, link_keys, messages, texts
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import add_titled_line, show_matrix
from ui.widgets.number_box import choose_number
from ui.widgets.number_format import count

_MAX_LAYERS = 12


def show(run: TrainingRun) -> None:
    """Show the mean length after every sublayer, trained and untrained in both norm orders, and each token's length."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        choice = choose_sentence(run, has_layer=False)
        n_layers = st.slider("Untrained layers", 1, _MAX_LAYERS, 6, key=link_keys.DEPTH, bind="query-params", width=170)
        seed = choose_number("Seed", link_keys.SEED, 0, 9999, 0)
    if choice is None:
        if run.state.snapshot:
            messages.inform("Type a sentence to see the norms of its vectors.")
        return
    texts.show("stream_formula")
    show_heading("1 L2 norm through the layers", "mean over the tokens")
    stream = choice.stream
    streams = {f"{stream.norm.value}-norm, the trained translator": stream}
    for norm in Norm:
        untrained = record_untrained_streams(choice.snapshot, choice.sentence, norm, n_layers, seed)
        streams[f"{norm.value}-norm, untrained, {count(n_layers, 'layer')}"] = untrained[choice.part]
    series = {name: _mean_lengths(each) for name, each in streams.items()}
    longest = max(streams.values(), key=lambda each: len(each.blocks))
    points = [name for name, _ in longest.compute_lengths()]
    figure = line_chart(series, x="sublayers so far", y="mean L2 norm of a token", names=points, has_points=True)
    alt = f"The mean L2 norm of the {choice.part}'s residual stream after each sublayer, for {', '.join(series)}."
    chart.draw(figure, blocks_page_keys.STREAM_CHART, alt, height=LINE_CHART_HEIGHT)
    legends.show_lines(list(series))
    pre, post = (f"{series[name][-1]:.1f}" for name in list(series)[1:])
    width = run.description.model.d_model
    st.caption(
        f"At the end of the untrained stack: {pre} in pre-norm, {post} in post-norm (every normalized"
        f" vector: √{width} = {np.sqrt(width):.1f}). The same seed gives both the same weights."
    )
    texts.show("stream_words")
    with add_titled_line("2 L2 norm of each token", f"in the trained translator's {choice.part}", "tokens"):
        lengths = np.stack([each for _, each in stream.compute_lengths()], axis=1)
        columns = [str(number) for number in range(lengths.shape[1])]
        show_matrix(r"\lVert x \rVert", lengths, "token_lengths", "L2 norm of each token", rows=stream.tokens,
                    columns=columns, note="tokens × sublayers so far")  # fmt: skip


def _mean_lengths(stream: ResidualStream) -> list[float]:
    return [float(lengths.mean()) for _, lengths in stream.compute_lengths()]
