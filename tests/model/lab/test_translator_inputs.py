"""The inputs and weights of a translator's sublayers give what the translator computed."""

import numpy as np
import pytest
import torch

from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.attention_stages import AttentionOptions, compute_attention
from model.lab.feed_forward import compute_feed_forward
from model.lab.residual_connection import compute_residual
from model.lab.residual_stream import DECODER, ENCODER, PARTS, get_blocks, record_streams
from model.lab.translator_inputs import read_attention_inputs, read_feed_forward_inputs
from model.transformer.attention import join_heads
from model.transformer.kind import Kind
from tests.model.lab.conftest import WORDS
from tests.model.lab.numbers import close


def test_attention_gives_the_recorded_maps(translator: Translator) -> None:
    translation = translate(translator, WORDS)
    maps = translation.maps
    for kind in Kind:
        for layer in range(2):
            inputs = read_attention_inputs(translator, WORDS, kind, layer)
            weights = compute_attention(inputs, AttentionOptions(n_heads=2)).heads.weights
            close(weights, np.nan_to_num(maps[kind][layer]), 1e-5)
            assert inputs.queries[0] == ("she" if kind is Kind.ENCODER else f"<bos> → {translation.target[0]}")
            assert ("X_k" in inputs.matrices) == (kind is Kind.CROSS)
    with pytest.raises(KeyError, match="no layer 2"):
        read_attention_inputs(translator, WORDS, Kind.CROSS, 2)


def test_tokens_are_labelled_as_they_were_typed(translator: Translator) -> None:
    texts = ("She", *WORDS[1:])
    inputs = read_attention_inputs(translator, WORDS, Kind.ENCODER, 0, texts=texts)
    assert inputs.queries == inputs.keys == texts
    assert read_attention_inputs(translator, WORDS, Kind.CROSS, 0, texts=texts).keys == texts


@pytest.mark.parametrize("kind", Kind)
def test_attention_gives_what_its_sublayer_computed(translator: Translator, kind: Kind) -> None:
    streams = record_streams(translator, WORDS, translate(translator, WORDS))
    part, place = (ENCODER if kind is Kind.ENCODER else DECODER), int(kind is Kind.CROSS)
    for layer in range(2):
        inputs = read_attention_inputs(translator, WORDS, kind, layer)
        stages = compute_attention(inputs, AttentionOptions(n_heads=2))
        close(stages.output, streams[part].blocks[layer][place].update, 1e-5)
        block = get_blocks(translator.model, part)[layer]
        attention = block.cross_attn if kind is Kind.CROSS else block.self_attn
        read = torch.from_numpy(inputs.matrices.get("X_k", inputs.matrices["X"])).float()
        close(join_heads(stages.keys), attention.in_proj(read).chunk(3, dim=-1)[1], 1e-5)  # no weight depends on b_k


@pytest.mark.parametrize("part", PARTS)
def test_the_network_gives_what_the_model_computed(translator: Translator, part: str) -> None:
    streams = record_streams(translator, WORDS, translate(translator, WORDS))
    sublayer = streams[part].blocks[1][-1]
    network = read_feed_forward_inputs(translator, streams, part, 1, with_norm=False)
    stages = compute_feed_forward(network)
    close(stages.expanded, sublayer.inner["expand"], 1e-5)
    close(stages.output, sublayer.update, 1e-5)
    with_norm = read_feed_forward_inputs(translator, streams, part, 1, with_norm=True)
    close(compute_residual(with_norm, translator.model.config.norm).output, sublayer.output, 1e-5)
