"""Matrices placed on the page: a name above, the picture, the shape below."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from figures.matrix import matrix, size
from model.lab.attention_stages import AttentionStages, Mask
from ui.attention import options
from ui.attention.options import Place
from ui.widgets import chart, session, widget_keys

_WORDS, _NUMBERS = 78, 24  # pixels for what stands beside rows
_FEW = 8  # rows up to which weights stand beside what they make


def show(
    name: str,
    values: NDArray[np.float64],
    key: str,
    *,
    letters: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    is_signed: bool = True,
    is_stretched: bool = False,
    frame: tuple[int | None, int | None] = (None, None),
    is_clickable: bool = False,
) -> None:
    """Draw one matrix; ``name`` is LaTeX, ``letters`` says what its sides are."""
    n_rows, n_columns = values.shape
    label_width = _WORDS if any(len(row) > 2 for row in rows) else _NUMBERS
    width, height = size(n_rows, n_columns, label_width=label_width, has_words=bool(rows))
    figure = matrix(
        values, rows=rows, columns=columns, is_signed=is_signed, is_stretched=is_stretched, chosen_row=frame[0],
        chosen_column=frame[1], label_width=label_width, is_clickable=is_clickable,
        version=session.get(widget_keys.CLICKS, 0),
    )  # fmt: skip
    with st.container(key=f"{widget_keys.SIGNED if is_signed else 'shares_'}{key}", width="content", gap="xsmall"):
        st.markdown(f"${name}$")
        chart.draw(
            figure, widget_keys.WEIGHTS_CHART if is_clickable else f"chart_{key}", f"{key}, {n_rows} × {n_columns}",
            on_click=options.take_click if is_clickable else None, width=width, height=height,
        )  # fmt: skip
        st.caption(f"{n_rows} × {n_columns}{' · ' + letters if letters else ''}")


def show_chain(of: AttentionStages, place: Place, *, is_stretched: bool) -> None:
    """The whole chain, one line a thought, the chosen cell framed from the scores to the output."""
    queries, keys = of.given.queries, of.given.keys
    head, row, column = place.head, place.row, place.column
    many, _ = _of_head(of, head)
    chain = st.container(key="chain", horizontal=True, gap="large")
    with chain, st.container(width="content"):
        _show_projections(of, place)
    stages, cell = of.stages, (row, column)
    divisor = r"\sqrt{d}" if of.switches.is_scaled else "1"
    with chain, thought("2", "Compare", "how much each query looks at each key", "compare"):
        draw = partial(show, rows=queries, columns=keys, frame=cell)
        product = rf"Q{many} K{many}^\top"
        draw(rf"\mathrm{{scores}} = {product}", stages.scores[head].numpy(), "scores", letters="queries × keys")
        draw(rf"\mathrm{{scaled}} = \mathrm{{scores}} / {divisor}", stages.scaled[head].numpy(), "scaled")
        if of.allowed is not None:
            draw(r"\mathrm{masked}", stages.masked[head].numpy(), "masked", letters="blank is −∞")
        axis = "columns" if of.switches.over_columns else "rows"
        draw(
            r"\mathrm{weights} = \mathrm{softmax}(\cdot)", blanked(of, head), "weights", is_signed=False,
            is_stretched=is_stretched, is_clickable=True, letters=f"{axis} sum to 1"
        )  # fmt: skip
        if of.switches.dropout:
            draw(
                r"\mathrm{dropped}", stages.dropped[head].numpy(), "dropped", is_signed=False,
                is_stretched=is_stretched, letters=f"what stays, times {1 / (1 - of.switches.dropout):.3g}"
            )  # fmt: skip
    with chain, thought("3", "Mix", "values, averaged with the weights", "mix"):
        shares = r"\mathrm{dropped}" if of.switches.dropout else r"\mathrm{weights}"
        show(rf"\mathrm{{mixed}}{many} = {shares}\, V{many}", stages.mixed[head].numpy(), "mixed", rows=queries,
             frame=(row, None), letters="queries × d_v")  # fmt: skip
        if of.switches.n_heads > 1:
            show(r"\mathrm{joined}", of.joined.numpy(), "joined", rows=queries, frame=(row, None),
                 letters=f"{of.switches.n_heads} heads side by side")  # fmt: skip
        if "W_o" in of.given.matrices:
            last = r"\mathrm{joined}" if of.switches.n_heads > 1 else r"\mathrm{mixed}"
            bias = " + b_o" if "b_o" in of.given.matrices else ""
            show(rf"\mathrm{{output}} = {last}\, W_o{bias}", of.output.numpy(), "output", rows=queries,
                 frame=(row, None), letters="queries × width")  # fmt: skip


def _show_projections(of: AttentionStages, place: Place) -> None:
    """Token vectors, with the weights of this head where they are small, and what they make: queries, keys, values."""
    given, x = of.given, of.given.matrices
    many, part = _of_head(of, place.head)
    has_weights = given.is_projected and max(len(x[name]) for name in ("W_q", "W_k", "W_v")) <= _FEW
    sources = thought("1", "Project", "what each token asks for, offers, and gives", "project")
    products = _line("products") if has_weights else sources
    with sources:
        if given.is_projected:
            show("X", x["X"], "X", rows=given.queries, frame=(place.row, None), letters="tokens × width")
        for name, label in (("X_k", "keys from"), ("X_v", "values from")):
            if name in x:
                show(name, x[name], name, rows=given.keys, frame=(place.column, None), letters=label)
    for name, made, words, at, sides in (
        ("Q", of.queries, given.queries, place.row, "queries × d"),
        ("K", of.keys, given.keys, place.column, "keys × d"),
        ("V", of.values, given.keys, place.column, "keys × d_v"),
    ):
        formula, letter = "", name.lower()
        if given.is_projected:
            bias = f" + b_{{{letter}{part}}}" if f"b_{letter}" in x else ""
            formula = f" = {_source(of, name)} W_{{{letter}{part}}}{bias}"
        if has_weights:
            first, width = place.head * made.shape[-1], made.shape[-1]
            columns = f"columns {first + 1}–{first + width}" if part else "width × d"
            with sources:
                weight = x[f"W_{letter}"][:, first : first + width]
                show(f"W_{{{letter}{part}}}", weight, f"W_{letter}", letters=columns)
        with products:
            show(f"{name}{many}{formula}", made[place.head].numpy(), name, rows=words, frame=(at, None), letters=sides)


def _of_head(of: AttentionStages, head: int) -> tuple[str, str]:
    """What tells the matrices of one of several heads from others', and its part of a weight; LaTeX."""
    return (f"_{{{head + 1}}}", rf",\,{head + 1}") if of.switches.n_heads > 1 else ("", "")


def blanked(of: AttentionStages, head: int) -> NDArray[np.float64]:
    """The weights of a head, forbidden cells blank; a row that may look at nothing shows its zeros."""
    weights: NDArray[np.float64] = of.stages.weights[head].numpy().copy()
    if of.allowed is not None:
        allowed = of.allowed.numpy()
        is_empty = ~allowed.any(axis=1, keepdims=True) & (of.switches.mask is not Mask.NONE)
        weights[~allowed & ~is_empty] = np.nan
    return weights


def _source(of: AttentionStages, name: str) -> str:
    x = of.given.matrices
    if name == "Q" or "X_k" not in x:
        return "X"
    return "X_v" if name == "V" and "X_v" in x else "X_k"


def thought(number: str, name: str, about: str, key: str) -> DeltaGenerator:
    """A line of matrices under a heading of its own."""
    with st.container(width="content"):
        st.html(f'<div class="thought"><b>{number} {name}</b> <span>{about}</span></div>', width="content")
        return _line(key)


def _line(key: str) -> DeltaGenerator:
    return st.container(key=f"line_{key}", horizontal=True, vertical_alignment="top", gap="medium")
