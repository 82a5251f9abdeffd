"""The switches of one attention, and the cell that is opened."""

import re
from dataclasses import dataclass

import streamlit as st

from model.lab.attention_examples import fitting_heads
from model.lab.attention_inputs import Given
from model.lab.attention_stages import Chain, Mask, Switches
from ui.widgets import chart, link_keys, map_view, session, widget_keys
from ui.widgets.number_box import choose_number
from ui.widgets.option_choice import choose_option

_WHY_ROWS = "Columns sum to 1: the keys share out their queries, and no output is an average of values any more."

_WHAT_MASKS_DO = {
    Mask.CAUSAL: "Every row may look at its own column and those before it, as in a decoder.",
    Mask.LENGTHS: "One length hides the keys after it from every row: they are padding. One length for each row lets"
    " every query end elsewhere; after a length of 0 a row is fully masked.",
    Mask.EMPTY_ROW: "This row may look at nothing: its weights and its output are zeros, where exponentials alone would"
    " give 0 / 0.",
}


@dataclass(frozen=True, slots=True)
class Place:
    """One cell of the weights, counted from 0."""

    head: int
    row: int
    column: int


def choose(given: Given) -> tuple[Switches, bool]:
    """Draw the switches and read them.

    Returns:
        What they say, and whether the colours of faint weights are stretched.

    Raises:
        ValueError: the valid lengths are not numbers; the message is a sentence.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        label = "Mask" if given.allowed is None else "Mask, added to the model's own"
        mask = Mask(choose_option(label, [mask.value for mask in Mask], link_keys.MASK, Mask.NONE.value))
        lengths = (
            st.text_input("Lengths, one or one per row", "2", key=link_keys.LENGTHS, bind="query-params", width=180)
            if mask is Mask.LENGTHS
            else ""
        )
        n_rows = len(given.matrices["X" if given.is_projected else "Q"])
        empty_row = choose_number("Masked row", link_keys.EMPTY_ROW, 1, n_rows, 1) if mask is Mask.EMPTY_ROW else 1
        over = choose_option("Softmax along", ["rows", "columns"], link_keys.SOFTMAX)
        heads = heads_of(given)
        dropout = st.slider("Dropout, %", 0, 90, 0, 10, key=link_keys.DROPOUT, bind="query-params", width=110)
        is_scaled = st.toggle("Scale by 1/√d", True, key=link_keys.SCALE, bind="query-params")
        is_stretched = map_view.choose_stretch()
    if over == "columns":
        st.caption(_WHY_ROWS)
    if mask in _WHAT_MASKS_DO:
        st.caption(_WHAT_MASKS_DO[mask])
    chosen = Switches(
        mask=mask,
        lengths=_lengths(lengths) if mask is Mask.LENGTHS else (),
        empty_row=empty_row - 1,
        is_scaled=is_scaled,
        over_columns=over == "columns",
        dropout=dropout / 100,
        seed=int(session.get(link_keys.SEED, 0)),
        n_heads=heads,
    )
    return chosen, is_stretched


def heads_of(given: Given) -> int:
    """Into how many heads the widths are split; only what divides them is offered."""
    fitting = fitting_heads(given)
    if session.get(link_keys.N_HEADS) not in (None, *fitting):
        session.put(link_keys.N_HEADS, fitting[0])
    start = fitting.index(given.n_heads) if given.n_heads in fitting else 0
    return int(st.selectbox("Heads", fitting, start, key=link_keys.N_HEADS, bind="query-params", width=90))


def place(of: Chain) -> Place:
    """Head, row and column to open, from the numbers or from a click on the weights."""
    n_heads, n_rows, n_columns = of.stages.weights.shape
    about = "term by term; choose it here, or click a cell of the weights"
    st.html(f'<div class="thought"><b>4 One cell</b> <span>{about}</span></div>')
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        head = choose_number("Head", link_keys.HEAD, 1, n_heads, 1) - 1
        row = choose_number("Row", link_keys.ROW, 1, n_rows, 1) - 1
        column = choose_number("Column", link_keys.COLUMN, 1, n_columns, 1) - 1
    return Place(head, row, column)


def take_click() -> None:
    """Open the cell that was clicked."""
    cell = chart.read_click(widget_keys.WEIGHTS_CHART)
    if cell is not None:
        row, column = cell
        session.put(link_keys.ROW, row + 1)
        session.put(link_keys.COLUMN, column + 1)


def _lengths(text: str) -> tuple[int, ...]:
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not parts or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        raise ValueError("Valid lengths are whole numbers from 0: one for all rows, or one for each, as in: 2, 6")
    return tuple(int(part) for part in parts)
