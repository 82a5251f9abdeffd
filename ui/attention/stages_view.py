"""Every matrix of one attention, from X to the output, and beside them the sums behind one weight."""

from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionStages, Mask, compute_attention
from ui.attention import attention_page_keys, weight_cell
from ui.attention.attention_options import choose_options
from ui.attention.weight_cell import CellPosition
from ui.widgets import texts
from ui.widgets.matrix_view import add_line, add_titled_line, show_matrix

_MAX_WEIGHT_ROWS = 8  # larger weights would push everything else aside


def show(inputs: AttentionInputs) -> None:
    """Show the options, the matrices, and the numbers behind one weight."""
    choice = choose_options(inputs)
    texts.show_section("attention_formula", "scaled" if choice.options.is_scaled else "unscaled")
    attention = compute_attention(inputs, choice.options)
    with st.container(key=attention_page_keys.STEPS, horizontal=True, gap="large"):
        matrices = st.container(key=attention_page_keys.CHAIN, horizontal=True, gap="large")
        with st.container(key=attention_page_keys.CELL, width=weight_cell.WIDTH):
            cell = weight_cell.choose_cell(attention, choice.head)
            weight_cell.show_cell(attention, cell)
    with matrices:
        with st.container(width="content"):
            _show_projections(attention, cell)
        _show_weights(attention, cell, is_stretched=choice.is_stretched)
        _show_output(attention, cell)


def blank_forbidden(attention: AttentionStages, head: int, *, is_dropped: bool = False) -> NDArray[np.float64]:
    """Return the weights of a head with NaN in forbidden cells; rows emptied by the chosen mask keep their zeros.

    Args:
        attention: computed.
        head: counted from 0.
        is_dropped: True for the weights after dropout.
    """
    stage = attention.heads.dropped if is_dropped else attention.heads.weights
    weights: NDArray[np.float64] = stage[head].numpy().copy()
    if attention.allowed is not None:
        allowed = attention.allowed.numpy()
        is_empty = ~allowed.any(axis=1, keepdims=True) & (attention.options.mask is not Mask.NONE)
        weights[~allowed & ~is_empty] = np.nan
    return weights


def _show_projections(attention: AttentionStages, cell: CellPosition) -> None:
    """Show token vectors, the weights of this head if they are small, and queries, keys and values."""
    inputs, matrices = attention.inputs, attention.inputs.matrices
    suffix, column_suffix = _head_suffixes(attention, cell.head)
    of_head = _name_head(attention, cell.head)
    has_weights = inputs.is_projected and max(len(matrices[f"W_{name}"]) for name in "qkv") <= _MAX_WEIGHT_ROWS
    title = ("1 Project", "token vectors to queries, keys and values")
    sources = add_titled_line(
        *(title if inputs.is_projected else ("1 Begin", "with queries, keys and values")), "project"
    )
    products = add_line("products") if has_weights else sources
    with sources:
        if inputs.is_projected:
            show_matrix("X", matrices["X"], "X", "token vectors X", rows=inputs.queries, frame=(cell.row, None),
                        note="tokens × width")  # fmt: skip
        for name, note in (("X_k", "input of the keys"), ("X_v", "input of the values")):
            if name in matrices:
                show_matrix(name, matrices[name], name, f"{note} {name}", rows=inputs.keys, frame=(cell.column, None),
                            note=note)  # fmt: skip
    for name, about, heads, tokens, row, note in (
        ("Q", "queries", attention.queries, inputs.queries, cell.row, "queries × d"),
        ("K", "keys", attention.keys, inputs.keys, cell.column, "keys × d"),
        ("V", "values", attention.values, inputs.keys, cell.column, "keys × d_v"),
    ):
        formula, letter = "", name.lower()
        if inputs.is_projected:
            bias = f" + b_{{{letter}{column_suffix}}}" if f"b_{letter}" in matrices else ""
            formula = f" = {_input_name(inputs, name)} W_{{{letter}{column_suffix}}}{bias}"
        if has_weights:
            first, width = cell.head * heads.shape[-1], heads.shape[-1]
            weight = matrices[f"W_{letter}"][:, first : first + width]
            places = f"column {first + 1}" if width == 1 else f"columns {first + 1}–{first + width}"
            columns = places if column_suffix else "width × d"
            with sources:
                show_matrix(f"W_{{{letter}{column_suffix}}}", weight, f"W_{letter}", f"weight of the {about}{of_head}",
                            note=columns)  # fmt: skip
        with products:
            values = heads[cell.head].numpy()
            show_matrix(f"{name}{suffix}{formula}", values, name, f"{about}{of_head}", rows=tokens, frame=(row, None),
                        note=note)  # fmt: skip


