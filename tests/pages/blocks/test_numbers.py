"""The numbers of three views of the Building blocks page: edited, drawn, from the translator, from a file."""

from typing import Any

import numpy as np
import pytest

from model.lab import normalization
from model.lab.feed_forward import EXAMPLE
from model.lab.matrix_files import to_csv, to_npz
from tests.apptest.matrices import changed, edit
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import FIRST_PICTURE, NETWORK, NORMS, RESIDUAL, messages, pictures
from ui.widgets import number_picker

EDITS = {
    "X": (NETWORK, "X", {"X", "expanded", "activated", "contracted", "moved"}),
    "W_2": (NETWORK, "W_2", {"W_2", "contracted", "moved"}),
    "x of a residual": (RESIDUAL, "X", {"pre_x", "pre_0", "pre_1", "pre_2", "post_x", "post_0", "post_1", "post_2"}),
    "W_2 of a residual": (RESIDUAL, "W_2", {"pre_1", "pre_2", "post_0", "post_1", "post_2"}),
    "rows": (NORMS, "X", {"X", "row_moments", "column_moments", "layer_norm", "batch_norm"}),
}


@pytest.mark.parametrize(("view", "matrix", "expected"), EDITS.values(), ids=EDITS)
def test_an_edited_cell_flows_into_every_later_matrix(page: Page, view: str, matrix: str, expected: set[str]) -> None:
    difference = changed(page(view), edit(page(view), matrix, 0, "2", 9.0), pictures)
    assert difference - {"moved"} == expected - {"moved"}


@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
@pytest.mark.parametrize("value", [None, "cat", "1e400", "2e38"])
def test_a_bad_cell_is_reported_and_the_numbers_stay(page: Page, view: str, value: object) -> None:
    before = page(view)
    after = edit(page(view), "X", 1, "2", value)
    assert any("X, row 2, column 2" in sentence for sentence in messages(after))
    assert not changed(before, after, pictures)


@pytest.mark.parametrize("value", [1e38, -1e38, 0.0])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_extreme_numbers_are_drawn(page: Page, view: str, value: float) -> None:
    assert FIRST_PICTURE[view] in pictures(edit(page(view), "X", 1, "2", value))


@pytest.mark.parametrize("size", ["1", "64"])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_any_size_is_drawn(page: Page, view: str, size: str) -> None:
    assert FIRST_PICTURE[view] in pictures(page(view, source=number_picker.RANDOM, length=size, width=size))


@pytest.mark.parametrize("part", ["encoder", "decoder"])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_numbers_come_from_the_translator(page: Page, view: str, part: str) -> None:
    app = page(view, source=number_picker.TRANSLATOR, part=part, layer="2", sentence="the cat sees a dog")
    assert FIRST_PICTURE[view] in pictures(app)
    assert not messages(app)


@pytest.mark.parametrize(("view", "matrices"), [(NETWORK, EXAMPLE), (NORMS, {"X": np.eye(5)})])
@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.npz", to_npz)])
def test_a_file_is_read_or_refused(page: Page, view: str, matrices: dict[str, Any], name: str, make: Any) -> None:
    app = page(view)
    app.file_uploader[0].upload(name, make(matrices), "text/csv").run()
    assert not app.exception
    assert app.selectbox("source").value == number_picker.FILE
    assert FIRST_PICTURE[view] in pictures(app)
    app.file_uploader[0].upload(name, make({"Q": normalization.EXAMPLE["X"]}), "text/csv").run()
    assert not app.exception
    assert any("Q cannot be used" in sentence for sentence in messages(app))
