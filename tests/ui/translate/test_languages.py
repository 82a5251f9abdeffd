"""The languages that rows of tokens are labelled with and spoken in."""

from types import SimpleNamespace

import pytest

from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import html
from ui.runs.registry import get_registry
from ui.translate.languages import find_source_language, find_target_language


@pytest.mark.parametrize(("is_raw_text", "expected"), [(False, ("en", "fr")), (True, ("", ""))])
def test_languages_are_claimed_of_the_toy_corpus_alone(is_raw_text: bool, expected: tuple[str, str]) -> None:
    run = SimpleNamespace(corpus=SimpleNamespace(is_raw_text=is_raw_text))
    assert (find_source_language(run).tag, find_target_language(run).tag) == expected


def test_the_language_of_a_record_without_a_run_is_not_claimed() -> None:
    assert find_target_language(None).tag == ""


def test_a_page_of_ones_own_corpus_names_no_language(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), ("ein", "zwei"), frozenset()) for one in "abcde" for two in "fghij")
    corpus = Corpus("own", pairs, pairs[:5], is_raw_text=True)
    run = get_registry().create_run(corpus, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    app = open_page("", {"run": run.digest, "sentence": "a f ", "off": "cross-1-1"}, ME)
    assert not app.exception
    for name in ("Source", "Generated", "Before"):
        assert f'lang="" role="group" aria-label="{name}"' in html(app), name
    assert '<span class="word" lang="">' in html(app)
