"""Clicks on a generated token or a row of the big map choose the step, on a candidate force it; drags zoom the map.

A token to force is written as its step, counted from 1, a sign and the token; no token lets the model choose again.
"""

import re

import streamlit as st

from model.transformer.kind import Kind
from ui.translate import intervention_link, translate_page_keys
from ui.widgets import link_keys, map_zoom, session, step_slider

FORCE, KEEP = "-", "+"  # signs of a token that changes what follows, and of the token that is there

# It is sent at every key, and may be there before the script of the page that it calls, ``assets/step_clicks.html``.
_LISTENER = """
export default (component) => {
  let timer, stop;
  const begin = () => {
    stop = window.__listenToClicks?.(component);
    if (!stop) timer = setTimeout(begin, 50);
  };
  begin();
  return () => { clearTimeout(timer); stop?.(); };
};
"""
_listen = st.components.v2.component("step_clicks", js=_LISTENER, isolate_styles=False)


def listen() -> None:
    """Listen to clicks; the element itself is empty."""
    _listen(
        key=translate_page_keys.STEP_CLICKS, height=0,
        on_token_change=_choose_token, on_row_change=_choose_row, on_candidate_change=_force_candidate,
        on_zoom_change=_zoom,
    )  # fmt: skip


def _choose_token() -> None:
    step_slider.go_to(int(session.get(translate_page_keys.STEP_CLICKS).token))


def _choose_row() -> None:
    if session.get(link_keys.KIND) != Kind.ENCODER:  # whose rows are no steps
        step_slider.go_to(int(session.get(translate_page_keys.STEP_CLICKS).row))


def _zoom() -> None:
    map_zoom.keep_window(session.get(translate_page_keys.STEP_CLICKS).zoom)


def _force_candidate() -> None:
    found = re.fullmatch(r"(\d+)([-+])(.*)", str(session.get(translate_page_keys.STEP_CLICKS).candidate))
    if found:
        step, sign, token = found.groups()
        intervention_link.force_token(int(step) - 1, token or None, is_kept=sign == KEEP)
