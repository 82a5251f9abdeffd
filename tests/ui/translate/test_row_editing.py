"""The step, or source token, that an edited row is kept at, and the weights that a row gets."""

from typing import Any

import numpy as np
import pytest

from model.inference.edited_row import EditedRow, pin_row
from model.inference.named_head import Head
from model.transformer.kind import Kind
from ui.translate import intervention_link, row_editing, source_token, translate_page_keys
from ui.widgets import step_slider


@pytest.mark.parametrize("kind", list(Kind))
def test_the_step_or_source_token_of_an_edited_row_is_chosen(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    steps: list[int] = []
    tokens: list[int] = []
    edited: list[object] = []
    monkeypatch.setattr(step_slider, "go_to", steps.append)
    monkeypatch.setattr(source_token, "choose_source_token", tokens.append)
    monkeypatch.setattr(intervention_link, "edit_rows", edited.extend)
    rows = [pin_row(Head(kind, 1, head), 2, 0) for head in (0, 1)]
    row_editing._give(rows)
    assert edited == rows
    assert (steps, tokens) == (([], [3]) if kind is Kind.ENCODER else ([3], []))


def test_all_weights_of_a_row_that_are_pasted_at_once_are_kept(
    session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[list[EditedRow]] = []
    cells = {0: {"Weight": 40}, "1": {"Weight": 30}, 2: {"Weight": None}}
    session_values["table"] = {"edited_rows": cells}
    monkeypatch.setattr(row_editing, "_give", given.append)
    heads = [Head(Kind.CROSS, 1, head) for head in (0, 1)]
    row_editing._edit("table", heads, 2, np.float32([0.5, 0.2, 0.3, 0.0]))
    assert given == [[EditedRow(head, 2, ((0, 40), (1, 30), (2, 30))) for head in heads]]


@pytest.mark.parametrize(("typed", "kept"), [(140, ((0, 100),)), (-5, ((1, 40), (2, 60)))])
def test_a_weight_outside_its_bounds_is_clamped(
    session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch, typed: int, kept: tuple[tuple[int, int], ...]
) -> None:
    given: list[list[EditedRow]] = []
    session_values["table"] = {"edited_rows": {0: {"Weight": typed}}}
    monkeypatch.setattr(row_editing, "_give", given.append)
    row_editing._edit("table", [Head(Kind.CROSS, 1, 0)], 2, np.float32([0.5, 0.2, 0.3]))
    assert [each.weights for rows in given for each in rows] == [kept]


def test_pinning_a_row_closes_the_popover(session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    session_values |= {translate_page_keys.PINNED_KEY: 1, translate_page_keys.EDIT_ROW: True}
    given: list[list[EditedRow]] = []
    monkeypatch.setattr(row_editing, "_give", given.append)
    head = Head(Kind.CROSS, 1, 0)
    row_editing._pin([head], 2)
    assert given == [[pin_row(head, 2, 1)]]
    assert session_values == {translate_page_keys.EDIT_ROW: False}
