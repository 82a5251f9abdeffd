"""Training, resuming, decoding, capture and analysis on every device of this machine: each GPU gives what the CPU does.

The weights are trained on the device; a copy on the CPU is what its numbers are compared with.
"""

from dataclasses import replace

import numpy as np
import pytest
import torch

from model.analysis.attributions import attribute_tokens
from model.analysis.head_importance import measure_importance
from model.corpus import Corpus
from model.inference.batch_decoding import decode_sentences
from model.inference.beam_search import search_beam
from model.inference.greedy_decoding import translate
from model.inference.sentence_scoring import score_sentence
from model.inference.teacher_forcing import run_teacher_forcing
from model.inference.text_generation import generate, sample_sentences
from model.inference.translator import Translator
from model.training.config import AUTO, TrainingConfig
from model.training.devices import choose_device, list_devices
from model.training.evaluation import evaluate
from model.training.language_task import LANGUAGE_TRAINING, LanguageTask
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import LanguageConfig, ModelConfig
from model.transformer.kind import Kind

SMALL = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=16)
WORDS = ["she", "does", "not", "like", "the", "cat"]


@pytest.fixture(scope="module", params=[name for name in list_devices() if name != AUTO])
def device(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def config(device: str) -> TrainingConfig:
    return TrainingConfig(steps=40, batch_size=32, device=device)


@pytest.fixture(scope="module")
def there(config: TrainingConfig, small_corpus: Corpus) -> Translator:
    """The trained translator on the device."""
    *_, last = train(TranslationTask(small_corpus, SMALL), config)
    last.learner.model.eval()
    return last.learner


@pytest.fixture(scope="module")
def here(there: Translator) -> Translator:
    """The same on the CPU."""
    return there.frozen()


def test_it_trains_where_it_is_told_and_is_drawn_on_the_cpu(device: str, there: Translator, here: Translator) -> None:
    assert there.model.device.type == choose_device(device).type
    assert here.model.device == torch.device("cpu")


@pytest.mark.parametrize("dropout", [0.0, 0.2])
def test_the_same_seed_or_an_interruption_changes_nothing(
    dropout: float, config: TrainingConfig, small_corpus: Corpus
) -> None:
    task = TranslationTask(small_corpus, replace(SMALL, dropout=dropout))
    states = {progress.step: progress.state() for progress in train(task, config)}
    *_, again = train(task, config)
    *_, resumed = train(task, config, resume=states[20])
    for name, tensor in states[40].tensors.items():
        assert torch.equal(again.state().tensors[name], tensor), name
        assert torch.equal(resumed.state().tensors[name], tensor), name


def test_maps_and_probabilities_are_the_same(there: Translator, here: Translator) -> None:
    one, other = translate(there, WORDS), translate(here, WORDS)
    assert one.words == other.words
    forced = [run_teacher_forcing(each, WORDS, other.vocabulary_tokens) for each in (there, here)]
    for kind in Kind:
        np.testing.assert_allclose(one.maps[kind], other.maps[kind], atol=1e-5)
        np.testing.assert_allclose(forced[0][kind], forced[1][kind], atol=1e-5)
    probabilities = [[step.probability for step in each.steps] for each in (one, other)]
    np.testing.assert_allclose(*probabilities, atol=1e-5)


def test_every_way_of_decoding_gives_the_same(there: Translator, here: Translator) -> None:
    sentences = [["the", "cat", "sleeps"], WORDS]
    assert decode_sentences(there, sentences) == decode_sentences(here, sentences)
    beams = [search_beam(each, WORDS, 3) for each in (there, here)]
    assert beams[0].hypotheses[0].tokens == beams[1].hypotheses[0].tokens


def test_evaluation_and_analysis_are_the_same(there: Translator, here: Translator, small_corpus: Corpus) -> None:
    pairs = small_corpus.held_out
    scores = [evaluate(each, pairs, n_typed=10) for each in (there, here)]
    assert scores[0].exact_match == scores[1].exact_match
    assert scores[0].loss == pytest.approx(scores[1].loss, abs=1e-4)
    assert scores[0].calibration_error == pytest.approx(scores[1].calibration_error, abs=1e-3)
    importance = [[*measure_importance(each, pairs)][-1] for each in (there, here)]
    log_probabilities = [[head.without.log_probability for head in report.heads] for report in importance]
    np.testing.assert_allclose(*log_probabilities, atol=1e-4)
    attributions = [attribute_tokens(each, WORDS, translate(here, WORDS), [0]) for each in (there, here)]
    for method, scores_here in attributions[1].items():
        np.testing.assert_allclose(attributions[0][method], scores_here, atol=1e-3, err_msg=method)


@pytest.mark.parametrize("is_causal", [True, False])
def test_a_language_model_writes_the_same(device: str, small_corpus: Corpus, *, is_causal: bool) -> None:
    training = replace(LANGUAGE_TRAINING, steps=30, batch_size=32, device=device)
    task = LanguageTask(small_corpus, LanguageConfig(n_layers=1, n_heads=2, d_model=16, is_causal=is_causal))
    *_, last = train(task, training)
    there, here = last.learner, last.learner.frozen()
    assert there.model.device.type == choose_device(device).type
    there.model.eval()
    assert generate(there, ["the"]).tokens == generate(here, ["the"]).tokens
    losses = [score_sentence(each, ["the", "cat"]).losses for each in (there, here)]
    np.testing.assert_allclose(*losses, atol=1e-4)
    assert len(sample_sentences(there, 5)) == 5
