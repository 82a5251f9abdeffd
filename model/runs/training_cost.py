"""The cost of a training, estimated before anything is allocated.

The model runs once on PyTorch's "meta" device, whose tensors have shapes but no data. That counts its weights, the
tensors kept for the backward pass, and the floating-point operations. Memory and time are estimated from these counts.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.flop_counter import FlopCounterMode

from model.corpus import Corpus
from model.data.batch_order import limit_stored, limit_trained
from model.data.batches import EncodedPairs
from model.inference.gold_predictions import BATCH_SIZE
from model.runs.kept_snapshots import MAX_BYTES, MIN_KEPT
from model.training.config import OptimizerName, TrainingConfig
from model.training.loss import next_token_loss
from model.training.muon import count_operations
from model.training.translation_task import build_translator
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer

_BYTES = 4  # of a float32
# Weights, gradients and AdamW's two moments; the same without gradients in the training state; the snapshot.
_COPIES = 4 + 3 + 1
_COPIES_OF_MAPS = 2  # scores and their softmax
_COPIES_OF_SCORES = 3  # of target tokens: with padding, without it, and their softmax
_PEAK = 2.2  # gradients of activations and allocator overhead, relative to the tensors kept by the forward pass
# Fitted to a few model sizes on one core without dropout; the speed is in operations of a forward pass.
_SECONDS_PER_LAYER, _SECONDS_PER_STEP = 3e-3, 1e-3
_OPERATIONS_PER_SECOND = 30e9
_PASSES = 3  # a step takes as long as so many forward passes


@dataclass(frozen=True, slots=True)
class CorpusSize:
    """Vocabulary sizes and sentence lengths, in tokens; the cost of a model depends on them."""

    n_source: int
    n_target: int
    longest_source: int
    longest_target: int  # with <eos>
    mean_share: float  # mean length of a pair, relative to the longest pair

    @classmethod
    def of(cls, corpus: Corpus) -> "CorpusSize":
        """Measure the training split of a corpus."""
        smallest = ModelConfig(n_layers=1, n_heads=1, d_model=2, d_ff=1)
        translator = build_translator(corpus, smallest, 0, torch.device("meta"))
        pairs = EncodedPairs(corpus.train, translator.source, translator.target, torch.device("cpu"))
        every = torch.arange(len(pairs))
        sources, targets = pairs.source_lengths(every), pairs.target_lengths(every)
        longest_source, longest_target = int(sources.max()), int(targets.max())
        share = float((sources + targets).float().mean()) / (longest_source + longest_target)
        return cls(len(translator.source), len(translator.target), longest_source, longest_target, share)


@dataclass(frozen=True, slots=True)
class TrainingCost:
    """The estimated cost of a training.

    Attributes:
        n_weights: trainable weights, exact.
        n_bytes: memory while training.
        seconds: time of a step on one core, within a factor of two or three.
    """

    n_weights: int
    n_bytes: int
    seconds: float

    @classmethod
    def of(cls, model: ModelConfig, training: TrainingConfig, corpus: CorpusSize) -> "TrainingCost":
        """Estimate the cost of a training."""
        longest = corpus.longest_source + corpus.longest_target
        n_longest = limit_trained(training.batch_size, longest)
        n_usual = limit_trained(training.batch_size, max(1, round(corpus.mean_share * longest)))
        n_weights, kept_bytes, n_operations, n_of_muon = _dry_run(model, n_longest, corpus)
        weights = _BYTES * n_weights
        sides = corpus.longest_source, corpus.longest_target
        n_rows = limit_stored(BATCH_SIZE, max(sides))  # of evaluation, which captures the last cross-attention
        maps = _COPIES_OF_MAPS * _BYTES * n_rows * model.n_heads * math.prod(sides)
        scores = _COPIES_OF_SCORES * _BYTES * n_rows * corpus.longest_target * corpus.n_target
        peak = max(int(_PEAK * kept_bytes), maps + scores)
        n_bytes = _COPIES * weights + max(MAX_BYTES, MIN_KEPT * weights) + peak
        seconds = (
            _SECONDS_PER_STEP
            + _SECONDS_PER_LAYER * model.n_layers
            + corpus.mean_share * n_operations * n_usual / n_longest / _OPERATIONS_PER_SECOND
        )
        if training.optimizer is OptimizerName.MUON:
            seconds += n_of_muon / (_PASSES * _OPERATIONS_PER_SECOND)
        return cls(n_weights, n_bytes, seconds)


@lru_cache(maxsize=200)
def _dry_run(config: ModelConfig, batch_size: int, corpus: CorpusSize) -> tuple[int, int, int, int]:
    """Return the number of weights, the bytes kept for backward, and the operations of a forward pass and of Muon."""
    kept: dict[int, Tensor] = {}

    def keep(tensor: Tensor) -> Tensor:
        if not isinstance(tensor, nn.Parameter):
            kept[_identify_storage(tensor)] = tensor
        return tensor

    with torch.device("meta"):
        model = Transformer(config, n_source=corpus.n_source, n_target=corpus.n_target)
        source = torch.zeros(batch_size, corpus.longest_source, dtype=torch.long)
        target = torch.zeros(batch_size, corpus.longest_target, dtype=torch.long)
        with FlopCounterMode(display=False) as counter, saved_tensors_hooks(keep, lambda tensor: tensor):
            scores = model(source, target, source == source)
            next_token_loss(scores, target)
    weights = {_identify_storage(weight) for weight in model.parameters()}
    kept_bytes = sum(tensor.untyped_storage().nbytes() for key, tensor in kept.items() if key not in weights)
    n_weights = sum(weight.numel() for weight in model.parameters())
    return n_weights, kept_bytes, counter.get_total_flops(), count_operations(model)


def _identify_storage(tensor: Tensor) -> int:
    """Return the same number for tensors that share their storage; on "meta" no storage has an address."""
    return tensor.untyped_storage()._cdata
