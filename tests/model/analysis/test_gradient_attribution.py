"""Integrated gradients are complete, gradients agree with differences, and neither leaves a trace on the model."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from model.analysis import gradient_attribution
from model.analysis.gradient_attribution import (
    TOLERANCE,
    compute_gradients,
    compute_logits,
    embed_path,
    integrate_gradients,
    measure_gaps,
    multiply_gradient_by_input,
)
from model.training.snapshot import Snapshot
from tests.model.analysis.selected_tokens import select_all
from tests.model.analysis.untrained_translator import WORDS, draw_translator

SENTENCES = (
    ("she", "does", "not", "like", "the", "small", "black", "dog"),
    ("zorbin", "likes", "the", "white", "house"),
    ("the", "old", "woman", "eats", "fish"),
)


@pytest.mark.parametrize("words", SENTENCES, ids=" ".join)
def test_integrated_gradients_sum_to_the_difference_of_the_logits(snapshot: Snapshot, words: tuple[str, ...]) -> None:
    tokens = select_all(snapshot.translator, words)
    low, high = (
        compute_logits(snapshot.translator, tokens, x)[0].numpy() for x in embed_path(snapshot.translator, tokens)
    )
    scores = integrate_gradients(snapshot.translator, tokens)
    assert scores.shape == (len(tokens.steps), len(tokens.source))
    gaps, sizes = np.abs(scores.sum(axis=1) - (high - low)), np.abs(scores).sum(axis=1)
    assert (gaps <= TOLERANCE * sizes + 1e-5).all(), "where scores cancel out, what is left is no measure"
    assert np.abs(high - low).max() > 1, "the law would be empty"


def test_too_few_points_leave_a_gap_that_is_measured(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = select_all(snapshot.translator, SENTENCES[0])
    assert measure_gaps(snapshot.translator, tokens, integrate_gradients(snapshot.translator, tokens)).max() <= 0.005
    monkeypatch.setattr(gradient_attribution, "FIRST_POINTS", 1)
    monkeypatch.setattr(gradient_attribution, "MAX_POINTS", 1)
    assert measure_gaps(snapshot.translator, tokens, integrate_gradients(snapshot.translator, tokens)).max() > 0.01


def test_gaps_by_hand(snapshot: Snapshot) -> None:
    tokens = select_all(snapshot.translator, SENTENCES[0])
    low, high = (
        compute_logits(snapshot.translator, tokens, x)[0].numpy() for x in embed_path(snapshot.translator, tokens)
    )
    factors = np.linspace(1.1, 1.3, len(tokens.steps))
    scores = np.repeat((factors * (high - low) / len(tokens.source))[:, None], len(tokens.source), axis=1)
    assert measure_gaps(snapshot.translator, tokens, scores) == pytest.approx(factors - 1, rel=1e-2)


def test_the_logits_of_an_embedded_sentence_are_those_of_its_ids(snapshot: Snapshot) -> None:
    translator = snapshot.translator
    tokens = select_all(snapshot.translator, SENTENCES[0])
    start, end = embed_path(translator, tokens)
    scores = translator.model(torch.tensor([tokens.source]), torch.tensor([tokens.fed]))[0]
    expected = [scores[step, id_].item() for step, id_ in zip(tokens.steps, tokens.ids, strict=True)]
    logits = compute_logits(translator, tokens, torch.cat((start, end)))
    assert logits.shape == (2, len(tokens.steps))
    assert logits[1].tolist() == pytest.approx(expected, abs=1e-4)


def test_gradients_agree_with_differences(snapshot: Snapshot) -> None:
    model = snapshot.translator.frozen().model.double()
    translator = replace(snapshot.translator, model=model)
    tokens = select_all(snapshot.translator, SENTENCES[0])
    x = torch.cat(embed_path(translator, tokens))
    gradients = compute_gradients(translator, tokens, x)
    assert gradients.shape == (2, len(tokens.steps), *x.shape[1:])
    direction = torch.randn(x.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    up, down = (compute_logits(translator, tokens, x + sign * 1e-7 * direction) for sign in (1, -1))
    slopes = (gradients * direction[:, None]).sum(dim=(-2, -1))
    torch.testing.assert_close(slopes, (up - down) / 2e-7, rtol=1e-4, atol=1e-6)


def test_gradient_times_input_leaves_positions_out() -> None:
    translator = draw_translator()
    tokens = select_all(translator, WORDS)
    embedding = translator.model.source_embedding
    vectors = (embedding.tokens(torch.tensor([tokens.source])) * math.sqrt(16)).detach().requires_grad_()
    logits = compute_logits(translator, tokens, vectors + embedding.positions[: len(WORDS)])[0]
    gradients = torch.cat([torch.autograd.grad(logit, vectors, retain_graph=True)[0] for logit in logits])
    expected = (gradients * vectors).sum(dim=-1).detach()
    np.testing.assert_allclose(multiply_gradient_by_input(translator, tokens), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("word", ["zorbin", "ubar"])
def test_an_unknown_word_gets_nothing_from_the_baseline_of_unknown_words(word: str) -> None:
    translator = draw_translator()
    scores = integrate_gradients(translator, select_all(translator, (word, *WORDS)))
    assert (scores[:, 0] == 0).all()
    assert np.abs(scores[:, 1:]).max() > 0


@pytest.mark.parametrize("is_frozen", [True, False])
def test_gradients_leave_no_trace_on_the_model(snapshot: Snapshot, is_frozen: bool) -> None:
    translator = snapshot.translator.frozen()
    translator.model.requires_grad_(not is_frozen)
    tokens = select_all(snapshot.translator, SENTENCES[0])
    before = {name: parameter.clone() for name, parameter in translator.model.named_parameters()}
    with torch.no_grad():  # a caller's own mode does not matter
        assert np.isfinite(multiply_gradient_by_input(translator, tokens)).all()
        assert np.isfinite(integrate_gradients(translator, tokens)).all()
        assert not torch.is_grad_enabled()
    assert not translator.model.training
    for name, parameter in translator.model.named_parameters():
        assert parameter.grad is None
        assert parameter.requires_grad is not is_frozen
        assert torch.equal(parameter, before[name])
