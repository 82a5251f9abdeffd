"""Links that name a view as it was once called."""

import streamlit as st

from ui.widgets import link_keys

# Present names of views by the names that older links hold.
PRESENT_NAMES = {
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


def follow_former_link() -> None:
    """Replace a view's former name in the URL and draw the page anew; call this before any widget is drawn."""
    present = PRESENT_NAMES.get(st.query_params.get(link_keys.VIEW, ""))
    if present:
        st.query_params[link_keys.VIEW] = present
        st.rerun()  # the choice of a view reads the URL that a run began with
