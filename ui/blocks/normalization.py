"""Layer norm beside batch norm on the same numbers."""

import numpy as np
import streamlit as st

from model.lab.matrices import Matrix
from model.lab.normalization import EPS, EXAMPLE, Normalization, batch_norm, check_rows, layer_norm, random_rows
from model.runs.training_run import TrainingRun
from ui.blocks.number_sources import choose_numbers
from ui.blocks.sentence_choice import SentenceChoice
from ui.widgets import messages, texts, widget_keys
from ui.widgets.matrix_view import add_titled_line, show_matrix
from ui.widgets.number_format import format_power


def show(run: TrainingRun) -> None:
    """Show X, its means and variances along rows and down columns, and the output of each norm."""
    numbers = choose_numbers(run, "rows", EXAMPLE, random_rows, check_rows, _read_translator)
    if numbers is None:
        return
    x, tokens = numbers.matrices["X"], numbers.tokens
    texts.show("norms_formula")
    with st.container(key=widget_keys.LINE + "norms", horizontal=True, gap="large"):
        show_matrix("X", x, "X", "token vectors X", rows=tokens, note="tokens × features")
        with st.container(width="content"):
            with add_titled_line("1 Layer norm", "each row by itself", "layer_norm"):
                by_row = layer_norm(x)
                show_matrix(r"\mu,\ \sigma^2", _stack_moments(by_row), "row_moments",
                            "mean and variance of each row", rows=tokens, columns=("μ", "σ²"),
                            note="one pair per row")  # fmt: skip
                show_matrix(r"\mathrm{layer\ norm}(X)", by_row.result, "layer_norm", "layer norm of X", rows=tokens,
                            note=_note("rows", by_row))  # fmt: skip
            with add_titled_line("2 Batch norm", "each column over all rows, as in training", "batch_norm"):
                try:
                    by_column = batch_norm(x)
                except ValueError as error:
                    messages.inform(str(error))
                else:
                    show_matrix(r"\mu,\ \sigma^2", _stack_moments(by_column).T, "column_moments",
                                "mean and variance of each column", rows=("μ", "σ²"),
                                note="one pair per column")  # fmt: skip
                    show_matrix(r"\mathrm{batch\ norm}(X)", by_column.result, "batch_norm", "batch norm of X",
                                rows=tokens, note=_note("columns", by_column))  # fmt: skip


def _read_translator(choice: SentenceChoice) -> dict[str, Matrix]:
    return {"X": choice.stream.blocks[choice.layer][-1].x.astype(np.float64)}


def _stack_moments(normalization: Normalization) -> Matrix:
    return np.stack((normalization.mean, normalization.variance), axis=1)


def _note(normalized: str, normalization: Normalization) -> str:
    constant = "; constant ones become 0" if (normalization.variance == 0).any() else ""
    return f"{normalized} have mean 0, variance σ² / (σ² + ε), nearly 1 (ε = {format_power(EPS)}{constant})"