def _show_weights(attention: AttentionStages, cell: CellPosition, *, is_stretched: bool) -> None:
    inputs, options, heads, head = attention.inputs, attention.options, attention.heads, cell.head
    suffix, _ = _head_suffixes(attention, head)
    of_head = _name_head(attention, head)
    show_scores = partial(show_matrix, rows=inputs.queries, columns=inputs.keys, frame=(cell.row, cell.column))
    show_shares = partial(show_scores, is_signed=False, is_stretched=is_stretched)
    with add_titled_line("2 Compare", "every query with every key", "compare"):
        product = rf"Q{suffix} K{suffix}^\top"
        show_scores(rf"\mathrm{{scores}} = {product}", heads.scores[head].numpy(), "scores", f"scores{of_head}",
                    note="queries × keys")  # fmt: skip
        divisor = r"\sqrt{d}" if options.is_scaled else "1"
        show_scores(rf"\mathrm{{scaled}} = \mathrm{{scores}} / {divisor}", heads.scaled[head].numpy(), "scaled",
                    f"scaled scores{of_head}")  # fmt: skip
        if attention.allowed is not None:
            masked = heads.masked[head].numpy()
            show_scores(r"\mathrm{masked}", masked, "masked", f"masked scores{of_head}", note="blank is −∞")
        show_shares(
            r"\mathrm{weights} = \mathrm{softmax}(\cdot)", blank_forbidden(attention, head), "weights",
            f"weights{of_head}", note=_describe_sums(heads.weights[head].numpy(), is_by_column=options.over_columns),
            chart_key=attention_page_keys.WEIGHTS_CHART, on_click=weight_cell.choose_clicked,
        )  # fmt: skip
        if options.dropout:
            note = f"kept weights times {1 / (1 - options.dropout):.3g}"
            show_shares(r"\text{after dropout}", blank_forbidden(attention, head, is_dropped=True), "dropped",
                        f"weights{of_head} after dropout", note=note)  # fmt: skip


def _describe_sums(weights: NDArray[np.floating], *, is_by_column: bool) -> str:
    lines = "columns" if is_by_column else "rows"
    is_empty = weights.sum(axis=0 if is_by_column else 1) == 0
    return f"{lines} sum to 1{', a fully masked one to 0' if is_empty.any() else ''}"


def _show_output(attention: AttentionStages, cell: CellPosition) -> None:
    options, matrices = attention.options, attention.inputs.matrices
    suffix, _ = _head_suffixes(attention, cell.head)
    show_rows = partial(show_matrix, rows=attention.inputs.queries, frame=(cell.row, None))
    with add_titled_line("3 Average", "the values by their weights", "average"):
        weights = r"\text{weights after dropout}" if options.dropout else r"\mathrm{weights}"
        name = rf"\mathrm{{head}}{suffix}"
        show_rows(
            rf"{name} = {weights}\, V{suffix}", attention.heads.mixed[cell.head].numpy(), "mixed",
            f"averaged values{_name_head(attention, cell.head)}", note="queries × d_v",
        )  # fmt: skip
        if options.n_heads > 1:
            note = f"{options.n_heads} heads side by side"
            show_rows(r"\mathrm{concat}", attention.concatenated.numpy(), "joined", "all heads side by side", note=note)
        if "W_o" in matrices:
            if len(matrices["W_o"]) <= _MAX_WEIGHT_ROWS:
                rows = f"{options.n_heads} d_v" if options.n_heads > 1 else "d_v"
                show_matrix("W_o", matrices["W_o"], "W_o", "weight of the output", note=f"{rows} × width")
            last = r"\mathrm{concat}" if options.n_heads > 1 else name
            bias = " + b_o" if "b_o" in matrices else ""
            output = attention.output.numpy()
            show_rows(rf"\mathrm{{output}} = {last}\, W_o{bias}", output, "output", "output of the attention",
                      note="queries × width")  # fmt: skip


def _head_suffixes(attention: AttentionStages, head: int) -> tuple[str, str]:
    """Return the LaTeX index of a head, and the same within the index of a weight; both "" for a single head."""
    return (f"_{{{head + 1}}}", rf",\,{head + 1}") if attention.options.n_heads > 1 else ("", "")


def _name_head(attention: AttentionStages, head: int) -> str:
    """Return a head in words, to be put after what it computes; "" for a single head."""
    return f" of head {head + 1}" if attention.options.n_heads > 1 else ""


def _input_name(inputs: AttentionInputs, name: str) -> str:
    if name == "V" and "X_v" in inputs.matrices:
        return "X_v"
    return "X_k" if name != "Q" and "X_k" in inputs.matrices else "X"
