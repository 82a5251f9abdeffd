"""The interface between decoding and a model: ours, or one that was trained elsewhere.

Shapes: B batch, S source positions, T target positions, V target tokens.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor

from model.data.vocabulary import Vocabulary
from model.transformer.config import AttentionSizes


@runtime_checkable
class Cache(Protocol):
    """The keys and values that a decoder keeps of the tokens it has seen."""

    def select(self, rows: Tensor) -> None:
        """Keep these rows of the batch, in this order; one may be kept several times."""


@runtime_checkable
class Memory(Protocol):
    """An encoded source, as the decoder reads it."""

    def repeat(self, n: int) -> "Memory":
        """Return the memory of one sentence for a batch of ``n`` hypotheses."""


@runtime_checkable
class EncoderDecoder(Protocol):
    """A model in evaluation mode, whose attentions end in taps (``model.transformer.taps``)."""

    @property
    def config(self) -> AttentionSizes:
        """The numbers of its layers and heads."""

    @property
    def device(self) -> torch.device:
        """The device of the weights."""

    @property
    def max_length(self) -> int:
        """The number of positions that the decoder has."""

    def new_caches(self) -> Sequence[Cache]:
        """Return empty caches to decode token by token."""

    def encode(self, source: Tensor) -> Memory:
        """Return the memory of source ids (B, S)."""

    def decode(self, target: Tensor, memory: Any, caches: Any) -> Tensor:
        """Return the scores (B, T, V) of the token after each target id (B, T); these follow those in the caches."""


@runtime_checkable
class TranslationSystem(Protocol):
    """A translation model with the vocabularies of its two languages."""

    @property
    def model(self) -> EncoderDecoder:
        """The model."""

    @property
    def source(self) -> Vocabulary:
        """The tokens that the encoder reads."""

    @property
    def target(self) -> Vocabulary:
        """The tokens that the decoder reads and generates."""
