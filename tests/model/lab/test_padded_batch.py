"""Padding changes no map, and permuted tokens permute maps unless positions are added."""

import copy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.data.vocabulary import PAD
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.padded_batch import encode_batch
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.model.lab.conftest import WORDS
from tests.model.lab.numbers import close

SENTENCES = (WORDS, ("i", "eat", "fish"), ("cats",), ("she", "does", "not", "like", "the", "small", "black", "dog"))


def test_padding_changes_nothing(translator: Translator) -> None:
    batch = encode_batch(translator, SENTENCES)
    assert batch.lengths == (4, 3, 1, 8)
    assert max(batch.differences) < 1e-5
    for number, words in enumerate(SENTENCES):
        n = len(words)
        assert batch.tokens[number] == (*words, *[PAD] * (8 - n))
        own = batch.maps[number]
        close(own[:, :, :n, :n], translate(translator, words).maps[Kind.ENCODER], 1e-5)
        close(own[:, :, :n, :n].sum(axis=-1), np.ones((2, 2, n)), 1e-5)
        assert np.isnan(own[:, :, n:]).all()
        assert np.isnan(own[:, :, :, n:]).all()


def test_padding_changes_nothing_in_the_trained_translator(snapshot: Snapshot) -> None:
    assert max(encode_batch(snapshot.translator, SENTENCES).differences) < 1e-5


@pytest.mark.parametrize("sentences", [(), ((),), (WORDS, ())])
def test_a_batch_without_words_is_refused(translator: Translator, sentences: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError, match="every sentence a word"):
        encode_batch(translator, sentences)


@settings(max_examples=25)
@given(data=st.data())
def test_permuting_tokens_permutes_maps_when_positions_are_off(translator: Translator, data: st.DataObject) -> None:
    blind = Translator(copy.deepcopy(translator.model), translator.source, translator.target)
    blind.model.source_embedding.get_buffer("positions").zero_()
    words = data.draw(st.lists(st.sampled_from(translator.source.words[:40]), min_size=2, max_size=7))
    order = data.draw(st.permutations(range(len(words))))
    plain = encode_batch(blind, [words]).maps[0]
    permuted = encode_batch(blind, [[words[place] for place in order]]).maps[0]
    close(permuted, plain[:, :, order][:, :, :, order], 1e-5)


def test_permuting_tokens_matters_when_positions_are_on(translator: Translator) -> None:
    plain = encode_batch(translator, [WORDS]).maps[0]
    order = [1, 0, 3, 2]
    permuted = encode_batch(translator, [[WORDS[place] for place in order]]).maps[0]
    assert np.abs(permuted - plain[:, :, order][:, :, :, order]).max() > 1e-4
