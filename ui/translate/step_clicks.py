"""Clicks on a generated token or on a row of the big map, which choose the decoding step."""

import streamlit as st

from model.transformer.kind import Kind
from ui.translate import translate_page_keys
from ui.widgets import link_keys, session, step_slider
from ui.widgets.assets import ASSETS

_listen = st.components.v2.component(
    "step_clicks", js=(ASSETS / "step_clicks.js").read_text(encoding="utf-8"), isolate_styles=False
)


def listen() -> None:
    """Listen to clicks; the element itself is empty."""
    _listen(key=translate_page_keys.STEP_CLICKS, on_token_change=_choose_token, on_row_change=_choose_row, height=0)


def _choose_token() -> None:
    step_slider.go_to(int(session.get(translate_page_keys.STEP_CLICKS).token))


def _choose_row() -> None:
    if session.get(link_keys.KIND) != Kind.ENCODER:  # whose rows are no steps
        step_slider.go_to(int(session.get(translate_page_keys.STEP_CLICKS).row))
