"""The view "Layer norm vs batch norm" of the Building blocks page."""

from streamlit.testing.v1 import AppTest

from tests.apptest.matrices import cell_texts, edit
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import NORMS, messages, pictures
from ui.widgets import number_picker


def test_the_reference_numbers_are_on_the_page(page: Page) -> None:
    app = page(NORMS)
    assert cell_texts(app, "layer_norm") == [["−1", "1"], ["−1", "1"]]
    assert cell_texts(app, "batch_norm") == [["−1", "−1"], ["1", "1"]]


def test_a_constant_row_is_said_to_become_zero(page: Page) -> None:
    def notes(app: AppTest) -> list[str]:
        return [each.value for each in app.caption if "constant ones become 0" in each.value]

    app = page(NORMS)
    assert not notes(app)
    first = cell_texts(app, "X")[0][0]
    assert len(notes(edit(app, "X", 0, "2", float(first)))) == 1


def test_one_row_has_no_batch_norm(page: Page) -> None:
    app = page(NORMS, source=number_picker.RANDOM, length="1", width="1")
    assert any("two rows" in sentence for sentence in messages(app))
    assert "layer_norm" in pictures(app)
    assert "batch_norm" not in pictures(app)
