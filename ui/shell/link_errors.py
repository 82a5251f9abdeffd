"""Link errors: invalid values in a link, which the widgets replace and a message names once."""

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import session
from ui.widgets.markdown import escape_markdown

_MAX_LENGTH = 24  # characters of a value in the message


def remember_link() -> None:
    """Store the query parameters of the link; call this before any widget reads its own."""
    if shell_keys.LINK_VALUES not in st.session_state:
        session.put(shell_keys.LINK_VALUES, st.query_params.to_dict())


def get_opening_link() -> dict[str, str]:
    """Return the query parameters of the link that opened this session, during its first run; empty after that."""
    values: dict[str, str] = session.get(shell_keys.LINK_VALUES, {})
    return values


def report_rejected_values() -> None:
    """Name the values that the widgets rejected; call this after the page is drawn."""
    values = session.get(shell_keys.LINK_VALUES)
    session.put(shell_keys.LINK_VALUES, {})
    rejected = [name for name, value in values.items() if _is_rejected(name, value)]
    if rejected:
        listed = ", ".join(f"{name.replace('_', ' ')} “{_shorten(values[name])}”" for name in rejected)
        st.toast(
            escape_markdown(f"The link has invalid values, replaced by defaults: {listed}."),
            icon=":material/link_off:", duration="long",
        )  # fmt: skip


def _is_rejected(name: str, value: str) -> bool:
    """Return True if a widget dropped its value from the URL, unless it shows that value anyway."""
    if name in st.query_params or name not in st.session_state:
        return False
    shown = str(st.session_state[name]).lower()
    try:
        return float(value) != float(shown)
    except ValueError:
        return value.lower() != shown


def _shorten(value: str) -> str:
    return value if len(value) <= _MAX_LENGTH else f"{value[:_MAX_LENGTH]}…"
