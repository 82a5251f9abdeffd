"""A small untrained translator in each norm order, whose biases are not zero."""

import pytest
import torch
from torch import nn

from model.corpus import Corpus
from model.data.vocabulary import Vocabulary
from model.inference.translator import Translator
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer

WORDS = ("she", "sees", "the", "dog")


@pytest.fixture(scope="module", params=list(Norm))
def translator(request: pytest.FixtureRequest, small_corpus: Corpus) -> Translator:
    source = Vocabulary.of(pair.source for pair in small_corpus.train)
    target = Vocabulary.of(pair.target for pair in small_corpus.train)
    config = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=24, norm=request.param)
    torch.manual_seed(0)
    model = Transformer(config, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):  # they are zero at first
            nn.init.normal_(parameter)
    return Translator(model, source, target)
