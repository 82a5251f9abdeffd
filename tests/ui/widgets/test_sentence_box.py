"""Examples and completions are written into the sentence box."""

import unicodedata

import pytest

from model.corpus import toy_corpus
from tests.apptest.fixtures import Open
from tests.apptest.reading import chips, html
from ui.widgets import sentence_box, widget_keys
from ui.widgets.assets import ASSETS


def test_without_a_sentence_examples_are_offered(opened: Open) -> None:
    app = opened(sentence="")
    assert app.button_group(widget_keys.EXAMPLES).options == list(sentence_box.EXAMPLES)
    app.button_group(widget_keys.EXAMPLES).set_value(sentence_box.EXAMPLES[1]).run()
    assert chips(app, "English") == sentence_box.EXAMPLES[1].split()
    assert not app.exception
    app.text_input("sentence").set_value("").run()
    assert not app.exception


def test_every_example_is_a_sentence_of_the_grammar() -> None:
    corpus = toy_corpus()
    assert all(corpus.find_pair(example.lower().split()) for example in (sentence_box.EXAMPLE, *sentence_box.EXAMPLES))


def test_a_completion_is_written_into_the_box(opened: Open) -> None:
    app = opened(sentence="the cat sees a dog with a fl")
    assert "flower" in app.pills("completion").options
    app.pills("completion").select("flower").run()
    assert not app.exception
    assert app.text_input("sentence").value == "the cat sees a dog with a flower "
    assert chips(app, "English")[-1] == "flower"


@pytest.mark.parametrize(("typed", "completed"), [("The Ca", "The Cat "), ("“ca", "“cat "), ("(Ca", "(Cat ")])
def test_a_completion_keeps_a_typed_capital_and_what_stands_before_the_word(
    typed: str, completed: str, opened: Open
) -> None:
    app = opened(sentence=typed)
    app.pills("completion").select("cat").run()
    assert app.text_input("sentence").value == completed


@pytest.mark.parametrize(
    ("typed", "name"), [("he lives in par", "Paris"), ("i saw to", "Tom"), ("i speak fr", "French")]
)
def test_names_are_completed_with_a_capital(typed: str, name: str, opened: Open) -> None:
    app = opened(sentence=typed)
    app.pills("completion").select(name).run()
    assert app.text_input("sentence").value == f"{typed.rpartition(' ')[0]} {name} "


def test_a_letter_that_comes_with_the_click_stays(opened: Open) -> None:
    app = opened(sentence="the c")
    app.text_input("sentence").set_value("the co")
    app.pills("completion").select("cat").run()
    assert app.text_input("sentence").value == "the co"
    assert not app.exception


def test_a_completion_replaces_letters_typed_with_their_accents_apart(opened: Open) -> None:
    app = opened(sentence=unicodedata.normalize("NFD", "Zoë sees a fl"))
    app.pills("completion").select("flower").run()
    assert app.text_input("sentence").value == "Zoë sees a flower "


@pytest.mark.parametrize("text", ["é " * 100_000, "z" * 1001])
def test_a_box_keeps_a_long_text_short_for_the_url_and_says_what_is_read(text: str, opened: Open) -> None:
    app = opened()
    app.text_input("sentence").set_value(text).run()
    assert app.text_input("sentence").value == app.session_state["sentence"] == text[:1000]
    assert "only the first 300 characters" in html(app)


def test_the_script_of_the_history_knows_how_much_a_box_keeps() -> None:
    script = (ASSETS / "history.html").read_text(encoding="utf-8")
    assert f"MAX_KEPT = {sentence_box._MAX_KEPT};" in script
