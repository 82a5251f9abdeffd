"""What all pages have in common."""

import pytest

from model.runs import foreground
from tests.apptest.fixtures import ME, House, open_page
from ui.widgets import chart, html_pieces

# Each page, and something that it draws below its header.
DRAWN = {
    "": (html_pieces, "show_sentence"),
    "pages/attention.py": (chart, "draw"),
    "pages/blocks.py": (chart, "draw"),
    "pages/language_model.py": (chart, "draw"),
    "pages/training.py": (chart, "draw"),
}


@pytest.mark.parametrize("script", DRAWN)
def test_training_holds_still_while_a_page_is_drawn(house: House, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name = DRAWN[script]
    draw, seen = vars(module)[name], []

    def looked_at(*args: object, **options: object) -> None:
        seen.append(foreground._n_active)
        draw(*args, **options)

    monkeypatch.setattr(module, name, looked_at)
    assert not open_page(script, {}, ME).exception
    assert seen
    assert all(seen)
    assert not foreground._n_active
