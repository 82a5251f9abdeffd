"""The position-wise feed-forward network: every row through the same two weights."""

import numpy as np
import streamlit as st

from figures.share_text import format_whole_percent
from model.lab.feed_forward import EXAMPLE, check_network, compute_feed_forward, compute_row_effect, random_network
from model.lab.matrices import Matrix
from model.lab.translator_inputs import read_feed_forward_inputs
from model.runs.training_run import TrainingRun
from ui.blocks.number_sources import choose_numbers
from ui.blocks.sentence_choice import SentenceChoice
from ui.widgets import link_keys, texts, widget_keys
from ui.widgets.matrix_view import add_titled_line, show_matrix
from ui.widgets.number_box import choose_number

_MAX_WEIGHT_COLUMNS = 32  # wider weights are not shown


def show(run: TrainingRun) -> None:
    """Show X, expand, relu and contract, then the effect of a change in one row."""
    numbers = choose_numbers(run, "network", EXAMPLE, random_network, check_network, _read_translator)
    if numbers is None:
        return
    matrices, tokens = numbers.matrices, numbers.tokens
    texts.show("feed_forward_formula")
    stages = compute_feed_forward(matrices)
    width, inner_width = matrices["W_1"].shape
    has_weights = inner_width <= _MAX_WEIGHT_COLUMNS
    with st.container(key=widget_keys.CHAIN + "network", horizontal=True, gap="large"):
        hidden = "" if has_weights else _describe_hidden("₁", matrices["W_1"])
        with add_titled_line("1 Expand", f"every row from width {width} to {inner_width}{hidden}", "expand"):
            show_matrix("X", matrices["X"], "X", "token vectors X", rows=tokens, note="tokens × d_model")
            if has_weights:
                show_matrix("W_1", matrices["W_1"], "W_1", "first weight", note="d_model × d_ff")
                show_matrix("b_1", matrices["b_1"], "b_1", "first bias", note="added to every row")
            show_matrix("X W_1 + b_1", stages.expanded, "expanded", "expanded rows", rows=tokens, note="tokens × d_ff")
        with add_titled_line("2 ReLU", "negative numbers become zero", "cut"):
            passed = f"{format_whole_percent((stages.activated > 0).mean())} are positive"
            show_matrix(r"\max(0, \cdot)", stages.activated, "activated", "rows after ReLU", rows=tokens, note=passed)
        hidden = "" if has_weights else _describe_hidden("₂", matrices["W_2"])
        with add_titled_line("3 Contract", f"back to width {width}{hidden}", "contract"):
            if has_weights:
                show_matrix("W_2", matrices["W_2"], "W_2", "second weight", note="d_ff × d_model")
                show_matrix("b_2", matrices["b_2"], "b_2", "second bias", note="added to every row")
            show_matrix(r"\cdot\, W_2 + b_2", stages.output, "contracted", "output of the network", rows=tokens,
                        note="tokens × d_model")  # fmt: skip
        with add_titled_line("4 One row at a time", "change one row of X and see which outputs change", "moved"):
            with st.container(width=230):
                row = choose_number("Row", link_keys.ROW, 1, len(matrices["X"]), 1) - 1
                by = st.slider("Added to each number", -3.0, 3.0, 1.0, 0.5, key=link_keys.BY, bind="query-params")
            difference = compute_row_effect(matrices, row, by)
            others = np.abs(np.delete(difference, row, axis=0))
            note = f"row {row + 1} by up to {np.abs(difference[row]).max():.3g}"
            note += f", every other row by {others.max():.3g}" if others.size else ""
            show_matrix(
                r"\text{output after} - \text{before}", difference, "moved", "output after the change minus before",
                rows=tokens, frame=(row, None), note=note,
            )  # fmt: skip


def _describe_hidden(number: str, weight: Matrix) -> str:
    """Return that a weight and its bias are not drawn, and where they are listed."""
    size = " × ".join(map(str, weight.shape))
    return f"; W{number}, {size}, and b{number} are too large to draw, but listed under Edit"


def _read_translator(choice: SentenceChoice) -> dict[str, Matrix]:
    return read_feed_forward_inputs(
        choice.snapshot.translator, choice.streams, choice.part, choice.layer, with_norm=False
    )
