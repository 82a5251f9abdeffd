"""Choices that a visitor leaves at a default which changes: with the run, the view or the numbers shown."""

from typing import Any

from ui.widgets import session, widget_keys


def follow(key: str, default: Any) -> None:
    """Move a choice that stands at its earlier default to the new one, before its widget is drawn.

    The URL leaves defaults out, so a copied link and a reload show the new default as well.
    """
    earlier = session.get(widget_keys.DEFAULT + key, default)
    if default != earlier == session.get(key):
        session.put(key, default)
    session.put(widget_keys.DEFAULT + key, default)
