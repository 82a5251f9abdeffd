"""The style of the pages."""

import streamlit as st

from ui.widgets.assets import ASSETS

# In the order of the rules: a later one wins.
NAMES = ("page", "header", "tokens", "translate", "maps", "matrices", "language", "training", "phone")
_STYLE = "".join((ASSETS / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in NAMES)


def apply_style() -> None:
    """Apply the style sheets to the page."""
    st.html(f"<style>{_STYLE}</style>")
