"""Training a language model as a generator; the optimizer is that of the translator."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor

from model.corpus import Corpus
from model.data.batches import EncodedSentences, SentenceBatch
from model.data.vocabulary import PAD_ID, Vocabulary
from model.inference.text_generator import TextGenerator
from model.seeding import seeded
from model.training.config import TrainingConfig
from model.training.devices import choose_device
from model.training.language_evaluation import LanguageEvaluation, evaluate_language
from model.training.loss import next_token_loss
from model.training.manual_gradients.passes import learn_language, suits
from model.training.optimizer import AdamW, differentiate, new_optimizer, optimize
from model.training.snapshot import serials
from model.training.stopwatch import Stopwatch
from model.transformer.config import LanguageConfig
from model.transformer.language_model import LanguageModel

# No smoothing: the loss that is trained is the loss that is shown, and it can fall to zero.
LANGUAGE_TRAINING = TrainingConfig(steps=400, learning_rate=8e-3, weight_decay=0.05, label_smoothing=0.0)
_N_SCORED = 1000  # held-out sentences
_N_WRITTEN, _N_WRITTEN_EARLIER = 500, 50


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses after some steps, in nats per token: in training, the mean since the last report, and held out."""

    step: int
    training_loss: float
    held_out_loss: float


@dataclass(frozen=True, slots=True, eq=False)
class LanguageSnapshot:
    """A language model as it was at one training step, how good it was, and how it came there.

    The serial is that of ``model.training.snapshot``.
    """

    step: int
    evaluation: LanguageEvaluation
    losses: tuple[Losses, ...]
    writer: TextGenerator
    serial: int = field(default_factory=serials.__next__, init=False)


@dataclass(frozen=True, slots=True)
class LanguageProgress:
    """Where a training stands after a step.

    Attributes:
        step: optimizer steps taken; 0 is the model as initialised.
        loss: mean training loss since the last progress, in nats per token; NaN at step 0.
        seconds: time worked so far, evaluation included and waiting left out.
        evaluation: scores at this step.
        losses: the losses from step 0 until now.
        writer: the live model; it goes on changing, so keep ``snapshot()``.
    """

    step: int
    loss: float
    seconds: float
    evaluation: LanguageEvaluation
    losses: tuple[Losses, ...]
    writer: TextGenerator

    def snapshot(self) -> LanguageSnapshot:
        """What later training does not touch."""
        return LanguageSnapshot(self.step, self.evaluation, self.losses, self.writer.frozen())


def new_writer(corpus: Corpus, config: LanguageConfig, seed: int, device: torch.device) -> TextGenerator:
    """A freshly initialised model over the English words of the training split, the same for the same seed."""
    vocabulary = Vocabulary.of(pair.source for pair in corpus.train)
    with seeded(seed):
        model = LanguageModel(config, len(vocabulary))
    return TextGenerator(model.to(device), vocabulary)


def train_language(
    corpus: Corpus,
    model_config: LanguageConfig,
    config: TrainingConfig,
    before_step: Callable[[], None] = lambda: None,
) -> Iterator[LanguageProgress]:
    """Train on the English side from scratch, yielding at step 0 and at each of ``config.report_at``.

    Args:
        corpus: whose English to learn.
        model_config: sizes.
        config: how.
        before_step: called before each step, which waits for it; what it raises ends the training.
    """
    watch = Stopwatch()
    device = choose_device(config.device)
    writer = new_writer(corpus, model_config, config.seed, device)
    model = writer.model
    sentences = EncodedSentences([pair.source for pair in corpus.train], writer.vocabulary, device)
    held_out = [pair.source for pair in corpus.held_out[:_N_SCORED]]
    batches = sentences.shuffled(config.batch_size, torch.Generator().manual_seed(config.seed))
    optimizer = new_optimizer(model, config)
    losses = (learn(model, optimizer, sentences.batch(indices), config.label_smoothing) for indices in batches)
    history: tuple[Losses, ...] = ()
    for step, loss in optimize(model, config, optimizer, losses, before_step=watch.standing_still(before_step)):
        n_written = _N_WRITTEN if step == config.steps else _N_WRITTEN_EARLIER
        evaluation = evaluate_language(writer, held_out, n_written)
        history = (*history, Losses(step, loss, evaluation.loss))
        yield LanguageProgress(step, loss, watch.seconds, evaluation, history, writer)


def learn(model: LanguageModel, optimizer: AdamW, batch: SentenceBatch, label_smoothing: float) -> Tensor:
    """Leave the gradient of a batch's loss with the weights, the quickest way; returns the loss."""
    if suits(model, batch):
        return learn_language(model, batch, label_smoothing)
    return differentiate(optimizer, language_loss(model, batch, label_smoothing))


def language_loss(model: LanguageModel, batch: SentenceBatch, label_smoothing: float = 0.0) -> Tensor:
    """Mean cross-entropy of the next token, padding aside, in nats: -log p(x_t | x_<t)."""
    scores = model(batch.fed, batch.fed != PAD_ID)
    return next_token_loss(scores, batch.expected, label_smoothing)
