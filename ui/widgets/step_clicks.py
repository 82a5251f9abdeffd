"""Clicks on a generated or a source token, a row of the big map or a candidate, and drags that zoom the map.

A token to generate is written as its step, counted from 1, a sign and the token; no token lets the model choose again.
"""

import re
from collections.abc import Callable
from functools import partial

import streamlit as st

from ui.widgets import map_zoom, session, step_slider, widget_keys
from ui.widgets.whole_numbers import read_whole_number

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


def listen(
    choose_row: Callable[[int], None],
    generate: Callable[[int, str, bool], None],
    choose_source: Callable[[int], None] | None = None,
) -> None:
    """Listen to clicks; the element itself is empty.

    Args:
        choose_row: takes a row of the big map, counted from 1.
        generate: takes a step, counted from 1, the token to generate there, empty to let the model choose, and whether
            that token is there already.
        choose_source: takes a token of the source sentence, counted from 1; None where none is clicked.
    """
    _listen(
        key=widget_keys.STEP_CLICKS, height=0,
        on_token_change=_choose_token, on_row_change=partial(_report_row, choose_row),
        on_source_change=partial(_report_source, choose_source),
        on_candidate_change=partial(report_candidate, generate), on_zoom_change=_zoom,
    )  # fmt: skip


def _choose_token() -> None:
    if (step := read_whole_number(session.get(widget_keys.STEP_CLICKS).token)) is not None:
        step_slider.go_to(step)


def _report_row(choose_row: Callable[[int], None]) -> None:
    if (row := read_whole_number(session.get(widget_keys.STEP_CLICKS).row)) is not None:
        choose_row(row)


def _report_source(choose_source: Callable[[int], None] | None) -> None:
    token = read_whole_number(session.get(widget_keys.STEP_CLICKS).source)
    if choose_source and token is not None:
        choose_source(token)


def report_candidate(generate: Callable[[int, str, bool], None]) -> None:
    """Pass the candidate that was clicked to ``generate``, in a callback; what is no candidate is ignored."""
    found = re.fullmatch(r"([0-9]{1,4})([-+])(.*)", str(session.get(widget_keys.STEP_CLICKS).candidate))
    if found:
        step, sign, token = found.groups()
        generate(int(step), token, sign == KEEP)


def _zoom() -> None:
    map_zoom.keep_window(session.get(widget_keys.STEP_CLICKS).zoom)
