"""A short translation with hostile tokens."""

import pytest
import torch

from model.data.vocabulary import Vocabulary
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from tests.browser.translation_page.hostile_record import EVIL, FORCED


@pytest.fixture(scope="package")
def record() -> Translation:
    torch.manual_seed(0)
    words = Vocabulary(["the", "cat", EVIL, "le", "chat"])
    network = Transformer(
        ModelConfig(n_layers=2, n_heads=4, d_model=16, d_ff=16), n_source=len(words), n_target=len(words)
    )
    return translate(Translator(network.eval(), words, words), ("the", "cat", EVIL), forced=FORCED)
