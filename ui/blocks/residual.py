"""Pre-norm and post-norm: on numbers, and as the length of the stream through the layers."""

import numpy as np
import streamlit as st

from figures.lines import HEIGHT, lines
from model.lab.feed_forward import EXAMPLE, around, checked_network, random_network, taken_network
from model.lab.residual_stream import Stack
from model.runs.training_run import TrainingRun
from model.transformer.config import Norm
from ui.blocks.numbers import Numbers, Read, numbers, sentence
from ui.runs import cache
from ui.widgets import chart, link_keys, matrix_view, texts
from ui.widgets.number_box import count

_MOST_LAYERS = 12
_FORMULAS = {
    Norm.PRE: (r"\mathrm{norm}(x)", r"f(\mathrm{norm}(x))", r"x + f(\mathrm{norm}(x))"),
    Norm.POST: ("f(x)", "x + f(x)", r"\mathrm{norm}(x + f(x))"),
}
_ABOUT = {
    Norm.PRE: "the stream itself is never normalised: what it held is still in it",
    Norm.POST: "every sum is normalised: the stream has one length, and what it held shrinks at each step",
}


def _taken(read: Read) -> dict[str, np.ndarray]:
    return taken_network(read.snapshot.translator, read.reading, read.part, read.layer, with_norm=True)


WITH_NORM = Numbers("residual", EXAMPLE, random_network, checked_network, _taken)


def show(run: TrainingRun) -> None:
    """The two orders on the same numbers."""
    found = numbers(WITH_NORM, run)
    if found is None:
        return
    given, words = found
    texts.show("residual_formula")
    for number, norm in enumerate(Norm, start=1):
        stages = around(given, norm)
        steps = (stages.normed, stages.changed, stages.output)
        if norm is Norm.POST:
            steps = (stages.changed, stages.summed, stages.output)
        with matrix_view.thought(str(number), f"{norm.value.capitalize()}-norm", _ABOUT[norm], f"order_{norm.value}"):
            matrix_view.show("x", given["X"], f"{norm.value}_x", rows=words)
            for place, (name, values) in enumerate(zip(_FORMULAS[norm], steps, strict=True)):
                matrix_view.show(name, values, f"{norm.value}_{place}")


def show_stream(run: TrainingRun) -> None:
    """How long the vectors of the stream are after every sublayer: as trained, and untrained in both orders."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        read = sentence(run, has_layer=False)
        depth = st.slider(
            "Layers of the untrained", 1, _MOST_LAYERS, 6, key=link_keys.DEPTH, bind="query-params", width=170
        )
        seed = count("Seed", link_keys.SEED, 0, 9999, 0)
    if read is None:
        st.info("Type a sentence, and see how long its vectors are.", icon=":material/info:")
        return
    texts.show("stream_formula")
    st.html('<div class="thought"><b>1 Through the layers</b> <span>the mean over tokens</span></div>')
    order = read.stack.norm
    stacks = {f"{order.value}-norm, the trained translator": read.stack}
    for norm in Norm:
        fresh = cache.fresh_stream(read.snapshot, read.sentence, norm, depth, seed)
        stacks[f"{norm.value}-norm, untrained, {depth} layers"] = fresh[read.part]
    series = {name: _means(stack) for name, stack in stacks.items()}
    longest = max(stacks.values(), key=lambda stack: len(stack.blocks))
    points = [name for name, _ in longest.lengths()]
    figure = lines(series, x="sublayers passed", y="mean L2 norm of a token", names=points, has_points=True)
    alt = f"The mean L2 norm of the {read.part}'s stream after each sublayer, for {', '.join(series)}."
    chart.draw(figure, "stream_chart", alt, height=HEIGHT)
    texts.legend(list(series))
    first, last = (f"{series[name][-1]:.1f}" for name in list(series)[1:])
    width = run.description.model.d_model
    st.caption(
        f"At the end of the stack: {first} untrained in pre-norm, {last} in post-norm, where every norm sends a vector"
        f" to length √{width} = {np.sqrt(width):.1f}. The same seed gives both the same weights."
    )
    texts.show("stream_words")
    with matrix_view.thought("2", "Each token", f"in the trained translator's {read.part}", "tokens"):
        by_token = np.stack([lengths for _, lengths in read.stack.lengths()], axis=1)
        passed = [str(number) for number in range(by_token.shape[1])]
        matrix_view.show(r"\lVert x \rVert", by_token, "token_lengths", rows=read.stack.tokens, columns=passed,
                      letters="tokens × sublayers passed")  # fmt: skip


def _means(stack: Stack) -> list[float]:
    """The mean over tokens at each point of the stream."""
    return [float(lengths.mean()) for _, lengths in stack.lengths()]
