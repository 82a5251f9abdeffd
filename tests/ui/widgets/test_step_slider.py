"""The step slider follows the last step until a visitor chooses one, whatever a slow browser reports."""

from tests.apptest.fixtures import AppSetup, Open
from ui.widgets import widget_keys

# The lengths of a hardly trained model's translations are unknown; not all are the same.
OTHERS = (
    "the ", "anna ", "where is he ", "there are four mice in the park ", "not not not ",
    "the dog ", "he sees the small cat ", "i see the man and the woman in the house ", "i am not tired ",
    "she does not like the small black dog ", "anna and paul sing in the garden with the old queen and the horse ",
    "they do not want the red flowers ", "do the women sleep ", "cats ", "does zorbin help us ",
)  # fmt: skip


def test_a_browser_that_reports_a_previous_default_does_not_move_the_slider(
    training_app_setup: AppSetup, opened: Open
) -> None:
    app = opened(sentence="i eat fish ")
    earlier = [app.slider("step").value]
    for sentence in OTHERS:
        app.text_input("sentence").set_value(sentence).run()
        earlier.append(app.slider("step").value)
        if len({*earlier}) > 2 and earlier[-1] == max(earlier):
            break
    *earlier, end = earlier
    assert len({*earlier} - {end}) > 1, "at least three ends, the largest last"
    for place in earlier:
        app.slider("step").set_value(place).run()
        assert app.slider("step").value == end
    previous = app.session_state[widget_keys.PREVIOUS_DEFAULTS]
    app.session_state[widget_keys.PREVIOUS_DEFAULTS] = [(place, until - 60) for place, until in previous]
    app.slider("step").set_value(earlier[0]).run()
    assert app.slider("step").value == earlier[0], "later it is a choice"


def test_without_training_a_reported_value_is_a_choice(opened: Open) -> None:
    app = opened(sentence="i eat fish ")
    earlier = app.slider("step").value
    for sentence in OTHERS:
        app.text_input("sentence").set_value(sentence).run()
        if app.slider("step").value > earlier:
            break
    assert app.slider("step").value > earlier
    app.slider("step").set_value(earlier).run()
    assert app.slider("step").value == earlier


def test_a_browser_that_reports_the_default_does_not_fix_it(opened: Open) -> None:
    app = opened(sentence="she does not like the small black dog ")
    end = app.slider("step").value
    app.session_state[widget_keys.DEFAULT_STEP] = 3  # as a slider that is new to the page reports its first value
    app.slider("step").set_value(3).run()
    assert app.slider("step").value == end
