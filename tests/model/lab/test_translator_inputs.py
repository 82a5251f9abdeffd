"""The inputs and weights of a translator's sublayers give what the translator computed."""

import numpy as np
import pytest

from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.attention_stages import AttentionOptions, compute_attention
from model.lab.feed_forward import compute_feed_forward
from model.lab.residual_connection import compute_residual
from model.lab.residual_stream import PARTS, record_streams
from model.lab.translator_inputs import read_attention_inputs, read_feed_forward_inputs
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
