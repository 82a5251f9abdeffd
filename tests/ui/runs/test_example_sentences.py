"""Every page opens on a sentence of the corpus that its model is trained on, until the visitor types one."""

import pytest

from model.corpus.tsv import read_tsv
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from ui.runs.example_sentences import choose_example, list_held_out
from ui.runs.registry import get_registry
from ui.widgets import link_keys, sentence_box
from ui.widgets.number_picker import TRANSLATOR

PAIRS = "\n".join(f"Der {a} {b} schläft.\tLe {b} {a} dort." for a in "bcdfg" for b in "klmnp")
PAGES = {
    "translate": ("", {}),
    "attention": ("pages/attention.py", {link_keys.NUMBERS: TRANSLATOR}),
    "blocks": ("pages/blocks.py", {link_keys.VIEW: "Feed-forward", link_keys.SOURCE: TRANSLATOR}),
    "watch": ("pages/training.py", {link_keys.VIEW: "Watch"}),
    "compare": ("pages/training.py", {link_keys.VIEW: "Compare"}),
}


@pytest.fixture
def own(writable_app_setup: AppSetup) -> TrainingRun:
    """A run on a visitor's own text."""
    config = TrainingConfig(steps=2, batch_size=8)
    run = get_registry().create_run(read_tsv(PAIRS.encode()), ModelConfig(n_layers=1), config, keeps_corpus=True)
    assert run.join(60).status is Status.TRAINED
    return run


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_on_a_sentence_of_the_corpus(own: TrainingRun, page: str) -> None:
    script, query = PAGES[page]
    app = open_page(script, {**query, "run": own.digest}, ME)
    assert not app.exception
    sentence = app.text_input(link_keys.SENTENCE).value
    assert sentence == choose_example(own)
    assert sentence in {" ".join(pair.source) for pair in own.corpus.held_out}
    assert link_keys.SENTENCE not in app.query_params
    assert open_page(script, query, ME).text_input(link_keys.SENTENCE).value == sentence_box.EXAMPLE


def test_a_batch_is_made_of_sentences_of_the_corpus(own: TrainingRun) -> None:
    query = {link_keys.VIEW: "Padded batch", "run": own.digest}
    lines = open_page("pages/blocks.py", query, ME).text_area(link_keys.SENTENCES).value.split("\n")
    assert tuple(lines) == list_held_out(own.corpus)[:4]


def test_an_untouched_example_follows_the_run_and_a_typed_sentence_stays(own: TrainingRun) -> None:
    app = open_page("", {}, ME)
    for digest, expected in ((own.digest, choose_example(own)), ("", sentence_box.EXAMPLE)):
        app.query_params["run"] = digest
        assert app.run().text_input(link_keys.SENTENCE).value == expected
    app.text_input(link_keys.SENTENCE).set_value("he eats fish").run()
    app.query_params["run"] = own.digest
    assert app.run().text_input(link_keys.SENTENCE).value == "he eats fish"


def test_the_example_of_another_run_stays_once_it_is_typed(own: TrainingRun) -> None:
    app = open_page("", {"run": own.digest}, ME)
    app.query_params["run"] = ""
    app.run().text_input(link_keys.SENTENCE).set_value(choose_example(own)).run()
    assert app.text_input(link_keys.SENTENCE).value == choose_example(own)
    assert app.run().text_input(link_keys.SENTENCE).value == choose_example(own)


def test_sentences_that_fit_a_small_map_come_first() -> None:
    texts = [f"{i} {rest}".strip() for i in range(100) for rest in ("", "one two", "one " * 30)]
    pairs = "\n".join(f"{text}\t{number} un deux" for number, text in enumerate(texts))
    listed = list_held_out(read_tsv(pairs.encode()))
    fits = [3 <= len(text.split()) <= 9 for text in listed]
    assert fits == sorted(fits, reverse=True)
    assert set(fits) == {True, False}
