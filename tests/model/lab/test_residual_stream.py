"""The residual stream of a real model: what its blocks compute and what its translation recorded."""

import copy
import itertools

import numpy as np
import pytest
import torch

from model.data.vocabulary import SPECIALS, UNKNOWN_ID, UNKNOWN_VOWEL_ID
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.residual_stream import (
    DECODER,
    ENCODER,
    PARTS,
    ResidualStream,
    ResidualStreams,
    build_untrained,
    record_streams,
)
from model.transformer.config import Norm
from model.transformer.kind import Kind
from model.transformer.layers import EncoderLayer
from tests.model.lab.conftest import WORDS
from tests.model.lab.numbers import close


def record(translator: Translator) -> ResidualStreams:
    return record_streams(translator, WORDS, translate(translator, WORDS))


def test_the_stream_is_what_the_blocks_return(translator: Translator) -> None:
    model, stream = translator.model, record(translator).encoder
    x = model.source_embedding(torch.tensor([translator.source.encode(WORDS)]))
    close(stream.embedded, x[0], 1e-5)
    for layer, block in zip(model.encoder, stream.blocks, strict=True):
        assert isinstance(layer, EncoderLayer)
        close(block[0].x, x[0], 1e-5)
        x = layer(x)
        close(block[-1].output, x[0], 1e-5)
    close(stream.end, model.encoder_norm(x)[0], 1e-5)


@pytest.mark.parametrize("part", PARTS)
def test_stages_of_a_residual_fit_together(translator: Translator, part: str) -> None:
    stream = record(translator)[part]
    is_pre = stream.norm is Norm.PRE
    for block in stream.blocks:
        for before, after in itertools.pairwise(block):
            close(after.x, before.output, 1e-5)
        for sublayer in block:
            close(sublayer.summed, sublayer.x + sublayer.update, 1e-5)
            close(sublayer.output, sublayer.summed if is_pre else sublayer.normed, 1e-5)
            if "relu" in sublayer.inner:
                close(sublayer.inner["relu"], np.maximum(0, sublayer.inner["expand"]), 1e-5)
            else:
                close(sublayer.inner["weights"].sum(axis=-1), np.ones(sublayer.inner["weights"].shape[:2]), 1e-5)


def test_the_weights_are_those_of_the_translation(translator: Translator) -> None:
    translation = translate(translator, WORDS)
    maps, streams = translation.maps, record(translator)
    for kind, part, place in ((Kind.ENCODER, ENCODER, 0), (Kind.DECODER, DECODER, 0), (Kind.CROSS, DECODER, 1)):
        for layer in range(2):
            close(streams[part].blocks[layer][place].inner["weights"], np.nan_to_num(maps[kind][layer]), 1e-5)
        assert streams[part].queries[0] == ("she" if part == ENCODER else f"<bos> → {translation.target[0]}")
    with pytest.raises(KeyError, match="encoder and decoder"):
        streams["both"]


@pytest.mark.parametrize("unknown", [UNKNOWN_ID, UNKNOWN_VOWEL_ID])
def test_a_copied_word_is_fed_as_the_unknown_token_it_replaces(translator: Translator, unknown: int) -> None:
    copying = copy.deepcopy(translator)
    copying.model.output.bias[unknown] += 100
    translation = translate(copying, WORDS)
    assert translation.steps[0].candidates[0].token == SPECIALS[unknown]
    weights = record_streams(copying, WORDS, translation).decoder.blocks[1][1].inner["weights"]
    close(weights, translation.maps[Kind.CROSS][1], 1e-5)


def assert_lengths(stream: ResidualStream) -> None:
    points = stream.compute_lengths()
    names = [name for name, _ in points]
    assert names[0] == "embedding"
    assert len(set(names)) == len(points)
    assert len(names) == 1 + sum(map(len, stream.blocks))
    assert all(len(lengths) == len(stream.tokens) for _, lengths in points)
    close(points[0][1], np.sqrt((stream.embedded.astype(np.float64) ** 2).sum(axis=1)), 1e-5)
    close(points[1][1], np.sqrt((stream.blocks[0][0].output.astype(np.float64) ** 2).sum(axis=1)), 1e-5)


def test_lengths_are_the_norm_of_every_token(translator: Translator) -> None:
    streams = record(translator)
    for part in PARTS:
        assert_lengths(streams[part])


def test_untrained_models_of_one_seed_have_the_same_weights_in_both_orders(translator: Translator) -> None:
    pre, post = (build_untrained(translator, norm, 6, seed=5) for norm in Norm)
    shared = post.state_dict()
    assert all(torch.equal(pre.state_dict()[name], shared[name]) for name in shared)
    assert not torch.equal(build_untrained(translator, Norm.POST, 6, seed=6).output.weight, post.output.weight)
    translation = translate(translator, WORDS)
    one, other = (record_streams(translator, WORDS, translation, model).encoder for model in (pre, post))
    close(one.embedded, other.embedded, 1e-5)
    d_model = translator.model.config.d_model
    for _, lengths in other.compute_lengths()[1:]:
        close(lengths, np.full(len(WORDS), np.sqrt(d_model)), 1e-2)  # an untrained norm gives vectors of length √d
    assert one.compute_lengths()[-2][1].mean() > one.compute_lengths()[0][1].mean()
