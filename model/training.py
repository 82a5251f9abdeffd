"""Training as a generator: it yields progress, prints nothing, and knows no page."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import torch
from torch import Tensor, nn
from torch.nn import functional

from model.batches import Batch, EncodedPairs
from model.config import ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.evaluation import Evaluation, evaluate
from model.optimization import new_optimizer, optimize, update
from model.resume import TrainingState
from model.snapshot import Snapshot
from model.subwords import new_vocabulary
from model.transformer import Transformer
from model.translator import Translator
from model.vocabulary import PAD_ID

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
        optimizer: what the optimizer remembers; it goes on changing, so keep ``state()``.
    """

    step: int
    loss: float
    seconds: float
    evaluation: Evaluation
    translator: Translator
    optimizer: torch.optim.Optimizer | None = None

    def snapshot(self) -> Snapshot:
        """What later training does not touch."""
        return Snapshot(self.step, self.evaluation, self.translator.frozen())

    def state(self) -> TrainingState:
        """What it takes to go on from here, as a value that later training does not touch.

        Raises:
            ValueError: the optimizer is not known.
        """
        if self.optimizer is None:
            raise ValueError("a training without its optimizer cannot go on")
        return TrainingState.of(self.step, self.translator.model, self.optimizer)


def choose_device(name: str | None = None) -> torch.device:
    """The device asked for, or CUDA where there is one, else the CPU."""
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def new_translator(corpus: Corpus, config: ModelConfig, seed: int, device: torch.device) -> Translator:
    """A freshly initialised model over the tokens of the training split, the same for the same seed."""
    source = new_vocabulary((pair.source for pair in corpus.train), is_written=corpus.is_written)
    target = new_vocabulary((pair.target for pair in corpus.train), is_written=corpus.is_written)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Transformer(config, n_source=len(source), n_target=len(target))
    return Translator(model.to(device), source, target)


def train(
    corpus: Corpus,
    model_config: ModelConfig,
    config: TrainingConfig,
    device: torch.device | None = None,
    resume: TrainingState | None = None,
) -> Iterator[Progress]:
    """Train, yielding at step 0 and at each of ``config.report_at``.

    Cross-entropy with smoothed labels and without padding, AdamW, one cycle of the learning rate,
    gradients clipped to norm 1.

    Args:
        corpus: what to learn from, and what to be judged by.
        model_config: sizes.
        config: how.
        device: the GPU by default where there is one.
        resume: where a training with the same arguments stood; it goes on as if it had never been interrupted,
            to the last bit on the CPU, and yields what comes after.

    Raises:
        ValueError: ``resume`` is of a model of another size or of a longer training.
    """
    start = time.perf_counter()
    device = device or choose_device()
    translator = new_translator(corpus, model_config, config.seed, device)
    model = translator.model
    pairs = EncodedPairs(corpus.train, translator.source, translator.target, device)
    batches = pairs.shuffled(config.batch_size, torch.Generator().manual_seed(config.seed))

    optimizer = new_optimizer(model, config)
    begin = 0
    if resume is not None:
        if resume.step > config.steps:
            raise ValueError(f"a training of {config.steps} steps cannot go on from step {resume.step}")
        resume.restore(model, optimizer)
        begin = resume.step
    # What came before is drawn again, without its pairs: the order needs no state of its own.
    numbered = enumerate(islice(batches, begin, None), start=begin + 1)
    losses = (_seeded_loss(model, pairs.batch(indices), config, step) for step, indices in numbered)
    for step, loss in optimize(model, config, losses, optimizer, begin):
        n_scored = N_EVALUATED if step == config.steps else N_EVALUATED_EARLIER
        evaluation = evaluate(translator, corpus.held_out[:n_scored])
        yield Progress(step, loss, time.perf_counter() - start, evaluation, translator, optimizer)


def training_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch, label_smoothing: float = 0.0
) -> Tensor:
    """One optimizer step; returns the loss, detached."""
    model.train()
    return update(model, optimizer, _loss(model, batch, label_smoothing))


def _seeded_loss(model: Transformer, batch: Batch, config: TrainingConfig, step: int) -> Tensor:
    if not model.config.dropout:
        return _loss(model, batch, config.label_smoothing)
    with torch.random.fork_rng(devices=[model.device] if model.device.type == "cuda" else []):
        torch.manual_seed(hash((config.seed, step)))  # what is dropped depends on the step, not on what ran before
        return _loss(model, batch, config.label_smoothing)


def _loss(model: nn.Module, batch: Batch, label_smoothing: float) -> Tensor:
    scores = model(batch.source, batch.fed, batch.source_allowed)
    return functional.cross_entropy(
        scores.flatten(0, 1), batch.expected.flatten(), ignore_index=PAD_ID, label_smoothing=label_smoothing
    )
