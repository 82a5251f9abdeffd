"""Training as a generator: it yields progress, prints nothing, and knows no page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice

import torch
from torch import Tensor, nn

from model.corpus import Corpus
from model.data.batches import Batch, EncodedPairs
from model.data.subwords import new_vocabulary
from model.inference.translator import Translator
from model.seeding import seeded
from model.training.config import TrainingConfig
from model.training.devices import choose_device
from model.training.distributed import ALONE, Team
from model.training.divergence import is_sound
from model.training.evaluation import evaluate
from model.training.learning_curve import Course, Point
from model.training.loss import next_token_loss
from model.training.manual_gradients.passes import learn_translation, suits
from model.training.optimizer import AdamW, differentiate, new_optimizer, optimize
from model.training.snapshot import Snapshot
from model.training.stopwatch import Stopwatch
from model.training.training_state import TrainingState
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer

N_EVALUATED = 1000  # held-out sentences scored at the end
N_EVALUATED_EARLIER = 200  # along the way, where a rough figure at once is worth more


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Progress:
    """Where a training stands after a step.

    Attributes:
        course: what it had come to at each report so far; the last point is this one.
        translator: the live model; it goes on changing, so keep ``snapshot()``.
        optimizer: what it remembers goes on changing as well, so keep ``state()``.
    """

    course: Course
    translator: Translator
    optimizer: AdamW

    @property
    def step(self) -> int:
        """Optimizer steps taken; 0 is the model as initialised."""
        return self.course[-1].step

    @property
    def loss(self) -> float:
        """Mean training loss since the last report, in nats per token; NaN at step 0."""
        return self.course[-1].loss

    @property
    def seconds(self) -> float:
        """Time worked so far, evaluation included and waiting left out."""
        return self.course[-1].seconds

    def snapshot(self) -> Snapshot:
        """What later training does not touch."""
        return Snapshot(self.course, self.translator.frozen())

    def state(self) -> TrainingState:
        """What it takes to go on from here, as a value that later training does not touch."""
        return TrainingState.of(self.course, self.translator.model, self.optimizer)


def new_translator(corpus: Corpus, config: ModelConfig, seed: int, device: torch.device) -> Translator:
    """A freshly initialised model over the tokens of the training split, the same for the same seed."""
    source = new_vocabulary((pair.source for pair in corpus.train), is_written=corpus.is_raw_text)
    target = new_vocabulary((pair.target for pair in corpus.train), is_written=corpus.is_raw_text)
    with seeded(seed):
        model = Transformer(config, n_source=len(source), n_target=len(target))
    return Translator(model.to(device), source, target)


def train(
    corpus: Corpus,
    model_config: ModelConfig,
    config: TrainingConfig,
    resume: TrainingState | None = None,
    before_step: Callable[[], None] = lambda: None,
    team: Team = ALONE,
) -> Iterator[Progress]:
    """Train, yielding at step 0 and at each of ``config.report_at``.

    Cross-entropy with smoothed labels and without padding, AdamW under the schedule of the config,
    gradients clipped to norm 1.

    Args:
        corpus: what to learn from, and what to be judged by.
        model_config: sizes.
        config: how, and where.
        resume: where a training with the same arguments stood; it goes on as if it had never been interrupted,
            to the last bit on the CPU, and yields what comes after.
        before_step: called before each step, which waits for it; what it raises ends the training.
        team: the processes that train together; all but the leader yield nothing.

    Raises:
        ValueError: ``resume`` is of a model of another size or of a longer training.
        ArithmeticError: the weights grow past all bounds.
    """
    if resume is not None and resume.step == 0:  # nothing is done yet
        resume = None
    course = resume.course if resume else ()
    watch = Stopwatch(course[-1].seconds if course else 0.0)
    device = team.device or choose_device(config.device)
    translator = new_translator(corpus, model_config, config.seed, device)
    model = translator.model
    pairs = EncodedPairs(corpus.train, translator.source, translator.target, device)
    batches = pairs.shuffled(config.batch_size, torch.Generator().manual_seed(config.seed))

    optimizer = new_optimizer(model, config)
    begin, n_tokens = 0, 0
    if resume is not None:
        if resume.step > config.steps:
            raise ValueError(f"a training of {config.steps} steps cannot go on from step {resume.step}")
        resume.restore(model, optimizer)
        begin, n_tokens, resume = resume.step, course[-1].n_tokens, None  # which is as big as the training itself

    shared = team.join(model)

    def losses() -> Iterator[Tensor]:
        nonlocal n_tokens
        # What came before is drawn again, without its pairs: the order needs no state of its own.
        for step, indices in enumerate(islice(batches, begin, None), start=begin + 1):
            n_tokens += int(pairs.lengths(indices).sum())
            with _seeded(model, config, step, team):
                if team.size > 1:
                    loss = differentiate(optimizer, team.loss(shared, pairs, indices, config.label_smoothing))
                else:
                    loss = learn(model, optimizer, pairs.batch(indices), config.label_smoothing)
            yield loss

    waiting = watch.standing_still(before_step)
    for step, loss in optimize(model, config, optimizer, losses(), begin, waiting):
        loss = team.mean(loss)
        if not is_sound(model.parameters()):
            raise ArithmeticError(f"by step {step} the weights grew past all bounds; learn at a smaller rate")
        if not team.leads:
            continue
        n_scored = N_EVALUATED if step == config.steps else N_EVALUATED_EARLIER
        evaluation = evaluate(translator, corpus.held_out[:n_scored])
        course = (*course, Point(step, loss, evaluation, n_tokens, watch.seconds))
        yield Progress(course, translator, optimizer)


def _seeded(model: Transformer, config: TrainingConfig, step: int, team: Team) -> AbstractContextManager[None]:
    """What is dropped in a step depends on nothing that ran before."""
    if not model.config.dropout:
        return nullcontext()
    return seeded(hash((config.seed, step, team.rank) if team.rank else (config.seed, step)), model.device)


def learn(model: Transformer, optimizer: AdamW, batch: Batch, label_smoothing: float) -> Tensor:
    """Leave the gradient of a batch's loss with the weights, the quickest way; returns the loss."""
    if suits(model, batch):
        return learn_translation(model, batch, label_smoothing)
    return differentiate(optimizer, translation_loss(model, batch, label_smoothing))


def translation_loss(model: nn.Module, batch: Batch, label_smoothing: float = 0.0) -> Tensor:
    """Mean cross-entropy of the next target token, padding aside, in nats."""
    scores = model(batch.source, batch.fed, batch.source_allowed)
    return next_token_loss(scores, batch.expected, label_smoothing)
