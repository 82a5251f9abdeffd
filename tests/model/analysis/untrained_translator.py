"""A translator with drawn weights, large enough for its scores to differ, and a sentence that it reads."""

from dataclasses import replace

import torch

from model.data.vocabulary import Vocabulary
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer

WORDS = ("the", "black", "cat", "sleeps")
TOKENS = ("le", "chat", "noir", "dort", "<eos>")


def draw_translator() -> Translator:
    """Return a translator in evaluation mode; its parameters require gradients, as in training."""
    source, target = Vocabulary(WORDS), Vocabulary(TOKENS[:-1])
    config = replace(ModelConfig(), d_model=16, n_heads=2, d_ff=32)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = Transformer(config, n_source=len(source), n_target=len(target)).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.2 * torch.randn_like(parameter))
    return Translator(model, source, target)
