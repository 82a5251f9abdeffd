"""The step, or source token, that an edited row is kept at, the weights that it gets, and what the page says of it."""

from typing import Any

import numpy as np
import pytest

from model.inference.edited_row import EditedRow
from model.inference.named_head import Head
from model.inference.row_labels import number_repeated
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from tests.apptest.reading import cells, chips, html
from tests.ui.translate.listed_changes import SENTENCE, list_changes
from ui.translate import intervention_link, row_editing, translate_page_keys
from ui.widgets import link_keys, step_slider, widget_keys


@pytest.fixture
def edited(session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[EditedRow]:
    """The rows that are edited in a session of the test's own."""
    rows: list[EditedRow] = []
    monkeypatch.setattr(intervention_link, "edit_rows", rows.extend)
    monkeypatch.setattr(step_slider, "go_to", lambda _: None)
    return rows


def test_all_weights_of_a_row_that_are_pasted_at_once_are_kept(
    session_values: dict[str, Any], edited: list[EditedRow]
) -> None:
    cells = {0: {"Weight": 40}, "1": {"Weight": 30}, 2: {"Weight": None}}
    session_values["table"] = {"edited_rows": cells}
    heads = [Head(Kind.CROSS, 1, head) for head in (0, 1)]
    row_editing.edit_row("table", heads, 2, np.float32([0.5, 0.2, 0.3, 0.0]))
    assert edited == [EditedRow(head, 2, ((0, 40), (1, 30), (2, 30))) for head in heads]


@pytest.mark.parametrize(("typed", "kept"), [(140, ((0, 100),)), (-5, ((1, 40), (2, 60)))])
def test_a_weight_outside_its_bounds_is_clamped(
    session_values: dict[str, Any], edited: list[EditedRow], typed: int, kept: tuple[tuple[int, int], ...]
) -> None:
    session_values["table"] = {"edited_rows": {0: {"Weight": typed}}}
    row_editing.edit_row("table", [Head(Kind.CROSS, 1, 0)], 2, np.float32([0.5, 0.2, 0.3]))
    assert [each.weights for each in edited] == [kept]


@pytest.mark.parametrize("kind", list(Kind))
def test_pinning_a_row_closes_the_popover_and_chooses_its_step_or_source_token(opened: Open, kind: Kind) -> None:
    app = opened(sentence=SENTENCE, kind=kind.value, layer="2", head="1", mean="false")
    row = 1 if kind is Kind.ENCODER else app.slider(link_keys.STEP).value
    app.session_state[translate_page_keys.EDIT_ROW] = True
    pills = app.run().button_group(translate_page_keys.PINNED_KEY)
    pills.set_value(pills.options[0]).run()
    assert not app.exception
    assert app.query_params[link_keys.ROWS] == f"{kind.value}-2-1-{row}-1"
    assert not app.session_state[translate_page_keys.EDIT_ROW]
    if kind is Kind.ENCODER:
        assert app.query_params[link_keys.FRAMED] == str(row)
    else:
        assert not app.session_state[widget_keys.FOLLOWS_DEFAULT], "however long the translation becomes"
        assert link_keys.FRAMED not in app.query_params


def test_a_row_is_pinned_shown_and_released(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="cross", layer="2", head="1", step="2", rows="cross-2-1-2-1")
    assert not app.exception
    generated, source = number_repeated(chips(app, "French"))[1], number_repeated(SENTENCE.split())[0]
    assert list_changes(app) == [f"cross, layer 2, head 1, “{generated}” on “{source}” :material/close:"]
    assert cells(app)[1].tolist() == [1.0, 0.0, 0.0, 0.0, 0.0]
    assert chips(app, "Before")
    pills = app.button_group(translate_page_keys.CHANGES)
    pills.set_value(pills.options[0]).run()
    assert link_keys.ROWS not in app.query_params


def test_a_pin_belongs_to_its_sentence(opened: Open) -> None:
    app = opened(sentence=SENTENCE, rows="cross-2-1-2-1")
    app.text_input(link_keys.SENTENCE).set_value("the dog ").run()
    assert link_keys.ROWS not in app.query_params


@pytest.mark.parametrize("value", ["cross-9-9-1-1", "x", "cross-1-1-1", "decoder-1-1-1-5", "<b>", "9" * 400])
def test_a_nonsense_pin_is_left_out_with_a_word(opened: Open, value: str) -> None:
    app = opened(sentence=SENTENCE, rows=value)
    assert not app.exception
    assert "Ignored" in app.toast[0].value
    assert link_keys.ROWS not in app.query_params


def test_an_edited_row_has_its_weights_and_is_named(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="cross", layer="2", head="1", step="2", rows="cross-2-1-2-1_30-3_70")
    generated, (first, _, third, *_) = number_repeated(chips(app, "French"))[1], number_repeated(SENTENCE.split())
    weights = f"“{first}” 30\u202f%, “{third}” 70\u202f%"
    assert list_changes(app) == [f"cross, layer 2, head 1, “{generated}”: {weights} :material/close:"]
    assert cells(app)[1].tolist() == pytest.approx([0.3, 0.0, 0.7, 0.0, 0.0])


def test_a_row_of_a_head_that_is_off_is_said_to_do_nothing(opened: Open) -> None:
    app = opened(sentence=SENTENCE, rows="cross-2-1-2-1", off="cross-2-1")
    assert "Without effect, because the head is off: cross, layer 2, head 1" in html(app)
    assert "ends before it" not in html(app)
