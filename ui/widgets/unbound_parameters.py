"""Query parameters that the page itself writes, or notes, and that the browser's Back changes.

On Back, Streamlit gives the widgets that are bound to the URL its values, and leaves all others as they are: these
would write what they hold over the URL. So the page compares the URL with what it wrote last, whenever the whole page
is drawn: what belongs to a fragment alone may come with the URL of the moment before.
"""

import streamlit as st

from ui.widgets import session, widget_keys


def read(key: str) -> str:
    """Return a choice as it was written last, or as the URL has it that the whole page was drawn with; "" for none."""
    written: dict[str, str] = session.get(widget_keys.WRITTEN, {})
    return written[key] if key in written else st.query_params.get(key, "")


def write(key: str, text: str) -> None:
    """Write a choice into the URL; "" takes the parameter away."""
    note(key, text)
    own: frozenset[str] = session.get(widget_keys.OWN_KEYS, frozenset())
    if key not in own:
        session.put(widget_keys.OWN_KEYS, own | {key})
    _put(key, text)


def write_again() -> None:
    """Write all choices again before a tick draws the whole page: its URL is that of the moment when it fell due."""
    for key in session.get(widget_keys.OWN_KEYS, ()):
        _put(key, read(key))


def note(key: str, text: str) -> None:
    """Note what the URL holds of a choice whose widget is bound to it, to know of a change before that is drawn."""
    session.put(widget_keys.WRITTEN, {**session.get(widget_keys.WRITTEN, {}), key: text})


def follow_url() -> None:
    """Note which parameters the URL has other than written; call this before the whole page is drawn again."""
    written: dict[str, str] = session.get(widget_keys.WRITTEN, {})
    found = {key: st.query_params.get(key, "") for key in written}
    changed = {key for key in written if found[key] != written[key]}
    session.put(widget_keys.WRITTEN, found)
    session.put(widget_keys.CHANGED, session.get(widget_keys.CHANGED, frozenset()) | changed)


def is_changed(key: str) -> bool:
    """Return True if the URL changed a choice and ``take_change`` has not told it yet."""
    return key in session.get(widget_keys.CHANGED, frozenset())


def take_change(key: str) -> bool:
    """Return True, once, if the URL changed a choice, which then yields to the URL before its widget is drawn."""
    changed: frozenset[str] = session.get(widget_keys.CHANGED, frozenset())
    session.put(widget_keys.CHANGED, changed - {key})
    return key in changed


def forget() -> None:
    """Forget what was written into the URL of a page that is left."""
    for key in (widget_keys.WRITTEN, widget_keys.OWN_KEYS, widget_keys.CHANGED):
        session.forget(key)


def _put(key: str, text: str) -> None:
    if not text:
        st.query_params.pop(key, None)
    elif text != st.query_params.get(key):
        st.query_params[key] = text
