"""How big a model is, and what training it costs, before anything is made.

The real model runs once on tensors without numbers (PyTorch's device "meta"): that counts its weights, what a batch
leaves behind for the backward pass, and its multiplications. The rest is estimated from them.
"""

from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.flop_counter import FlopCounterMode

from model.corpus import Corpus
from model.data.batches import EncodedPairs
from model.runs.kept_snapshots import MIN_KEPT, MAX_BYTES
from model.training.config import TrainingConfig
from model.training.evaluation import BATCH_SIZE
from model.training.translation_task import build_translator
from model.training.loss import next_token_loss
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind

_BYTES = 4  # of a number
# Weights, gradients and AdamW's two moments; once more without gradients, to go on from; and the published ones.
_COPIES = 4 + 3 + 1
_PEAK = 2.2  # gradients of a batch, and what the allocator adds, on top of what the forward pass leaves
# What fits a few sizes on one core without dropout: a step's own time, multiplications of a forward pass in a second.
_SECONDS_A_LAYER, _SECONDS_A_STEP = 3e-3, 1e-3
_SPEED = 30e9


@dataclass(frozen=True, slots=True)
class CorpusSize:
    """What the size of a model depends on: tokens of both vocabularies, and how long sentences are, in tokens."""

    n_source: int
    n_target: int
    longest_source: int
    longest_target: int
    mean_share: float  # of the mean pair's length in the longest pair's

    @classmethod
    def of(cls, corpus: Corpus) -> "CorpusSize":
        """Measure what a model would be trained on."""
        smallest = ModelConfig(n_layers=1, n_heads=1, d_model=2, d_ff=1)
        translator = build_translator(corpus, smallest, 0, torch.device("meta"))
        pairs = EncodedPairs(corpus.train, translator.source, translator.target, torch.device("cpu"))
        every = torch.arange(len(pairs))
        sources, targets = pairs.source_lengths(every), pairs.target_lengths(every)
        longest_source, longest_target = int(sources.max()), int(targets.max())
        share = float((sources + targets).float().mean()) / (longest_source + longest_target)
        return cls(len(translator.source), len(translator.target), longest_source, longest_target, share)


@dataclass(frozen=True, slots=True)
class Size:
    """What a training needs.

    Attributes:
        n_weights: numbers that are learned.
        n_bytes: memory while training, estimated.
        seconds: a step on one core, estimated within a factor of two or three.
    """

    n_weights: int
    n_bytes: int
    seconds: float

    @classmethod
    def of(cls, model: ModelConfig, training: TrainingConfig, corpus: CorpusSize) -> "Size":
        """Count and estimate."""
        n_weights, left_behind, n_multiplied = _dry_run(model, training.batch_size, corpus)
        weights = _BYTES * n_weights
        sides = corpus.longest_source, corpus.longest_target
        maps = sum(_cells(kind, *sides) for kind in Kind) * _BYTES * BATCH_SIZE * model.n_heads * model.n_layers
        n_bytes = (
            _COPIES * weights + max(MAX_BYTES, MIN_KEPT * weights) + max(int(_PEAK * left_behind), maps)
        )
        seconds = _SECONDS_A_STEP + _SECONDS_A_LAYER * model.n_layers + corpus.mean_share * n_multiplied / _SPEED
        return cls(n_weights, n_bytes, seconds)


def _cells(kind: Kind, n_source: int, n_target: int) -> int:
    """Numbers of one map, which are all looked at when the training is judged."""
    rows = n_source if kind is Kind.ENCODER else n_target
    return rows * (n_target if kind is Kind.DECODER else n_source)


@lru_cache(maxsize=200)
def _dry_run(config: ModelConfig, batch_size: int, corpus: CorpusSize) -> tuple[int, int, int]:
    """Weights, bytes that a forward pass over the longest batch leaves for the backward pass, and its operations."""
    kept: dict[int, Tensor] = {}

    def keep(tensor: Tensor) -> Tensor:
        if not isinstance(tensor, nn.Parameter):
            kept[tensor.untyped_storage()._cdata] = tensor
        return tensor

    with torch.device("meta"):
        model = Transformer(config, n_source=corpus.n_source, n_target=corpus.n_target)
        source = torch.zeros(batch_size, corpus.longest_source, dtype=torch.long)
        target = torch.zeros(batch_size, corpus.longest_target, dtype=torch.long)
        with FlopCounterMode(display=False) as counter, saved_tensors_hooks(keep, lambda tensor: tensor):
            scores = model(source, target, source == source)
            next_token_loss(scores, target)
    own = {weight.untyped_storage()._cdata for weight in model.parameters()}
    left_behind = sum(tensor.untyped_storage().nbytes() for key, tensor in kept.items() if key not in own)
    return sum(weight.numel() for weight in model.parameters()), left_behind, counter.get_total_flops()
