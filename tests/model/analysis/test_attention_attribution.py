"""Attention times norm by hand, and against the model's own cross-attention."""

import numpy as np
import pytest
import torch

from model.analysis.attention_attribution import average_heads, measure_contributions, weigh_values
from model.analysis.generated_tokens import select_tokens
from model.inference.greedy_decoding import translate
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.model.analysis.untrained_translator import WORDS as UNTRAINED_WORDS
from tests.model.analysis.untrained_translator import draw_translator

WORDS = ["she", "likes", "the", "small", "black", "dog"]


def test_contributions_by_hand() -> None:
    weights = torch.tensor([[[0.5, 0.5]], [[0.25, 0.75]]])  # two heads of width 1, one query, two tokens
    values = torch.tensor([[[6.0], [2.0]], [[16.0], [0.0]]])
    output = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    # token 1: (0.5 * 6, 0.25 * 16) = (3, 4); token 2: (1, 0)
    assert measure_contributions(weights, values, output).tolist() == [[5.0, 1.0]]


def test_heads_that_cancel_add_nothing() -> None:
    weights, values = torch.tensor([[[1.0]], [[1.0]]]), torch.tensor([[[3.0]], [[3.0]]])
    assert measure_contributions(weights, values, torch.tensor([[1.0, -1.0], [2.0, -2.0]])).tolist() == [[0.0]]


def test_equal_norms_make_it_proportional_to_attention() -> None:
    angles = torch.linspace(0, 3, 5)
    values = 2 * torch.stack((angles.cos(), angles.sin()), dim=-1)[None]  # one head; every value has norm 2
    weights = torch.tensor([[[0.1, 0.4, 0.2, 0.05, 0.25], [0.2, 0.2, 0.3, 0.3, 0.0]]])
    torch.testing.assert_close(measure_contributions(weights, values, torch.eye(2)), 2 * weights[0])


def test_the_contributions_add_up_to_the_output_of_the_cross_attention(snapshot: Snapshot) -> None:
    """The vectors whose norms are taken are those that the model adds: with one source token it is the whole output."""
    translator = snapshot.translator
    translation = translate(translator, ["dogs"])
    outputs: list[torch.Tensor] = []
    attention = translator.model.get_decoder_layers()[-1].cross_attn
    handle = attention.register_forward_hook(lambda _module, _inputs, output: outputs.append(output))
    translate(translator, ["dogs"])
    handle.remove()
    tokens = select_tokens(translator, ["dogs"], translation, range(len(outputs)))
    norms = weigh_values(translator, tokens, translation.maps)
    assert norms.shape == (len(outputs), 1)
    for norm, output in zip(norms[:, 0], outputs, strict=True):
        assert norm == pytest.approx((output[0, -1] - attention.out_proj.bias).norm().item(), rel=1e-4)


def test_contributions_are_weighed_by_the_maps_of_the_last_layer() -> None:
    translator = draw_translator()
    translation = translate(translator, UNTRAINED_WORDS)
    steps = range(1, len(translation.steps))
    tokens = select_tokens(translator, UNTRAINED_WORDS, translation, steps)
    with torch.inference_mode():
        values = translator.model.encode(torch.tensor([tokens.source])).layers[-1].values[0]
        output = translator.model.get_decoder_layers()[-1].cross_attn.out_proj.weight
        weights = torch.from_numpy(translation.maps[Kind.CROSS][-1][:, steps])
        expected = measure_contributions(weights, values, output)
    np.testing.assert_array_equal(weigh_values(translator, tokens, translation.maps), expected)


def test_raw_attention_is_the_mean_of_the_last_layer(snapshot: Snapshot) -> None:
    maps = translate(snapshot.translator, WORDS).maps
    steps = range(maps[Kind.CROSS].shape[2])
    rows = average_heads(maps, steps)
    np.testing.assert_array_equal(rows, maps.head(Kind.CROSS, -1 % len(maps[Kind.CROSS]), None))
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(average_heads(maps, [2, 0]), rows[[2, 0]])
