"""The choices of a page after another page was open, beside what the browser tests see."""

from tests.apptest.fixtures import Open
from tests.apptest.matrices import edit, pictures
from ui.attention.number_sources import HAND
from ui.widgets import link_keys


def test_a_playback_ends_with_its_page(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.button("play").click().run()
    assert app.button("play").label == "Pause"
    app.switch_page("pages/heads.py")
    app.query_params[link_keys.VIEW] = "Explanation"
    app.run()
    assert not app.exception
    assert app.button("play").label == "Play the steps"


def test_edited_numbers_come_back_with_their_page(attention_page: Open) -> None:
    app = edit(attention_page(numbers=HAND), "Q", 0, "1", 9.5)
    edited, link = pictures(app), app.query_params[link_keys.EDITS]
    app.switch_page("pages/blocks.py")
    for key in list(app.query_params):
        del app.query_params[key]
    assert not app.run().exception
    app.switch_page("pages/attention.py")
    app.query_params[link_keys.NUMBERS], app.query_params[link_keys.EDITS] = HAND, link
    assert not app.run().exception
    assert pictures(app) == edited
    assert app.query_params[link_keys.EDITS] == link


def test_a_page_opened_again_with_another_sentence_frames_the_token_of_its_link(opened: Open) -> None:
    app = opened(sentence="the cat sleeps ", kind="encoder", framed="2")
    app.switch_page("pages/blocks.py").run()
    app.switch_page("app.py")
    app.query_params |= {link_keys.SENTENCE: "the dog sleeps ", link_keys.KIND: "encoder", link_keys.FRAMED: "2"}
    app.run()
    assert app.text_input("sentence").value == "the dog sleeps "
    assert app.query_params[link_keys.FRAMED] == "2"
