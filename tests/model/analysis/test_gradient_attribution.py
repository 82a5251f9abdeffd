"""Integrated gradients are complete, gradients agree with differences, and neither leaves a trace on the model."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from model.analysis import gradient_attribution
from model.analysis.generated_token import select_token
from model.analysis.gradient_attribution import (
    compute_gradients,
    compute_logits,
    embed_path,
    integrate_gradients,
    measure_gap,
    multiply_gradient_by_input,
)
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot

SENTENCES = ("she does not like the small black dog", "zorbin likes the white house", "the old woman eats fish")


def _tokens(snapshot: Snapshot, sentence: str):
    words = sentence.split()
    translation = translate(snapshot.translator, words)
    return [select_token(snapshot.translator, words, translation, step) for step in range(len(translation.steps))]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_integrated_gradients_sum_to_the_difference_of_the_logits(snapshot: Snapshot, sentence: str) -> None:
    differences = []
    for token in _tokens(snapshot, sentence):
        low, high = (
            compute_logits(snapshot.translator, token, x).item() for x in embed_path(snapshot.translator, token)
        )
        scores = integrate_gradients(snapshot.translator, token)
        assert scores.shape == (len(token.source),)
        assert scores.sum() == pytest.approx(high - low, rel=0.01, abs=1e-4)
        differences.append(abs(high - low))
    assert max(differences) > 1, "the law would be empty"


def test_too_few_points_leave_a_gap_that_is_measured(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    fine = [measure_gap(snapshot.translator, token, integrate_gradients(snapshot.translator, token))
            for token in _tokens(snapshot, SENTENCES[0])]  # fmt: skip
    assert max(fine) <= 0.005
    monkeypatch.setattr(gradient_attribution, "FIRST_POINTS", 1)
    monkeypatch.setattr(gradient_attribution, "MAX_POINTS", 1)
    rough = [measure_gap(snapshot.translator, token, integrate_gradients(snapshot.translator, token))
             for token in _tokens(snapshot, SENTENCES[0])]  # fmt: skip
    assert max(rough) > 0.01


def test_a_gap_by_hand(snapshot: Snapshot) -> None:
    token = _tokens(snapshot, SENTENCES[0])[0]
    low, high = (compute_logits(snapshot.translator, token, x).item() for x in embed_path(snapshot.translator, token))
    scores = np.full(len(token.source), 1.1 * (high - low) / len(token.source))
    assert measure_gap(snapshot.translator, token, scores) == pytest.approx(0.1, rel=1e-3)


def test_the_logit_of_an_embedded_sentence_is_that_of_its_ids(snapshot: Snapshot) -> None:
    translator = snapshot.translator
    for token in _tokens(snapshot, SENTENCES[0]):
        _, end = embed_path(translator, token)
        scores = translator.model(torch.tensor([token.source]), torch.tensor([token.fed]))
        assert compute_logits(translator, token, end).item() == pytest.approx(scores[0, -1, token.id].item(), abs=1e-4)


def test_gradients_agree_with_differences(snapshot: Snapshot) -> None:
    model = snapshot.translator.frozen().model.double()
    translator = replace(snapshot.translator, model=model)
    token = _tokens(snapshot, SENTENCES[0])[0]
    _, end = embed_path(translator, token)
    _, gradients = compute_gradients(translator, token, end)
    direction = torch.randn(end.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    up, down = (compute_logits(translator, token, end + sign * 1e-5 * direction).item() for sign in (1, -1))
    assert (gradients * direction).sum().item() == pytest.approx((up - down) / 2e-5, rel=1e-4)


def test_an_unknown_word_gets_nothing_from_the_baseline_of_unknown_words(snapshot: Snapshot) -> None:
    scores = integrate_gradients(snapshot.translator, _tokens(snapshot, SENTENCES[1])[0])
    assert scores[0] == 0
    assert np.abs(scores[1:]).max() > 0


@pytest.mark.parametrize("is_frozen", [True, False])
def test_gradients_leave_no_trace_on_the_model(snapshot: Snapshot, is_frozen: bool) -> None:
    translator = snapshot.translator.frozen()
    translator.model.requires_grad_(not is_frozen)
    token = _tokens(snapshot, SENTENCES[0])[0]
    before = {name: parameter.clone() for name, parameter in translator.model.named_parameters()}
    with torch.no_grad():  # a caller's own mode does not matter
        assert np.isfinite(multiply_gradient_by_input(translator, token)).all()
        assert np.isfinite(integrate_gradients(translator, token)).all()
        assert not torch.is_grad_enabled()
    assert not translator.model.training
    for name, parameter in translator.model.named_parameters():
        assert parameter.grad is None
        assert parameter.requires_grad is not is_frozen
        assert torch.equal(parameter, before[name])
