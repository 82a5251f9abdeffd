"""Training as a generator: it yields progress, prints nothing, and knows no page."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from model.batches import Batch, EncodedPairs
from model.config import ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.evaluation import Evaluation, evaluate
from model.optimization import optimize, update
from model.seeding import seeded
from model.snapshot import Snapshot
from model.transformer import Transformer
from model.translator import Translator
from model.vocabulary import PAD_ID, Vocabulary

N_EVALUATED = 1000  # held-out sentences scored at the end
N_EVALUATED_EARLIER = 200  # along the way, where a rough figure at once is worth more


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands after a step.

    Attributes:
        step: optimizer steps taken; 0 is the model as initialised.
        loss: mean training loss since the last progress, in nats per token; NaN at step 0.
        seconds: time spent so far, evaluation included.
        evaluation: scores on held-out sentences.
        translator: the live model; it goes on changing, so keep ``translator.frozen()``.
    """

    step: int
    loss: float
    seconds: float
    evaluation: Evaluation
    translator: Translator

    def snapshot(self) -> Snapshot:
        """What later training does not touch."""
        return Snapshot(self.step, self.evaluation, self.translator.frozen())


def choose_device(name: str | None = None) -> torch.device:
    """The device asked for, or CUDA where there is one, else the CPU."""
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def new_translator(corpus: Corpus, config: ModelConfig, seed: int, device: torch.device) -> Translator:
    """A freshly initialised model over the words of the training split, the same for the same seed."""
    source = Vocabulary.of(pair.source for pair in corpus.train)
    target = Vocabulary.of(pair.target for pair in corpus.train)
    with seeded(seed):
        model = Transformer(config, n_source=len(source), n_target=len(target))
    return Translator(model.to(device), source, target)


def train(
    corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, device: torch.device | None = None
) -> Iterator[Progress]:
    """Train from scratch, yielding at step 0 and at each of ``config.report_at``.

    Cross-entropy with smoothed labels and without padding, AdamW, one cycle of the learning rate,
    gradients clipped to norm 1.
    """
    start = time.perf_counter()
    device = device or choose_device()
    translator = new_translator(corpus, model_config, config.seed, device)
    model = translator.model
    pairs = EncodedPairs(corpus.train, translator.source, translator.target, device)
    batches = pairs.shuffled(config.batch_size, torch.Generator().manual_seed(config.seed))

    losses = (_loss(model, pairs.batch(indices), config.label_smoothing) for indices in batches)
    for step, loss in optimize(model, config, losses):
        n_scored = N_EVALUATED if step == config.steps else N_EVALUATED_EARLIER
        evaluation = evaluate(translator, corpus.held_out[:n_scored])
        yield Progress(step, loss, time.perf_counter() - start, evaluation, translator)


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch, label_smoothing: float = 0.0
) -> Tensor:
    """One optimizer step; returns the loss, detached."""
    model.train()
    return update(model, optimizer, _loss(model, batch, label_smoothing))


def _loss(model: nn.Module, batch: Batch, label_smoothing: float) -> Tensor:
    scores = model(batch.source, batch.fed, batch.source_allowed)
    return functional.cross_entropy(
        scores.flatten(0, 1), batch.expected.flatten(), ignore_index=PAD_ID, label_smoothing=label_smoothing
    )
