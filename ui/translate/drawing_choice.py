"""The ways to draw attention: a head as a map or as lines, or all heads of its layer as lines in their colours."""

from enum import StrEnum

from ui.widgets import link_keys
from ui.widgets.option_choice import choose_option


class DrawnAs(StrEnum):
    """Names of the ways, as the page and links have them."""

    MAP = "map"
    LINES = "lines"
    LINES_BY_HEAD = "lines by head"


def choose_drawing() -> DrawnAs:
    """Draw the choice and return it."""
    return DrawnAs(choose_option("Drawn as", list(DrawnAs), link_keys.DRAWN_AS, is_bare=True))
