"""A choice among a few, whatever a link says."""

from collections.abc import Sequence

import streamlit as st

from ui.widgets import session


def one_of(
    label: str, options: Sequence[str], key: str, usual: str = "", *, is_bare: bool = False, about: str = ""
) -> str:
    """The chosen option, which the address holds; a link with an empty choice counts for nothing.

    Args:
        label: says what is chosen.
        options: all there are.
        key: of the widget, and in the address.
        usual: what is chosen without a link; the first option unless told otherwise.
        is_bare: whether the label is only read out.
        about: help.
    """
    usual = usual or options[0]
    if key in st.session_state and not session.get(key):
        session.put(key, usual)
    chosen: str | None = st.segmented_control(
        label, options, default=usual, required=True, key=key, bind="query-params", help=about or None,
        label_visibility="collapsed" if is_bare else "visible",
    )  # fmt: skip
    if not chosen:  # an address that says so: nothing is chosen before the next run
        st.rerun()
    return chosen
