"""Integrated gradients are complete, gradients are those of finite differences, and the model keeps no trace."""

import pytest
import torch

from model.analysis.generated_token import GeneratedToken, encode_generated_token
from model.analysis.gradient_attribution import TOLERANCE, integrate_gradients, multiply_gradient_by_input
from model.data.vocabulary import UNKNOWN_ID
from model.inference.translator import Translator
from tests.model.analysis.untrained_translator import TOKENS, WORDS, draw_translator


@torch.no_grad()
def _score(translator: Translator, token: GeneratedToken, embedded: torch.Tensor) -> float:
    return float(token.decode(translator, translator.model.encode_embedded(embedded))[0, token.id])


@pytest.mark.parametrize("step", range(len(TOKENS)))
def test_integrated_gradients_sum_to_the_difference_of_the_logits(step: int) -> None:
    translator = draw_translator()
    token = encode_generated_token(translator, WORDS, TOKENS, step)
    embedding = translator.model.source_embedding
    difference = _score(translator, token, embedding(token.source)) - _score(
        translator, token, embedding(torch.full_like(token.source, UNKNOWN_ID))
    )
    assert abs(difference) > 0.01
    assert TOLERANCE <= 0.01
    assert integrate_gradients(translator, token).sum().item() == pytest.approx(difference, rel=TOLERANCE)


def test_gradient_times_input_is_the_slope_along_each_word() -> None:
    translator = draw_translator()
    translator.model.double()
    token = encode_generated_token(translator, WORDS, TOKENS, 1)
    embedding = translator.model.source_embedding
    embedded, vectors = embedding(token.source).detach(), (embedding.tokens(token.source) * embedding.scale).detach()
    products = multiply_gradient_by_input(translator, token)
    for place, product in enumerate(products.tolist()):
        nudge = torch.zeros_like(vectors)
        nudge[:, place] = 1e-5 * vectors[:, place]
        slope = (_score(translator, token, embedded + nudge) - _score(translator, token, embedded - nudge)) / 2e-5
        assert product == pytest.approx(slope, rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("requires_grad", [True, False])
def test_gradients_leave_no_trace_on_the_model(requires_grad: bool) -> None:
    translator = draw_translator()
    translator.model.requires_grad_(requires_grad)
    before = {name: tensor.clone() for name, tensor in translator.model.state_dict().items()}
    token = encode_generated_token(translator, WORDS, TOKENS, 2)
    with torch.no_grad():  # as the app may call it
        for attribute in (multiply_gradient_by_input, integrate_gradients):
            assert attribute(translator, token).abs().max() > 0
    for parameter in translator.model.parameters():
        assert parameter.grad is None
        assert parameter.requires_grad is requires_grad
    assert not translator.model.training
    assert all(torch.equal(before[name], tensor) for name, tensor in translator.model.state_dict().items())
