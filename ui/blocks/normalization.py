"""Layer norm beside batch norm on the same numbers."""

import numpy as np
import streamlit as st

from model.lab.normalization import EPS, EXAMPLE, Normalization, batch_norm, check_rows, layer_norm, random_rows
from model.runs.training_run import TrainingRun
from ui.blocks.numbers import Numbers, Read, numbers
from ui.widgets import matrix_view, texts


def _taken(read: Read) -> dict[str, np.ndarray]:
    return {"X": read.stack.blocks[read.layer][-1].x.astype(np.float64)}


ROWS = Numbers("rows", EXAMPLE, random_rows, check_rows, _taken)


def show(run: TrainingRun) -> None:
    """X, its means and variances along rows and down columns, and what each norm makes of them."""
    found = numbers(ROWS, run)
    if found is None:
        return
    x, words = found[0]["X"], found[1]
    texts.show("norms_formula")
    with st.container(key="line_norms", horizontal=True, gap="large"):
        matrix_view.show("X", x, "X", rows=words, letters="tokens × features")
        with st.container(width="content"):
            with matrix_view.thought("1", "Layer norm", "each row by itself", "layer_norm"):
                by_row = layer_norm(x)
                matrix_view.show(r"\mu,\ \sigma^2", _beside(by_row), "row_moments", rows=words, columns=("μ", "σ²"),
                              letters="one pair a row")  # fmt: skip
                matrix_view.show(r"\mathrm{layer\ norm}(X)", by_row.result, "layer_norm", rows=words, letters=_range(1))
            with matrix_view.thought("2", "Batch norm", "each column over all rows, as in training", "batch_norm"):
                try:
                    by_column = batch_norm(x)
                except ValueError as error:
                    st.info(str(error), icon=":material/info:")
                else:
                    matrix_view.show(r"\mu,\ \sigma^2", _beside(by_column).T, "column_moments", rows=("μ", "σ²"),
                                  letters="one pair a column")  # fmt: skip
                    matrix_view.show(r"\mathrm{batch\ norm}(X)", by_column.result, "batch_norm", rows=words,
                                  letters=_range(0))  # fmt: skip


def _beside(of: Normalization) -> np.ndarray:
    return np.stack((of.mean, of.variance), axis=1)


def _range(axis: int) -> str:
    return f"{'rows' if axis else 'columns'} have mean 0, variance 1 (ε = {EPS:g})"
