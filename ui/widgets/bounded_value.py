"""Values of sliders and number boxes whose bounds change while a visitor moves them."""

from ui.widgets import session, widget_keys


def clamp(key: str, least: int, most: int) -> None:
    """Clamp a widget's value, if it has one, before the widget is drawn: its bounds change, and pages share keys."""
    value = session.get(key)
    if value is None:  # the widget will be drawn with its default, or with what the URL names
        session.put(widget_keys.BOUNDS + key, (least, most))
    else:
        put(key, value, least, most)


def put(key: str, value: int, least: int, most: int) -> None:
    """Set a widget's value, clamped to its bounds, before the widget is drawn.

    A value that is put is sent to the browser, where it undoes what a visitor has moved since. So it is put where it
    differs, and where the bounds do: a slider with new bounds takes an earlier value if the URL names its new default.
    """
    clamped, bounds = min(max(value, least), most), (least, most)
    if session.get(key) != clamped or session.get(widget_keys.BOUNDS + key) != bounds:
        session.put(key, clamped)
    session.put(widget_keys.BOUNDS + key, bounds)
