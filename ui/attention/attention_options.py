"""The options of one attention: mask, softmax axis, heads, dropout, scale."""

from typing import NamedTuple

import streamlit as st

from model.lab.attention_examples import list_head_counts
from model.lab.attention_inputs import AttentionInputs
from model.lab.attention_stages import AttentionOptions, Mask
from ui.widgets import changing_default, legends, link_keys, session
from ui.widgets.number_box import choose_number
from ui.widgets.option_choice import choose_option
from ui.widgets.whole_numbers import parse_numbers

_COLUMNS_SUM_TO_1 = "Columns sum to 1: the queries compete for each key."
_MASKS = {
    Mask.NONE: "Every row may look at every column.",
    Mask.CAUSAL: "Every row may look at its own column and those before it, as in a decoder.",
    Mask.LENGTHS: "A single length masks later keys in every row; several apply to one row each. 0 masks a row fully.",
    Mask.EMPTY_ROW: "This row may look at no key: its weights are zeros, where softmax would compute 0 / 0.",
}
_OWN_MASK = "Every row may look where the model's own mask lets it."
_ROW_EMPTY_IN_COLUMNS = "This row may look at no key: every column gives it a weight of 0."


class OptionChoice(NamedTuple):
    """The options of the attention, and the part of it that is shown.

    Attributes:
        options: of the attention.
        head: the head to show, counted from 0.
        is_stretched: True if the colours of faint weights are stretched.
    """

    options: AttentionOptions
    head: int
    is_stretched: bool


def choose_options(inputs: AttentionInputs, *, least_heads: int = 1, max_maps: int = 0) -> OptionChoice:
    """Show the options, and the choice of a head unless all heads are shown.

    Args:
        inputs: numbers of the attention.
        least_heads: the smallest number of heads to offer, where the widths can be divided.
        max_maps: number of heads up to which a view shows all heads.

    Raises:
        ValueError: the valid lengths are not numbers; the message is a sentence.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        n_heads = choose_n_heads(inputs, least_heads)
        head = choose_number("Head", link_keys.HEAD, 1, n_heads, 1, is_off=n_heads == 1) if n_heads > max_maps else 1
        label = "Mask" if inputs.allowed is None else "Mask, added to the model's own"
        mask = Mask(choose_option(label, [mask.value for mask in Mask], link_keys.MASK, Mask.NONE.value))
        axis = choose_option("Softmax along", ["rows", "columns"], link_keys.SOFTMAX)
        dropout = st.slider("Dropout, %", 0, 90, 0, 10, key=link_keys.DROPOUT, bind="query-params", width=110)
        is_scaled = st.toggle("Scale by 1/√d", True, key=link_keys.SCALE, bind="query-params")
        is_stretched = legends.choose_stretch()
        # Last in the row: what stands before them stays in its place.
        lengths = (
            st.text_input("Valid lengths", "2", key=link_keys.LENGTHS, bind="query-params", width=110)
            if mask is Mask.LENGTHS
            else ""
        )
        n_rows = len(inputs.matrices["X" if inputs.is_projected else "Q"])
        empty_row = choose_number("Masked row", link_keys.EMPTY_ROW, 1, n_rows, 1) if mask is Mask.EMPTY_ROW else 1
    about = _MASKS[mask]
    if mask is Mask.NONE and inputs.allowed is not None:
        about = _OWN_MASK
    elif mask is Mask.EMPTY_ROW and axis == "columns":
        about = _ROW_EMPTY_IN_COLUMNS
    # One line whatever is chosen, unless the screen is narrow: what stands below it stays in its place.
    st.caption(f"{about} {_COLUMNS_SUM_TO_1}" if axis == "columns" else about)
    options = AttentionOptions(
        mask=mask,
        lengths=_parse_lengths(lengths) if mask is Mask.LENGTHS else (),
        empty_row=empty_row - 1,
        is_scaled=is_scaled,
        over_columns=axis == "columns",
        dropout=dropout / 100,
        seed=int(session.get(link_keys.SEED, 0)),
        n_heads=n_heads,
    )
    return OptionChoice(options, head - 1, is_stretched)


def choose_n_heads(inputs: AttentionInputs, least: int = 1) -> int:
    """Show the choice of a number of heads that divides the widths, from ``least`` on where there is one."""
    counts = list_head_counts(inputs)
    counts = [count for count in counts if count >= least] or counts
    start = counts.index(inputs.n_heads) if inputs.n_heads in counts else 0
    changing_default.follow(link_keys.N_HEADS, counts[start])
    if session.get(link_keys.N_HEADS) not in (None, *counts):
        session.put(link_keys.N_HEADS, counts[start])
    return int(st.selectbox("Heads", counts, start, key=link_keys.N_HEADS, bind="query-params", width=90))


def _parse_lengths(text: str) -> tuple[int, ...]:
    try:
        return parse_numbers(text)
    except ValueError:
        message = "Valid lengths are whole numbers from 0: one for all rows, or one for each with commas between them."
        raise ValueError(message) from None
