"""What the link of a visit asks for and cannot have: corrected by the widgets, and told once."""

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import session
from ui.widgets.markdown import plain

_MOST = 24  # characters of a value that are repeated


def remember() -> None:
    """Keep what the link asks for; call this before any widget takes its part of it."""
    if shell_keys.ASKED not in st.session_state:
        session.put(shell_keys.ASKED, st.query_params.to_dict())


def answer() -> None:
    """Say what of it was not possible; call this once everything is drawn."""
    asked = session.get(shell_keys.ASKED)
    session.put(shell_keys.ASKED, {})
    refused = [name for name, value in asked.items() if _is_refused(name, value)]
    if refused:
        told = ", ".join(f"{name.replace('_', ' ')} “{_short(asked[name])}”" for name in refused)
        st.toast(
            plain(f"The link asks for what is not here: {told}. Instead, the usual is shown."),
            icon=":material/link_off:", duration="long",
        )  # fmt: skip


def _is_refused(name: str, value: str) -> bool:
    """Whether a widget has thrown its part of the link away, not because that is what it shows anyway."""
    if name in st.query_params or name not in st.session_state:
        return False
    shown = str(st.session_state[name]).lower()
    try:
        return float(value) != float(shown)
    except ValueError:
        return value.lower() != shown


def _short(value: str) -> str:
    return value if len(value) <= _MOST else f"{value[:_MOST]}…"
