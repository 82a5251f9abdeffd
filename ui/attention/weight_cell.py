"""One cell of the weights: its choice, and every number from q · k to the output."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from model.lab.attention_stages import AttentionStages
from model.lab.weight_cell import WeightCell, compute_cell
from ui.attention import attention_page_keys
from ui.widgets import chart, link_keys
from ui.widgets.headings import show_heading
from ui.widgets.markdown import escape_markdown
from ui.widgets.matrix_view import show_matrix
from ui.widgets.number_box import choose_number
from ui.widgets.number_format import format_fine_percent

WIDTH = 430  # pixels
_MAX_CHARACTERS = 26  # of a sum that fits one line


@dataclass(frozen=True, slots=True)
class CellPosition:
    """Head, row and column of one weight, counted from 0."""

    head: int
    row: int
    column: int


def choose_cell(attention: AttentionStages, head: int) -> CellPosition:
    """Show the choice of row and column of a head's weights."""
    _, n_rows, n_columns = attention.heads.weights.shape
    show_heading("One weight, term by term", "click a cell of the weights")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        row = choose_number("Row", link_keys.ROW, 1, n_rows, 1) - 1
        column = choose_number("Column", link_keys.COLUMN, 1, n_columns, 1) - 1
    return CellPosition(head, row, column)


def choose_clicked() -> None:
    """Choose the clicked cell of the weights, in a callback."""
    chart.store_click(attention_page_keys.WEIGHTS_CHART, link_keys.ROW, link_keys.COLUMN)


def show_cell(attention: AttentionStages, position: CellPosition) -> None:
    """Show the vectors, the formula and the contribution of one weight."""
    cell = compute_cell(attention, position.head, position.row, position.column)
    queries, keys = attention.inputs.queries, attention.inputs.keys
    query = queries[position.row] if queries else f"query {position.row + 1}"
    key = keys[position.column] if keys else f"key {position.column + 1}"
    percent = format_fine_percent(cell.weight)
    dropped = f", {format_fine_percent(cell.dropped)} after dropout" if attention.options.dropout else ""
    if attention.options.over_columns:
        st.caption(f"“{escape_markdown(query)}” has {percent} of the column of “{escape_markdown(key)}”{dropped}.")
    else:
        st.caption(f"“{escape_markdown(query)}” gives {percent} of its attention to “{escape_markdown(key)}”{dropped}.")
    terms = np.stack((cell.query.numpy(), cell.key.numpy(), cell.terms.numpy()))
    show_matrix(r"q \cdot k", terms, "terms", "query times key, number by number", rows=("q", "k", "q × k"),
                note="the last row adds up to the score")  # fmt: skip
    st.markdown(_format_lines(attention, cell))
    mixed = attention.heads.mixed[position.head, position.row]
    added = np.stack((cell.value.numpy(), cell.contribution.numpy(), mixed.numpy()))
    product = "after dropout × v" if attention.options.dropout else "weight × v"
    show_matrix(r"\mathrm{weight} \times v", added, "added", "weight times value",
                rows=("v", product, "all keys"), note="all keys add up to this row of the head")  # fmt: skip


def _format_lines(attention: AttentionStages, cell: WeightCell) -> str:
    pairs = zip(cell.query, cell.key, strict=True)
    terms = [(_tex(q, is_inner=index > 0), _tex(k, is_inner=True)) for index, (q, k) in enumerate(pairs)]
    is_short = sum(len(q) + len(k) + 3 for q, k in terms) <= _MAX_CHARACTERS
    sum_ = " + ".join(rf"{q} \cdot {k}" for q, k in terms) if is_short else r"\sum_i q_i k_i"
    root = rf"\sqrt{{{len(cell.query)}}}" if attention.options.is_scaled else "1"
    lines = [
        rf"\mathrm{{score}} &= {sum_} = {_tex(cell.score)}",
        rf"\mathrm{{scaled}} &= {_tex(cell.score)} \,/\, {root} = {_tex(cell.scaled)}",
        r"\mathrm{mask} &: " + (r"\text{may look}" if cell.is_allowed else r"\text{may not look, } -\infty"),
    ]
    if cell.total > 0:
        power = rf"\mathrm{{scaled}} - {_tex(cell.largest, is_inner=True)}" if cell.is_allowed else r"-\infty"
        lines += [
            rf"\exp({power}) &= {_tex(cell.exponential)}",
            rf"\mathrm{{weight}} &= {_tex(cell.exponential)} \,/\, {_tex(cell.total, digits=7)} = {_tex(cell.weight)}",
        ]
    else:
        lacking = "query" if attention.options.over_columns else "key"
        lines.append(rf"\mathrm{{weight}} &= 0 \quad \text{{no {lacking} is allowed}}")
    if attention.options.dropout:
        lines.append(rf"\text{{after dropout}} &= {_tex(cell.dropped)}")
    return "$$\\begin{aligned}" + r"\\[2pt] ".join(lines) + "\\end{aligned}$$"


def _tex(value: float, *, is_inner: bool = False, digits: int = 4) -> str:
    """Format a number as LaTeX; inside a formula, a negative one is put in brackets."""
    text = f"{float(value):.{digits}g}"
    if "e" in text:
        base, power = text.split("e")
        text = rf"{base} \cdot 10^{{{int(power)}}}"
    return f"({text})" if is_inner and text.startswith("-") else text
