"""The position-wise network: one row after the other through the same two weights."""

import numpy as np
import streamlit as st

from model.lab.feed_forward import EXAMPLE, checked_network, moved, random_network, taken_network, transform
from model.runs.training_run import TrainingRun
from ui.blocks.numbers import Numbers, Read, numbers
from ui.widgets import link_keys, matrix_view, texts
from ui.widgets.number_box import choose_number

_WEIGHTS_FIT = 32  # columns up to which the weights are drawn beside what they make


def _taken(read: Read) -> dict[str, np.ndarray]:
    return taken_network(read.snapshot.translator, read.reading, read.part, read.layer, with_norm=False)


NETWORK = Numbers("network", EXAMPLE, random_network, checked_network, _taken)


def show(run: TrainingRun) -> None:
    """X, expand, relu, contract; then one row moved, and what follows."""
    found = numbers(NETWORK, run)
    if found is None:
        return
    given, words = found
    texts.show("feed_forward_formula")
    stages = transform(given)
    n_rows, width = given["X"].shape
    inside = given["W_1"].shape[1]
    has_weights = inside <= _WEIGHTS_FIT
    with st.container(key="chain_network", horizontal=True, gap="large"):
        with matrix_view.thought("1", "Expand", f"every row from {width} numbers to {inside}", "expand"):
            matrix_view.show("X", given["X"], "X", rows=words, letters="tokens × d_model")
            if has_weights:
                matrix_view.show("W_1", given["W_1"], "W_1", letters="d_model × d_ff")
                matrix_view.show("b_1", given["b_1"], "b_1", letters="added to every row")
            matrix_view.show("X W_1 + b_1", stages.expanded, "expanded", rows=words, letters="tokens × d_ff")
        with matrix_view.thought("2", "Cut", "what is below zero becomes zero", "cut"):
            passed = f"{100 * (stages.activated > 0).mean():.0f} % pass"
            matrix_view.show(r"\max(0, \cdot)", stages.activated, "activated", rows=words, letters=passed)
        with matrix_view.thought("3", "Contract", f"and back to {width}", "contract"):
            if has_weights:
                matrix_view.show("W_2", given["W_2"], "W_2", letters="d_ff × d_model")
                matrix_view.show("b_2", given["b_2"], "b_2", letters="added to every row")
            matrix_view.show(r"\cdot\, W_2 + b_2", stages.output, "contracted", rows=words, letters="tokens × d_model")
        with matrix_view.thought(
            "4", "One row at a time", "add a little to one row of X, and see what changes", "moved"
        ):
            with st.container(width=230):
                row = choose_number("Row", link_keys.ROW, 1, n_rows, 1) - 1
                by = st.slider("Added to each number", -3.0, 3.0, 1.0, 0.5, key=link_keys.BY, bind="query-params")
            difference = moved(given, row, by)
            others = np.abs(np.delete(difference, row, axis=0)).max(initial=0.0)
            matrix_view.show(
                r"\text{output after} - \text{before}", difference, "moved", rows=words, frame=(row, None),
                letters=f"row {row + 1} by up to {np.abs(difference[row]).max():.3g}, every other row by {others:.3g}",
            )  # fmt: skip
