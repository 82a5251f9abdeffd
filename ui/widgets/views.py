"""The choice among the views of a page."""

from collections.abc import Sequence

from ui.widgets import link_keys
from ui.widgets.option_choice import choose_option


def choose_view(names: Sequence[str]) -> str:
    """Show the names of a page's views and return the chosen one; the URL holds it."""
    return choose_option("View", names, link_keys.VIEW, is_bare=True)
