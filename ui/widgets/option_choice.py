"""A choice among a few options that stays valid whatever a link says."""

from collections.abc import Callable, Sequence

import streamlit as st

from ui.widgets import changing_default, session


def choose_option(
    label: str,
    options: Sequence[str],
    key: str,
    default: str = "",
    *,
    is_bare: bool = False,
    about: str = "",
    on_change: Callable[[], None] | None = None,
) -> str:
    """Draw the options and return the chosen one, which the URL holds; an empty choice in a link is ignored.

    Args:
        label: names the choice.
        options: all options.
        key: of the widget, and its name in the URL.
        default: the option chosen without a link; "" for the first.
        is_bare: True to hide the label from all but screen readers.
        about: help text.
        on_change: called when the visitor has chosen another option.
    """
    default = default or options[0]
    changing_default.follow(key, default)
    if session.has(key) and session.get(key) not in options:
        session.put(key, default)
    chosen: str | None = st.segmented_control(
        label, options, default=default, required=True, key=key, bind="query-params", help=about or None,
        label_visibility="collapsed" if is_bare else "visible", on_change=on_change,
    )  # fmt: skip
    if not chosen:  # the URL holds an empty choice; the next run puts the default in its place
        st.rerun()
    return chosen
