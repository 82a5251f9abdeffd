"""An interrupted and resumed training ends like an uninterrupted one, to the last bit."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.corpus import Corpus
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.tensor_file import CheckpointError
from model.training.training_state import TrainingState, load_state, save_state
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig, Norm

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, norm=Norm.POST)
BY_AUTOGRAD = replace(SMALL, dropout=0.1)
CONFIG = TrainingConfig(steps=45, batch_size=64, device="cpu")  # nine epochs


@pytest.fixture(scope="module", params=[SMALL, BY_AUTOGRAD], ids=["manual gradients", "autograd"])
def whole(small_corpus: Corpus, request: pytest.FixtureRequest) -> Progress:
    *_, last = train(TranslationTask(small_corpus, request.param), CONFIG)
    return last


@settings(max_examples=8)
@given(cuts=st.lists(st.integers(1, 8), min_size=1, max_size=3))
def test_interrupted_at_random_it_ends_the_same(cuts, whole, small_corpus, tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("states") / "state.safetensors"
    config = whole.learner.model.config
    state: TrainingState | None = None
    for n_reports in cuts:
        for progress in islice(train(TranslationTask(small_corpus, config), CONFIG, resume=state), n_reports):
            save_state(progress.state(), "one", path)
        torch.rand(3)  # what others draw in between does not matter
        state = load_state(path, "one")
    assert state is not None
    if state.step < CONFIG.steps:
        *_, last = train(TranslationTask(small_corpus, config), CONFIG, resume=state)
        state = last.state()
        assert last.snapshot().evaluation == whole.snapshot().evaluation
        assert [point.loss for point in last.learning_curve[1:]] == [point.loss for point in whole.learning_curve[1:]]
    expected = whole.state()
    assert state.step == expected.step == 45
    assert state.tensors.keys() == expected.tensors.keys()
    for name, tensor in expected.tensors.items():
        assert torch.equal(state.tensors[name], tensor), name


def test_a_state_that_does_not_fit_is_refused(whole: Progress, small_corpus: Corpus) -> None:
    state = whole.state()
    wider = ModelConfig(n_layers=1, n_heads=2, d_model=32, d_ff=16)
    with pytest.raises(ValueError, match="another size"):
        next(train(TranslationTask(small_corpus, wider), CONFIG, resume=state))
    with pytest.raises(ValueError, match="10 steps cannot resume from step 45"):
        next(train(TranslationTask(small_corpus, SMALL), TrainingConfig(steps=10, device="cpu"), resume=state))
    forgetful = TrainingState(
        state.learning_curve[:4], {name: x for name, x in state.tensors.items() if name.startswith("weight.")}
    )
    with pytest.raises(ValueError, match="lacks the moments of the optimizer"):
        next(train(TranslationTask(small_corpus, SMALL), CONFIG, resume=forgetful))
    of_another_step = TrainingState(state.learning_curve[:4], state.tensors)
    with pytest.raises(ValueError, match=f"is not of step {of_another_step.step}"):
        next(train(TranslationTask(small_corpus, SMALL), CONFIG, resume=of_another_step))


def test_a_file_of_another_training_or_cut_short_is_refused(whole: Progress, tmp_path: Path) -> None:
    path = tmp_path / "state.safetensors"
    save_state(whole.state(), "one", path)
    with pytest.raises(CheckpointError, match="it belongs to another training"):
        load_state(path, "two")
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(CheckpointError, match="is damaged"):
        load_state(path, "one")
    with pytest.raises(FileNotFoundError):
        load_state(tmp_path / "none", "one")
