"""The cost of taps in a forward pass without a recorder."""

import copy
from functools import partial
from itertools import islice

import torch
from torch import Tensor
from torch.nn import functional

from benchmarks.table import Row
from benchmarks.timing import paired, threads
from model.corpus import toy_corpus
from model.data.batches import EncodedPairs
from model.training.config import TrainingConfig
from model.training.translation_task import build_translator
from model.transformer.attention import Heads, KeysValues, MultiHeadAttention
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer


class Untapped(MultiHeadAttention):
    """Attention without taps."""

    def forward(self, queries: Heads, keys_values: KeysValues, allowed: Tensor | None = None) -> Tensor:
        """Compute attention without looking for a recorder."""
        dropout = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(queries, *keys_values, allowed, dropout)
        output: Tensor = self.out_proj(mixed.transpose(1, 2).flatten(2))
        return output


def untapped(model: Transformer) -> Transformer:
    """Return a copy of the model without taps."""
    model = copy.deepcopy(model)
    for module in model.modules():
        if isinstance(module, MultiHeadAttention):
            del module.tap
            module.__class__ = Untapped
    return model


@torch.inference_mode()
def run() -> list[Row]:
    """Time one sentence, where a fixed cost weighs most, and a training batch."""
    corpus, config, cpu = toy_corpus(), TrainingConfig(), torch.device("cpu")
    translator = build_translator(corpus, ModelConfig(), config.seed, cpu)
    model = translator.model.eval()
    plain = untapped(model)
    pairs = EncodedPairs(islice(corpus.train, 1000), translator.source, translator.target, cpu)
    rows = []
    for size, rounds, inner in ((1, 400, 3), (config.batch_size, 150, 1)):
        source, allowed, fed, *_ = pairs.batch(torch.arange(size))
        with threads(1):
            forward = paired(
                partial(model, source, fed, allowed), partial(plain, source, fed, allowed), rounds=rounds, inner=inner
            )
        what = f"forward with taps to without, {size} sentence{'s' * (size > 1)}"
        rows.append(Row(what, forward.ours, "ms", forward.floor, forward.ratio, 1.02))
    return rows
