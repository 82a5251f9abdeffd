"""One block as a diagram, and the matrix at a chosen stage."""

from functools import partial

import numpy as np
import streamlit as st

from figures.diagram import WIDTH, DiagramStage, diagram, diagram_height
from model.lab.block_stages import BlockStage, list_stages
from model.lab.residual_stream import DECODER
from model.runs.training_run import TrainingRun
from ui.blocks import blocks_page_keys
from ui.blocks.sentence_choice import SentenceChoice, choose_sentence
from ui.widgets import chart, legends, link_keys, messages, texts
from ui.widgets.headings import show_heading
from ui.widgets.matrix_view import add_line, show_matrix
from ui.widgets.number_box import choose_number

_READS = {"weights": "K", "attention output": "V"}  # what cross-attention computes from the encoder's output


def show(run: TrainingRun) -> None:
    """Show one block of the translator with the sizes of every stage."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        choice = choose_sentence(run)
        stage_box = st.container(width="content")
        stretch_box = st.container(width="content")
    if choice is None:
        if run.state.snapshot:
            messages.inform("Type a sentence to see it in a block of the translator.")
        return
    stages = list_stages(choice.stream, choice.layer)
    with stage_box:
        place = choose_number("Stage", link_keys.STAGE, 1, len(stages), 1) - 1
    has_weights = stages[place].values.ndim == 3
    with stretch_box:
        is_stretched = legends.choose_stretch(is_off=not has_weights)
    texts.show("block_formula")
    with st.container(key=blocks_page_keys.BLOCK, horizontal=True, gap="small"):
        _show_diagram(choice, stages, place)
        with st.container(key=blocks_page_keys.SHOWN_STAGE):
            stage = stages[place]
            location = (
                f"{stage.group} of layer {choice.layer + 1}" if stage.group else f"residual stream of the {choice.part}"
            )
            show_heading(f"{place + 1} {stage.label}", location)
            texts.show_section("stages", stage.name)
            if has_weights:
                _show_weights(choice, stage, is_stretched=is_stretched)
            else:
                _show_vectors(choice, stage)


def _show_diagram(choice: SentenceChoice, stages: list[BlockStage], place: int) -> None:
    memory_size = " × ".join(str(n) for n in choice.streams.encoder.end.shape)
    diagram_stages = [
        DiagramStage(
            name=stage.label,
            size=" × ".join(str(n) for n in stage.values.shape),
            length=_format_length(stage),
            group=stage.group,
            side_input=(f"memory: {_READS[stage.name]}", memory_size) if stage.has_memory else (),
        )
        for stage in stages
    ]
    figure = diagram(diagram_stages, chosen=place, version=chart.count_clicks())
    height = diagram_height(len(stages))
    alt = f"Block {choice.layer + 1} of the {choice.part}: {', then '.join(stage.label for stage in stages)}."
    choose_clicked = partial(chart.store_click, blocks_page_keys.DIAGRAM_CHART, link_keys.STAGE)
    chart.draw(figure, blocks_page_keys.DIAGRAM_CHART, alt, on_click=choose_clicked, width=WIDTH, height=height)


def _show_weights(choice: SentenceChoice, stage: BlockStage, *, is_stretched: bool) -> None:
    stream = choice.stream
    columns = choice.streams.encoder.tokens if stage.has_memory else stream.tokens
    weights = stage.values.astype(np.float64)
    if choice.part == DECODER and not stage.has_memory:
        weights[:, ~np.tri(len(columns), dtype=bool)] = np.nan
    with add_line("heads"):
        for head, values in enumerate(weights, start=1):
            show_matrix(rf"\mathrm{{weights}}_{{{head}}}", values, f"stage_{head}", f"weights of head {head}",
                        rows=stream.queries, columns=columns, is_signed=False, is_stretched=is_stretched,
                        note="rows sum to 1")  # fmt: skip


def _show_vectors(choice: SentenceChoice, stage: BlockStage) -> None:
    values = stage.values.astype(np.float64)
    name = "x + sublayer" if stage.name == "sum" else stage.name
    with add_line("stage"):
        tokens = choice.stream.tokens
        show_matrix(rf"\text{{{name}}}", values, "stage", name, rows=tokens, note=f"tokens × {stage.width}")
        lengths = np.linalg.norm(values, axis=1, keepdims=True)
        show_matrix(r"\lVert \cdot \rVert", lengths, "lengths", "L2 norm of each token", rows=tokens, columns=("L2",),
                    note="length of each row")  # fmt: skip


def _format_length(stage: BlockStage) -> str:
    """Return the mean length of the rows; "" for attention weights."""
    return "" if stage.values.ndim == 3 else f"‖·‖ = {np.linalg.norm(stage.values, axis=1).mean():#.3g}"
