"""Play, and a visitor who does something else meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.apptest.fixtures import TINY, House, Open
from tests.apptest.reading import chips
from tests.paced import Pace
from ui.runs import cache
from ui.widgets import widget_keys

# Of a model that has hardly learned anything, nobody knows how long the translations are; not all are of one length.
OTHERS = (
    "the dog ", "he sees the small cat ", "i see the man and the woman in the house ", "i am not tired ",
    "she does not like the small black dog ", "anna and paul sing in the garden with the old queen and the horse ",
    "they do not want the red flowers ", "do the women sleep ", "cats ", "does zorbin help us ",
)  # fmt: skip


@pytest.mark.parametrize("late", [0.0, 0.5, 0.9, 5.0])
def test_a_slider_can_be_moved_while_it_plays_however_late(opened: Open, late: float) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.slider("step").set_value(1).run()
    app.button("play").click().run()
    assert not app.exception
    app.session_state[widget_keys.TICKED + "play"] = monotonic() - late
    app.slider("layer").set_value(2).run()
    assert not app.exception
    assert chips(app, "French")


def test_one_thing_plays_at_a_time(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.button("play").click().run()
    app.button("play_training").click().run()
    assert [app.button(name).label for name in ("play", "play_training")] == ["Play the steps", "Pause"]
    app.button("play").click().run()
    assert [app.button(name).label for name in ("play", "play_training")] == ["Pause", "Play the training"]
    assert not app.exception


@pytest.fixture
def learning(house: House, tmp_path: Path) -> Iterator[House]:
    """A house whose model is one step from being trained, and stays there."""
    house.folder, pace = tmp_path / "empty", Pace(may_take=TINY.steps - 1)
    house.trainer = pace
    cache.runs()
    pace.until(TINY.steps - 1)
    yield house
    pace.let(TINY.steps)
    cache.runs().open_default().join(60)


def test_a_browser_that_has_not_seen_the_slider_move_does_not_move_it_back(learning: House, opened: Open) -> None:
    app = opened(sentence="i eat fish ")
    earlier = [app.slider("step").value]
    for sentence in OTHERS:
        app.text_input("sentence").set_value(sentence).run()
        earlier.append(app.slider("step").value)
        if len({*earlier}) == 3:
            break
    *earlier, end = earlier
    assert len({*earlier} - {end}) == 2, "three ends, one after the other"
    for place in earlier:
        app.slider("step").set_value(place).run()
        assert app.slider("step").value == end
    rests = app.session_state[widget_keys.EARLIER_RESTS]
    app.session_state[widget_keys.EARLIER_RESTS] = [(place, until - 60) for place, until in rests]
    app.slider("step").set_value(earlier[0]).run()
    assert app.slider("step").value == earlier[0], "later it is a hand that moves it"


def test_where_nothing_trains_a_slider_that_moves_is_moved_by_a_hand(opened: Open) -> None:
    app = opened(sentence="i eat fish ")
    earlier = app.slider("step").value
    for sentence in OTHERS:
        app.text_input("sentence").set_value(sentence).run()
        if app.slider("step").value > earlier:
            break
    assert app.slider("step").value > earlier
    app.slider("step").set_value(earlier).run()
    assert app.slider("step").value == earlier


def test_a_browser_that_says_where_the_slider_rests_does_not_hold_it_there(opened: Open) -> None:
    app = opened(sentence="she does not like the small black dog ")
    end = app.slider("step").value
    app.session_state[widget_keys.REST] = 3  # as a slider that has just been put into the page tells its first place
    app.slider("step").set_value(3).run()
    assert app.slider("step").value == end


def test_while_it_trains_the_slider_over_its_steps_says_how_far_it_is(learning: House, opened: Open) -> None:
    newest = cache.runs().open_default().state.snapshot.step
    assert newest < TINY.steps
    app = opened()
    assert app.select_slider("training_step").label == f"Training step ({newest} so far)"
    learning.trainer.let(TINY.steps)
    cache.runs().open_default().join(60)
    assert app.run().select_slider("training_step").label == "Training step"
