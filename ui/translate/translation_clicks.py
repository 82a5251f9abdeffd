"""Clicks on the Translate page: a generated token or a row of the big map chooses its step, a candidate is forced."""

from model.transformer.kind import Kind
from ui.translate import intervention_link
from ui.widgets import link_keys, session, step_clicks, step_slider


def listen() -> None:
    """Listen to clicks; call this after all that can be clicked is drawn."""
    step_clicks.listen(_choose_row, _force)


def _choose_row(row: int) -> None:
    if session.get(link_keys.KIND) != Kind.ENCODER:  # whose rows are no steps
        step_slider.go_to(row)


def _force(step: int, token: str, is_kept: bool) -> None:
    intervention_link.force_token(step - 1, token or None, is_kept=is_kept)
