"""The frame of all pages."""

import pytest

from model.runs import foreground_priority
from tests.apptest.fixtures import ME, AppSetup, open_page
from ui.translate import translation_view
from ui.widgets import chart

# A function that each page calls below its header.
DRAWN = {
    "": (translation_view, "show_row"),
    "pages/heads.py": (chart, "draw"),
    "pages/attention.py": (chart, "draw"),
    "pages/blocks.py": (chart, "draw"),
    "pages/language_model.py": (chart, "draw"),
    "pages/training.py": (chart, "draw"),
}


@pytest.mark.parametrize("script", DRAWN)
def test_training_pauses_while_a_page_is_drawn(
    app_setup: AppSetup, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name = DRAWN[script]
    draw, seen = vars(module)[name], []

    def draw_and_look(*args: object, **options: object) -> None:
        seen.append(foreground_priority._n_active)
        draw(*args, **options)

    monkeypatch.setattr(module, name, draw_and_look)
    assert not open_page(script, {}, ME).exception
    assert seen
    assert all(seen)
    assert not foreground_priority._n_active
