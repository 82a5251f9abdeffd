"""The help text gives the scores of the model shown."""

from streamlit.testing.v1 import AppTest

from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, Open, open_page
from ui.runs.registry import get_registry, get_toy_corpus


def test_the_help_gives_the_scores(opened: Open) -> None:
    help_ = scores(opened())
    assert " of 40 held-out sentences" in help_
    assert "source word of the gold alignment" in help_
    assert "python" not in help_, "a visitor has no shell"


def test_the_help_names_the_weights_of_its_scores_whatever_step_is_shown(opened: Open) -> None:
    app = opened(training_step="0")
    assert app.select_slider("training_step").value == 0
    assert "With its newest weights (training step 60), it translates " in scores(app).replace("\n", " ")


def test_without_gold_links_the_help_gives_no_alignment(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    unaligned = Corpus("unaligned", pairs, pairs[:5], is_raw_text=False)
    run = get_registry().create_run(unaligned, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    help_ = scores(open_page("", {"run": run.digest}, ME))
    assert " of 5 held-out sentences" in help_
    assert "gold alignment" not in help_


def test_words_are_said_to_be_copied_only_where_they_are(opened: Open, writable_app_setup: AppSetup) -> None:
    assert says(opened(), "are copied")
    toy = get_toy_corpus()
    raw = Corpus("raw", toy.train[:50], toy.held_out[:9], is_raw_text=True)
    run = get_registry().create_run(raw, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    app = open_page("", {"run": run.digest}, ME)
    assert says(app, "A row is a query")
    assert not says(app, "are copied")


def says(app: AppTest, words: str) -> bool:
    return any(words in str(text.value) for text in app.markdown)


def scores(app: AppTest) -> str:
    assert not app.exception
    return next(str(text.value) for text in app.markdown if "How far to trust the model" in str(text.value))
