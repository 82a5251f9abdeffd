"""Link errors: invalid values in a link, which the widgets replace, and unknown names; a message lists both once."""

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import link_keys, messages, session
from ui.widgets.abbreviation import list_quoted, shorten

_MAX_LENGTH = 24  # characters of a name or value in the message


def remember_link() -> None:
    """Store the query parameters of the link; call this before any widget reads its own."""
    if not session.has(shell_keys.LINK_VALUES):
        session.put(shell_keys.LINK_VALUES, st.query_params.to_dict())


def report_rejected_values() -> None:
    """List the values that the widgets rejected, and those that no page knows; call this after the page is drawn."""
    values = session.get(shell_keys.LINK_VALUES)
    session.put(shell_keys.LINK_VALUES, {})
    sentences = []
    if rejected := [name for name, value in values.items() if _is_rejected(name, value)]:
        listed = ", ".join(f"{name.replace('_', ' ')} “{shorten(values[name], _MAX_LENGTH)}”" for name in rejected)
        sentences.append(f"The link has values that are not available here ({listed}); the defaults are shown.")
    if unknown := [name for name in values if name not in link_keys.ALL]:
        for name in unknown:
            st.query_params.pop(name, None)
        listed = list_quoted([shorten(name, _MAX_LENGTH) for name in unknown])
        sentences.append(f"Unknown parameters were removed from the address: {listed}.")
    if sentences:
        messages.report_link(" ".join(sentences))


def _is_rejected(name: str, value: str) -> bool:
    """Return True if a widget dropped its value from the URL, unless it shows that value anyway."""
    if name in st.query_params or not session.has(name):
        return False
    shown = str(session.get(name)).lower()
    try:
        return float(value) != float(shown)
    except ValueError:
        return value.lower() != shown
