"""A block whole: the drawing, and the matrix at the stage one chooses."""

import numpy as np
import streamlit as st

from figures.diagram import WIDTH, Step, diagram, height
from model.lab.residual_stream import DECODER, Stage, stages
from model.runs.training_run import TrainingRun
from ui.blocks import blocks_keys, numbers
from ui.blocks.numbers import Read
from ui.widgets import chart, link_keys, map_view, matrix_view, session, texts, widget_keys
from ui.widgets.number_box import choose_number


def show(run: TrainingRun) -> None:
    """One block of the translator with the true sizes at every arrow."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        read = numbers.sentence(run)
        where = st.container(width="content")
        is_stretched = map_view.choose_stretch()
    if read is None:
        st.info("Type a sentence, and a block of the translator reads it.", icon=":material/info:")
        return
    found = stages(read.stack, read.layer)
    with where:
        chosen = choose_number("Stage", link_keys.STAGE, 1, len(found), 1) - 1
    texts.show("block_formula")
    with st.container(key="block", horizontal=True, gap="large"):
        _draw(read, found, chosen)
        with st.container(width=880, key="shown_stage"):
            _show_stage(read, found[chosen], chosen, is_stretched=is_stretched)


def _draw(read: Read, found: list[Stage], chosen: int) -> None:
    memory = read.reading.encoder.end
    steps = [
        Step(
            name=stage.name,
            size=" × ".join(str(n) for n in stage.values.shape),
            length=_length(stage),
            group=stage.group,
            aside=("memory", f"{memory.shape[0]} × {memory.shape[1]}") if stage.has_memory else (),
        )
        for stage in found
    ]
    figure = diagram(steps, chosen=chosen, version=session.get(widget_keys.CLICKS, 0))
    alt = f"Block {read.layer + 1} of the {read.part}: {', then '.join(stage.name for stage in found)}."
    chart.draw(figure, blocks_keys.DIAGRAM_CHART, alt, on_click=_open, width=WIDTH, height=height(len(found)))


def _show_stage(read: Read, stage: Stage, place: int, *, is_stretched: bool) -> None:
    tokens = read.stack.tokens
    where = f"{stage.group} of layer {read.layer + 1}" if stage.group else f"the {read.part}'s stream"
    st.html(f'<div class="thought"><b>{place + 1} {stage.name}</b> <span>{where}</span></div>')
    texts.show_section("stages", stage.about)
    if stage.values.ndim == 3:
        keys = read.reading.encoder.tokens if stage.has_memory else tokens
        weights = stage.values.astype(np.float64)
        if read.part == DECODER and not stage.has_memory:
            weights[:, ~np.tri(len(tokens), dtype=bool)] = np.nan
        with st.container(key="line_heads", horizontal=True, gap="medium"):
            for head, values in enumerate(weights, start=1):
                matrix_view.show(rf"\mathrm{{weights}}_{{{head}}}", values, f"stage_{head}", rows=read.stack.queries,
                              columns=keys, is_signed=False, is_stretched=is_stretched,
                              letters="rows sum to 1")  # fmt: skip
        return
    values = stage.values.astype(np.float64)
    with st.container(key="line_stage", horizontal=True, gap="medium"):
        matrix_view.show(rf"\text{{{_tex(stage)}}}", values, "stage", rows=tokens, letters=f"tokens × {stage.width}")
        lengths = np.linalg.norm(values, axis=1, keepdims=True)
        matrix_view.show(r"\lVert \cdot \rVert", lengths, "lengths", columns=("L2",), letters="length of each row")


def _length(stage: Stage) -> str:
    """The mean length of its rows; shares have none."""
    return "" if stage.values.ndim == 3 else f"‖{np.linalg.norm(stage.values, axis=1).mean():.3g}‖"


def _tex(stage: Stage) -> str:
    return "x + sublayer" if stage.name == "+" else stage.name


def _open() -> None:
    """Show the stage that was clicked."""
    place = chart.read_click(blocks_keys.DIAGRAM_CHART)
    if place is not None:
        session.put(link_keys.STAGE, place + 1)
