"""The interface of a training task: what differs between training a translator and a language model."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar, runtime_checkable

import torch
from torch import Tensor, nn

from model.data.batches import Batch, SentenceBatch
from model.training.config import TrainingConfig
from model.training.learning_curve import EvaluationT
from model.training.snapshot import LearnerT

BatchT_co = TypeVar("BatchT_co", bound=Batch | SentenceBatch, covariant=True)
BatchT = TypeVar("BatchT", bound=Batch | SentenceBatch)


@runtime_checkable
class Examples(Protocol[BatchT_co]):
    """The encoded training split: ``EncodedPairs`` or ``EncodedSentences``. Indices are (B,)."""

    def lengths(self, indices: Tensor) -> Tensor:
        """Return the number of tokens of each example, without padding."""

    def target_lengths(self, indices: Tensor) -> Tensor:
        """Return the number of tokens to predict in each example."""

    def batch(self, indices: Tensor) -> BatchT_co:
        """Return the padded batch of these examples."""

    def shuffled(self, batch_size: int, generator: torch.Generator) -> Iterator[Tensor]:
        """Yield the indices of shuffled batches, epoch after epoch without end."""


class Task(ABC, Generic[LearnerT, EvaluationT, BatchT]):
    """A training task: how to build the model, encode the examples, compute the loss and evaluate."""

    @abstractmethod
    def build_learner(self, seed: int, device: torch.device) -> LearnerT:
        """Return an initialized model with its vocabularies; the same seed gives the same weights."""

    @abstractmethod
    def encode(self, learner: LearnerT, config: TrainingConfig) -> Examples[BatchT]:
        """Return the training split as token ids on the learner's device."""

    @abstractmethod
    def compute_loss(
        self, model: nn.Module, batch: BatchT, label_smoothing: float = 0.0, n_tokens: int | None = None
    ) -> Tensor:
        """Return the mean cross-entropy of the tokens to predict, in nats; see ``next_token_loss``."""

    @abstractmethod
    def evaluate(self, learner: LearnerT, *, is_last: bool) -> EvaluationT:
        """Score a learner on held-out sentences; on more of them if this is the last step."""
