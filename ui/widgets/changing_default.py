"""Choices that a visitor leaves at a default which changes: with the run, the view or the numbers shown."""

from typing import Any

from ui.widgets import session, widget_keys


def follow(key: str, default: Any, *, is_chosen: bool = False) -> None:
    """Move a choice that was left at its default to a new one, before its widget is drawn.

    The URL leaves out what is the default, so a copied link and a reload show the new one as well. What a visitor chose
    stays, and is put again: the URL then names it where it is the default no more.

    Args:
        key: of the widget, which is bound to the URL.
        default: of the widget.
        is_chosen: True if the value was chosen although it is the default, as with another choice of the URL.
    """
    value = session.get(key)
    earlier, was_chosen = session.get(widget_keys.DEFAULT + key, (default, False))
    is_chosen = value is not None and (is_chosen or was_chosen or value != earlier)
    if value is not None and default != earlier:
        session.put(key, value if is_chosen else default)
    session.put(widget_keys.DEFAULT + key, (default, is_chosen))
