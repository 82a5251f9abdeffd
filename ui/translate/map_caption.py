"""The line below the big map: what its framed row looks at, the colours of heads, or help at first."""

from collections.abc import Collection

from model.transformer.kind import Kind
from ui.translate import opening_view
from ui.translate.drawing_choice import DrawnAs
from ui.widgets import legends
from ui.widgets.headings import show_remark
from ui.widgets.map_view import MapView


def show_caption(view: MapView, drawn_as: DrawnAs, off: Collection[tuple[int, int]]) -> None:
    """Show the line; ``off`` are layer and head of the heads of this kind that are switched off."""
    if drawn_as is DrawnAs.LINES_BY_HEAD:
        legends.show_heads(len(view.heads), {head for layer, head in off if layer == view.choice.layer})
    else:
        _show_summary(view, drawn_as, off)
    if view.is_zoomable and drawn_as is DrawnAs.MAP:
        show_remark(opening_view.ZOOM_HELP, look="for_mouse")


def _show_summary(view: MapView, drawn_as: DrawnAs, off: Collection[tuple[int, int]]) -> None:
    choice = view.choice
    is_off = any(layer == choice.layer and choice.head in (None, head) for layer, head in off)
    is_advised = opening_view.is_untouched() and choice.kind is Kind.CROSS and not is_off
    advice = opening_view.HELP if drawn_as is DrawnAs.MAP else opening_view.LINES_HELP
    is_asked = choice.kind is Kind.ENCODER and view.current_row is None
    show_remark(advice if is_advised else f"{view.summary} Click a token." if is_asked else view.summary)
