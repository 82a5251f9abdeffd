"""What all pages have in common."""

import pytest

from model.runs import foreground
from tests.ui.conftest import ME, House, open_page
from ui.translate import links
from ui.widgets import html_pieces

# Each page, and something that it draws below its header.
DRAWN = {
    "": (html_pieces, "show_sentence"),
    "pages/attention.py": (links, "copy_link"),
    "pages/blocks.py": (links, "copy_link"),
    "pages/language_model.py": (links, "copy_link"),
    "pages/training.py": (links, "copy_link"),
}


@pytest.mark.parametrize("script", DRAWN)
def test_training_holds_still_while_a_page_is_drawn(house: House, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name = DRAWN[script]
    draw, seen = vars(module)[name], []

    def looked_at(*args: object) -> None:
        seen.append(foreground._n_drawn)
        draw(*args)

    monkeypatch.setattr(module, name, looked_at)
    assert not open_page(script, {}, ME).exception
    assert seen
    assert all(seen)
    assert not foreground._n_drawn
