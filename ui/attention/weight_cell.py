"""One cell of the weights, opened: every number on its way from q · k to the output."""

import numpy as np
import streamlit as st

from model.lab.attention_stages import Chain, cell
from ui.attention import attention_keys
from ui.attention.options import Place
from ui.widgets import matrix_view
from ui.widgets.markdown import escape_markdown

_ROOM = 26  # signs of a sum that stand in one line


def show(of: Chain, place: Place) -> None:
    """The sum behind one weight, term by term."""
    opened = cell(of, place.head, place.row, place.column)
    queries, keys = of.given.queries, of.given.keys
    query = queries[place.row] if queries else f"query {place.row + 1}"
    key = keys[place.column] if keys else f"key {place.column + 1}"
    with st.container(key=attention_keys.CELL, horizontal=True, gap="large"):
        terms = np.stack((opened.query.numpy(), opened.key.numpy(), opened.terms.numpy()))
        matrix_view.show(
            r"q \cdot k", terms, "terms", rows=("q", "k", "q × k"), letters="the last row adds up to the score"
        )
        with st.container(width=470):
            st.markdown(_lines(of, place))
        added = np.stack(
            (opened.value.numpy(), opened.contribution.numpy(), of.stages.mixed[place.head, place.row].numpy())
        )
        matrix_view.show(
            r"\mathrm{weight} \times v", added, "added", rows=("v", "adds", "whole row"), letters="what this cell adds"
        )
    st.caption(f"{escape_markdown(query)} gives {100 * opened.weight:.1f} % of its attention to {escape_markdown(key)}."
               if not of.switches.over_columns else
               f"{escape_markdown(key)} takes {100 * opened.weight:.1f} % of its column from {escape_markdown(query)}.")  # fmt: skip


def _lines(of: Chain, place: Place) -> str:
    opened = cell(of, place.head, place.row, place.column)
    d = len(opened.query)
    pairs = zip(opened.query, opened.key, strict=True)
    terms = [(_tex(q, place > 0), _tex(k, True)) for place, (q, k) in enumerate(pairs)]
    is_short = sum(len(q) + len(k) + 3 for q, k in terms) <= _ROOM
    sum_ = " + ".join(rf"{q} \cdot {k}" for q, k in terms) if is_short else r"\sum_i q_i k_i"
    root = rf"\sqrt{{{d}}}" if of.switches.is_scaled else "1"
    lines = [
        rf"\mathrm{{score}} &= {sum_} = {_tex(opened.score)}",
        rf"\mathrm{{scaled}} &= {_tex(opened.score)} \,/\, {root} = {_tex(opened.scaled)}",
        r"\mathrm{mask} &: " + (r"\text{may look}" if opened.is_allowed else r"\text{may not look, } -\infty"),
    ]
    if opened.total > 0:
        lines += [
            rf"\exp(\mathrm{{scaled}} - {_tex(opened.largest, True)}) &= {_tex(opened.exponential)}",
            rf"\mathrm{{weight}} &= {_tex(opened.exponential)} \,/\, {_tex(opened.total, digits=7)}"
            rf" = {_tex(opened.weight)}",
        ]
    else:
        lines.append(r"\mathrm{weight} &= 0 \quad \text{nothing may be looked at}")
    if of.switches.dropout:
        lines.append(rf"\mathrm{{dropped}} &= {_tex(opened.kept)}")
    return "$$\\begin{aligned}" + r"\\[2pt] ".join(lines) + "\\end{aligned}$$"


def _tex(value: float, is_inner: bool = False, digits: int = 4) -> str:
    """So many digits that count, powers of ten set as such; negative numbers inside a formula in brackets."""
    text = f"{float(value):.{digits}g}"
    if "e" in text:
        base, power = text.split("e")
        text = rf"{base} \cdot 10^{{{int(power)}}}"
    return f"({text})" if is_inner and text.startswith("-") else text
