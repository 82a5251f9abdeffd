"""The choice among the views of a page."""

from collections.abc import Sequence

import streamlit as st

from ui.widgets import link_keys
from ui.widgets.option_choice import choose_option

# Names of views in links that were copied before a view had its present name.
RENAMED = {
    "Beside the plain one": "Multi-head vs single-head",
    "Positions": "Positional encoding",
    "Residual and norm": "Pre-norm vs post-norm",
    "The stream": "Residual stream",
    "Layer and batch norm": "Layer norm vs batch norm",
    "A block whole": "Full block",
    "A batch": "Padded batch",
    "Write": "Generation",
    "With and without the mask": "With and without causal mask",
}


def choose_view(names: Sequence[str]) -> str:
    """Show the names of a page's views and return the chosen one; the URL holds it, by its present or former name."""
    renamed = RENAMED.get(st.query_params.get(link_keys.VIEW, ""), "")
    if renamed in names:
        st.query_params[link_keys.VIEW] = renamed
        st.rerun()  # the choice reads the URL that a run began with
    return choose_option("View", names, link_keys.VIEW, is_bare=True)
