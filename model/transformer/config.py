"""Sizes of the models, as frozen values that validate themselves."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from model.transformer.kind import Kind

MAX_LENGTH = 1024  # positions of the longest sequence


@runtime_checkable
class AttentionSizes(Protocol):
    """The numbers of layers and heads of each kind of attention."""

    def count_layers(self, kind: Kind) -> int:
        """Return the number of layers with this kind of attention."""

    def count_heads(self, kind: Kind) -> int:
        """Return the number of heads in each layer of a kind of attention."""


class Norm(StrEnum):
    """The place of the layer norm: before each sublayer, or after its residual sum."""

    PRE = "pre"
    POST = "post"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Sizes of one encoder-decoder Transformer (Vaswani et al. 2017, table 3)."""

    n_layers: int = 2  # of the encoder, and of the decoder
    n_heads: int = 4
    d_model: int = 64  # width of every token vector
    d_ff: int = 128  # width inside the feed-forward sublayer
    dropout: float = 0.0
    norm: Norm = Norm.PRE

    def __post_init__(self) -> None:
        for name in ("n_layers", "n_heads", "d_model", "d_ff"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}={getattr(self, name)} must be at least 1")
        if self.d_model % self.n_heads:
            raise ValueError(f"d_model={self.d_model} does not divide into {self.n_heads} heads")
        if self.d_model % 2:
            raise ValueError(f"d_model={self.d_model} must be even: positions come in sine and cosine pairs")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout={self.dropout} must lie in [0, 1)")

    def count_layers(self, _kind: Kind) -> int:
        """Return the number of layers, the same for every kind of attention."""
        return self.n_layers

    def count_heads(self, _kind: Kind) -> int:
        """Return the number of heads, the same for every kind of attention."""
        return self.n_heads


@dataclass(frozen=True, slots=True)
class LanguageConfig(ModelConfig):
    """Sizes of one decoder-only language model (Radford et al. 2018), and its mask.

    Attributes:
        is_causal: True if position t sees positions 0 … t only. Otherwise it also sees the token that it has to
            predict, at position t + 1.
    """

    is_causal: bool = True
