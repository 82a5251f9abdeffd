"""Clicks on the Translate page.

A generated token or a row of the big map chooses its step, a source token the step that looks at it most; a row of an
encoder map, or a source token above it, that row. A candidate is forced.
"""

from model.transformer.kind import Kind
from ui.translate import intervention_link, source_token
from ui.widgets import head_selector, step_clicks, step_slider


def listen() -> None:
    """Listen to clicks; call this after all that can be clicked is drawn."""
    step_clicks.listen(_choose_row, _force, source_token.follow_click)


def _choose_row(row: int) -> None:
    choose = source_token.toggle_source_token if head_selector.find_kind() is Kind.ENCODER else step_slider.go_to
    choose(row)


def _force(step: int, token: str, is_kept: bool) -> None:
    intervention_link.force_token(step - 1, token or None, is_kept=is_kept)
