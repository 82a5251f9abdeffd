"""The translator's own numbers, taken out: they give the maps that the translation recorded."""

import numpy as np
import pytest
import torch

from model.corpus import Corpus
from model.data.vocabulary import Vocabulary
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.attention_stages import Switches, chain
from model.lab.translator_inputs import taken
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind

WORDS = ("she", "sees", "the", "dog")


@pytest.mark.parametrize("norm", list(Norm))
def test_the_chain_gives_the_recorded_maps(small_corpus: Corpus, norm: Norm) -> None:
    torch.manual_seed(0)
    source = Vocabulary.of(pair.source for pair in small_corpus.train)
    target = Vocabulary.of(pair.target for pair in small_corpus.train)
    config = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=16, norm=norm)
    model = Transformer(config, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    translator = Translator(model, source, target)
    translation = translate(translator, WORDS)
    maps = translation.maps
    for kind in Kind:
        for layer in range(2):
            given = taken(translator, WORDS, kind, layer)
            weights = chain(given, Switches(n_heads=2)).stages.weights.numpy()
            np.testing.assert_allclose(weights, np.nan_to_num(maps[kind][layer]), rtol=0, atol=1e-5)
            assert given.queries[0] == ("she" if kind is Kind.ENCODER else f"<bos> → {translation.target[0]}")
            assert ("X_k" in given.matrices) == (kind is Kind.CROSS)
    with pytest.raises(KeyError, match="no layer 2"):
        taken(translator, WORDS, Kind.CROSS, 2)
