"""Callbacks that change the intervention in the URL."""

from typing import Any

import pytest

from model.inference.edited_row import pin_row
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.transformer.kind import Kind
from ui.translate import intervention_link, translate_page_keys
from ui.widgets import link_keys, off_weights, session, step_slider

pytestmark = pytest.mark.usefixtures("url")

LAYER = [Head(Kind.CROSS, 1, head) for head in range(4)]


def shown() -> Intervention:
    intervention: Intervention = session.get(translate_page_keys.INTERVENTION)
    return intervention


@pytest.mark.parametrize(("off", "after"), [([], LAYER), (LAYER[:1], LAYER), (LAYER, [])])
def test_a_layer_is_switched_on_only_where_all_of_its_heads_are_off(
    session_values: dict[str, Any], off: list[Head], after: list[Head]
) -> None:
    session_values[translate_page_keys.INTERVENTION] = Intervention(tuple(off))
    intervention_link.switch_heads(LAYER)
    assert shown().off == tuple(after)


def test_an_edited_row_replaces_an_earlier_edit_of_it(session_values: dict[str, Any]) -> None:
    other, earlier, later = pin_row(LAYER[0], 1, 0), pin_row(LAYER[0], 2, 0), pin_row(LAYER[0], 2, 1)
    session_values[translate_page_keys.INTERVENTION] = Intervention(rows=(other, earlier))
    intervention_link.edit_rows([later])
    assert shown().rows == (other, later)


def test_the_step_of_a_forced_token_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(step_slider, "go_to", steps.append)
    intervention_link.force_token(2, "chat")
    assert (shown().forced, steps) == (((2, "chat"),), [3])


def test_only_heads_stay_switched_off_where_the_sentence_is_left(session_values: dict[str, Any]) -> None:
    session_values[translate_page_keys.INTERVENTION] = Intervention(
        tuple(LAYER), rows=(pin_row(LAYER[0], 1, 0),), forced=((0, "le"),)
    )
    intervention_link.leave_sentence()
    assert shown() == Intervention(tuple(LAYER))


@pytest.mark.parametrize(("is_uniform", "fill"), [(False, off_weights.ZERO), (True, off_weights.UNIFORM)])
def test_returning_brings_what_stands_in_for_the_heads(
    session_values: dict[str, Any], *, is_uniform: bool, fill: str
) -> None:
    intervention_link.return_to(Intervention(tuple(LAYER), is_uniform))
    assert session_values[link_keys.FILL] == fill
