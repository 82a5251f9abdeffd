"""The step that an edited row is kept at."""

import pytest

from model.inference.edited_row import pin_row
from model.inference.named_head import Head
from model.transformer.kind import Kind
from ui.translate import intervention_link, row_editing
from ui.widgets import step_slider


@pytest.mark.parametrize(("kind", "chosen"), [(Kind.CROSS, [3]), (Kind.DECODER, [3]), (Kind.ENCODER, [])])
def test_the_step_of_an_edited_row_is_chosen_however_long_the_translation_becomes(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, chosen: list[int]
) -> None:
    steps: list[int] = []
    edited: list[object] = []
    monkeypatch.setattr(step_slider, "go_to", steps.append)
    monkeypatch.setattr(intervention_link, "edit_rows", edited.extend)
    rows = [pin_row(Head(kind, 1, head), 2, 0) for head in (0, 1)]
    row_editing._give(rows)
    assert (edited, steps) == (rows, chosen)
