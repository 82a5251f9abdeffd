"""The residual stream of a real model, and several sentences at once."""

import copy
import itertools

import numpy as np
import pytest
import torch
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from model.corpus import Corpus
from model.data.vocabulary import PAD, SPECIALS, UNKNOWN_ID, UNKNOWN_VOWEL_ID, Vocabulary
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.feed_forward import around, taken_network, transform
from model.lab.padded_batch import read_together
from model.lab.residual_stream import DECODER, ENCODER, PARTS, Stack, fresh, read, reading
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind
from model.transformer.layers import EncoderLayer

WORDS = ("she", "sees", "the", "dog")
SENTENCES = (WORDS, ("i", "eat", "fish"), ("cats",), ("she", "does", "not", "like", "the", "small", "black", "dog"))


@pytest.fixture(scope="module", params=list(Norm))
def translator(request: pytest.FixtureRequest, small_corpus: Corpus) -> Translator:
    source = Vocabulary.of(pair.source for pair in small_corpus.train)
    target = Vocabulary.of(pair.target for pair in small_corpus.train)
    config = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=24, norm=request.param)
    torch.manual_seed(0)
    model = Transformer(config, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    return Translator(model, source, target)


def close(ours: object, expected: object, tolerance: float = 1e-5) -> None:
    np.testing.assert_allclose(np.asarray(ours), np.asarray(expected), rtol=0, atol=tolerance)


def test_the_stream_is_what_the_blocks_gave(translator: Translator) -> None:
    model, stack = translator.model, read(translator, WORDS).encoder
    x = model.source_embedding(torch.tensor([translator.source.encode(WORDS)]))
    close(stack.embedded, x[0])
    for layer, block in zip(model.encoder, stack.blocks, strict=True):
        assert isinstance(layer, EncoderLayer)
        close(block[0].x, x[0])
        x = layer(x)
        close(block[-1].output, x[0])
    close(stack.end, model.encoder_norm(x)[0])


@pytest.mark.parametrize("part", PARTS)
def test_stages_of_a_residual_fit_together(translator: Translator, part: str) -> None:
    stack = read(translator, WORDS)[part]
    is_pre = stack.norm is Norm.PRE
    for block in stack.blocks:
        for before, after in itertools.pairwise(block):
            close(after.x, before.output)
        for sublayer in block:
            close(sublayer.summed, sublayer.x + sublayer.changed)
            close(sublayer.output, sublayer.summed if is_pre else sublayer.normed)
            if "relu" in sublayer.inner:
                close(sublayer.inner["relu"], np.maximum(0, sublayer.inner["expand"]))
            else:
                close(sublayer.inner["weights"].sum(axis=-1), np.ones(sublayer.inner["weights"].shape[:2]))


def test_the_stream_reads_what_the_translation_recorded(translator: Translator) -> None:
    translation = translate(translator, WORDS)
    maps, both = translation.maps, read(translator, WORDS)
    for kind, part, place in ((Kind.ENCODER, ENCODER, 0), (Kind.DECODER, DECODER, 0), (Kind.CROSS, DECODER, 1)):
        for layer in range(2):
            close(both[part].blocks[layer][place].inner["weights"], np.nan_to_num(maps[kind][layer]))
        assert both[part].queries[0] == ("she" if part == ENCODER else f"<bos> → {translation.target[0]}")
    with pytest.raises(KeyError, match="encoder and decoder"):
        both["both"]


@pytest.mark.parametrize("unknown", [UNKNOWN_ID, UNKNOWN_VOWEL_ID])
def test_what_was_copied_is_fed_as_it_was_generated(translator: Translator, unknown: int) -> None:
    copying = copy.deepcopy(translator)
    copying.model.output.bias[unknown] += 100
    translation = translate(copying, WORDS)
    assert translation.steps[0].candidates[0].token == SPECIALS[unknown]
    weights = reading(copying, WORDS, translation, copying.model).decoder.blocks[1][1].inner["weights"]
    close(weights, translation.maps[Kind.CROSS][1])


def assert_lengths(stack: Stack) -> None:
    points = stack.lengths()
    names = [name for name, _ in points]
    assert names[0] == "embedding"
    assert len(set(names)) == len(points)
    assert len(names) == 1 + sum(map(len, stack.blocks))
    assert all(len(lengths) == len(stack.tokens) for _, lengths in points)
    close(points[0][1], np.sqrt((stack.embedded.astype(np.float64) ** 2).sum(axis=1)))
    close(points[1][1], np.sqrt((stack.blocks[0][0].output.astype(np.float64) ** 2).sum(axis=1)))


def test_lengths_are_the_norm_of_every_token(translator: Translator) -> None:
    both = read(translator, WORDS)
    for part in PARTS:
        assert_lengths(both[part])


def test_fresh_models_of_one_seed_have_the_same_weights_in_both_orders(translator: Translator) -> None:
    pre, post = (fresh(translator, norm, 6, seed=5) for norm in Norm)
    shared = post.state_dict()
    assert all(torch.equal(pre.state_dict()[name], shared[name]) for name in shared)
    assert not torch.equal(fresh(translator, Norm.POST, 6, seed=6).output.weight, post.output.weight)
    translation = translate(translator, WORDS)
    one, other = (reading(translator, WORDS, translation, model).encoder for model in (pre, post))
    close(one.embedded, other.embedded)
    d_model = translator.model.config.d_model
    for _, lengths in other.lengths()[1:]:
        close(lengths, np.full(len(WORDS), np.sqrt(d_model)), 1e-2)  # a fresh norm sends every vector to length √d
    assert one.lengths()[-2][1].mean() > one.lengths()[0][1].mean()


@pytest.mark.parametrize("part", PARTS)
def test_the_translators_network_on_numbers_gives_what_the_model_computed(translator: Translator, part: str) -> None:
    both = read(translator, WORDS)
    sublayer = both[part].blocks[1][-1]
    bare = transform(taken_network(translator, both, part, 1, with_norm=False))
    close(bare.expanded, sublayer.inner["expand"])
    close(bare.output, sublayer.changed)
    whole = around(taken_network(translator, both, part, 1, with_norm=True), translator.model.config.norm)
    close(whole.output, sublayer.output)


def test_padding_changes_nothing(translator: Translator) -> None:
    together = read_together(translator, SENTENCES)
    assert together.lengths == (4, 3, 1, 8)
    assert max(together.differences) < 1e-5
    for number, words in enumerate(SENTENCES):
        n = len(words)
        assert together.tokens[number] == (*words, *[PAD] * (8 - n))
        own = together.maps[number]
        close(own[:, :, :n, :n], translate(translator, words).maps[Kind.ENCODER])
        close(own[:, :, :n, :n].sum(axis=-1), np.ones((2, 2, n)))
        assert np.isnan(own[:, :, n:]).all()
        assert np.isnan(own[:, :, :, n:]).all()


def test_padding_changes_nothing_in_the_trained_translator(snapshot: Snapshot) -> None:
    assert max(read_together(snapshot.translator, SENTENCES).differences) < 1e-5


@pytest.mark.parametrize("sentences", [(), ((),), (WORDS, ())])
def test_a_batch_without_words_is_refused(translator: Translator, sentences: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError, match="every sentence a word"):
        read_together(translator, sentences)


@settings(max_examples=25, deadline=None)
@over(data=st.data())
def test_permuting_tokens_permutes_maps_when_positions_are_off(translator: Translator, data: st.DataObject) -> None:
    blind = Translator(copy.deepcopy(translator.model), translator.source, translator.target)
    blind.model.source_embedding.get_buffer("positions").zero_()
    words = data.draw(st.lists(st.sampled_from(translator.source.words[:40]), min_size=2, max_size=7))
    order = data.draw(st.permutations(range(len(words))))
    plain = read_together(blind, [words]).maps[0]
    permuted = read_together(blind, [[words[place] for place in order]]).maps[0]
    close(permuted, plain[:, :, order][:, :, :, order])


def test_permuting_tokens_matters_when_positions_are_on(translator: Translator) -> None:
    plain = read_together(translator, [WORDS]).maps[0]
    order = [1, 0, 3, 2]
    permuted = read_together(translator, [[WORDS[place] for place in order]]).maps[0]
    assert np.abs(permuted - plain[:, :, order][:, :, :, order]).max() > 1e-4
