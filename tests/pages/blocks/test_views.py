"""The views of the Building blocks page: each opens first, and its controls change only what they should."""

import pytest

from tests.apptest.matrices import changed
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import (
    BATCH,
    BLOCK,
    FIRST_PICTURE,
    NETWORK,
    NORMS,
    POSITIONS,
    RESIDUAL,
    STREAM,
    messages,
    pictures,
)
from ui.widgets import number_picker


@pytest.mark.parametrize("view", FIRST_PICTURE)
def test_each_view_opens_as_the_first_page(page: Page, view: str) -> None:
    assert FIRST_PICTURE[view] in pictures(page(view))
    assert "positions" in pictures(page())


POSITION_PICTURES = {"positions", "similarity", "waves"}
CONTROLS: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "positions": (POSITIONS, {"positions": "20"}, POSITION_PICTURES),
    "width": (POSITIONS, {"d_model": "32"}, POSITION_PICTURES),
    "similarity": (POSITIONS, {"similarity": "cosine"}, {"similarity"}),
    "waves": (POSITIONS, {"waves": "3"}, {"waves"}),
    "row": (NETWORK, {"row": "2"}, {"moved"}),
    "by": (NETWORK, {"by": "2.0"}, {"moved"}),
    "depth": (STREAM, {"depth": "3"}, {"stream"}),
    "part of the stream": (STREAM, {"part": "decoder"}, {"stream", "token_lengths"}),
    "stage": (BLOCK, {"stage": "2"}, {"diagram", "stage", "lengths"}),
    "layer": (BLOCK, {"layer": "2"}, {"stage", "lengths"}),
    "sentence of a batch": (BATCH, {"chosen": "2"}, {"attention", "heads", "batch"}),
    "head of a batch": (BATCH, {"head": "3"}, {"attention", "heads", "batch"}),
    "mean of a batch": (BATCH, {"mean": "false"}, {"attention", "heads", "batch"}),
}


@pytest.mark.parametrize(("view", "query", "expected"), CONTROLS.values(), ids=CONTROLS)
def test_a_control_changes_what_it_should(page: Page, view: str, query: dict[str, str], expected: set[str]) -> None:
    assert changed(page(view), page(view, **query), pictures) == expected


@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS, STREAM, BLOCK])
@pytest.mark.parametrize("sentence", ["", "   ", "?!"])
def test_nothing_to_read_is_reported(page: Page, view: str, sentence: str) -> None:
    app = page(view, source=number_picker.TRANSLATOR, sentence=sentence)
    assert not app.text_input("sentence").value.strip("?! ")
    assert messages(app)


@pytest.mark.parametrize("value", ["", "99", "-1", "NaN", "9" * 400], ids=lambda text: text[:9])
@pytest.mark.parametrize("view", [None, NETWORK, BLOCK, BATCH, STREAM])
def test_a_nonsense_link_is_corrected(page: Page, view: str | None, value: str) -> None:
    names = ("positions", "d_model", "similarity", "waves", "source", "part", "by", "depth", "stage", "chosen", "row")
    more = ("layer", "head", "mean", "seed", "length", "width", "sentences", "sentence")
    app = page(view or value, **dict.fromkeys((*names, *more), value))
    assert pictures(app) or messages(app)
