"""Play, and a visitor who does something else meanwhile."""

from time import monotonic

import pytest

from tests.ui.conftest import Open
from tests.ui.reading import chips
from ui import state


@pytest.mark.parametrize("late", [0.0, 0.5, 0.9, 5.0])
def test_a_slider_can_be_moved_while_it_plays_however_late(opened: Open, late: float) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.slider("step").set_value(1).run()
    app.button("play").click().run()
    assert not app.exception
    app.session_state[state.TICKED + "play"] = monotonic() - late
    app.slider("layer").set_value(2).run()
    assert not app.exception
    assert chips(app, "French")
