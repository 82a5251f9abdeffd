"""The sublayers and blocks of encoder and decoder.

Shapes: B batch, S source positions, T target positions, D model width.
"""

import math
from collections.abc import Callable
from typing import TypeVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.transformer.attention import KeysValues, KeyValueCache, MultiHeadAttention
from model.transformer.config import MAX_LENGTH, ModelConfig, Norm
from model.transformer.kind import Kind, Site

ModuleT = TypeVar("ModuleT", bound=nn.Module)


def sinusoidal_positions(length: int, d_model: int) -> Float[Tensor, "length d_model"]:
    """Return positional encodings: even columns sine, odd cosine, wavelengths 2π … 10000·2π.

    Vaswani et al. 2017, section 3.5. An odd width ends with a sine without its cosine.
    """
    position = torch.arange(length, dtype=torch.float32)[:, None]
    frequency = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10_000.0) / d_model))
    return torch.stack(((position * frequency).sin(), (position * frequency).cos()), dim=-1).flatten(1)[:, :d_model]


def _dropout(config: ModelConfig) -> Callable[[Tensor], Tensor]:
    """Return a dropout module, or a plain identity without dropout: calling a module costs as much as a sum."""
    return nn.Dropout(config.dropout) if config.dropout else _identity


def _identity(x: Tensor) -> Tensor:
    return x


def list_modules(kind: type[ModuleT], modules: nn.ModuleList) -> list[ModuleT]:
    """Return the modules of one kind with their type, which ``nn.ModuleList`` does not keep."""
    return [module for module in modules if isinstance(module, kind)]


class Embedding(nn.Module):
    """Token embeddings, scaled by √D, plus sinusoidal positional encodings."""

    positions: Tensor

    def __init__(self, n_tokens: int, config: ModelConfig) -> None:
        super().__init__()
        self.tokens = nn.Embedding(n_tokens, config.d_model)
        nn.init.normal_(self.tokens.weight, std=config.d_model**-0.5)
        self.dropout = _dropout(config)
        self.scale = math.sqrt(config.d_model)
        self.register_buffer("positions", sinusoidal_positions(MAX_LENGTH, config.d_model), persistent=False)

    def forward(self, ids: Tensor, start: int = 0) -> Float[Tensor, "B length D"]:
        """Embed ids (B, length) at positions ``start`` onwards.

        Raises:
            ValueError: there are no positions for so many.
        """
        end = start + ids.shape[1]
        if end > len(self.positions):
            raise ValueError(f"the model reads at most {len(self.positions)} tokens, not {end}")
        positions = self.positions[start:end]
        return self.dropout(torch.add(positions, self.tokens(ids), alpha=self.scale))


class FeedForward(nn.Module):
    """A two-layer network, the same at every position (section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.expand = nn.Linear(config.d_model, config.d_ff)
        self.contract = nn.Linear(config.d_ff, config.d_model)
        self.dropout = _dropout(config)

    def forward(self, x: Float[Tensor, "B length D"]) -> Float[Tensor, "B length D"]:
        """Map (B, length, D) to (B, length, D) through width d_ff."""
        return self.contract(self.dropout(self.expand(x).relu()))


class Residual(nn.Module):
    """A residual connection around a sublayer, with a layer norm before the sublayer (pre) or after the sum (post).

    The paper uses post-norm; pre-norm trains without warm-up (Xiong et al. 2020, arXiv:2002.04745).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = _dropout(config)
        self.is_pre = config.norm is Norm.PRE

    def forward(self, x: Float[Tensor, "B length D"], sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """Apply ``sublayer`` with the residual connection around it."""
        if self.is_pre:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))


class EncoderLayer(nn.Module):
    """Self-attention and feed-forward, each in a residual; with a causal mask, the block of a language model."""

    def __init__(self, config: ModelConfig, layer: int, kind: Kind = Kind.ENCODER) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(
            config.d_model, config.n_heads, dropout=config.dropout, site=Site(kind, layer)
        )
        self.feed_forward = FeedForward(config)
        self.residuals = nn.ModuleList(Residual(config) for _ in range(2))

    def forward(
        self,
        x: Float[Tensor, "B S D"],
        allowed: Bool[Tensor, "..."] | None = None,
        cache: KeyValueCache | None = None,
    ) -> Float[Tensor, "B S D"]:
        """Compute one block.

        Args:
            x: (B, S, D).
            allowed: boolean, broadcast to (B, H, S, K); hides padding, and in a language model later tokens.
            cache: keys and values of the positions before ``x``; those of ``x`` are appended.
        """
        attend, transform = self.residuals
        x = attend(x, lambda x: self.self_attn.attend_self(x, allowed, cache))
        return transform(x, self.feed_forward)


class DecoderLayer(nn.Module):
    """Causal self-attention, cross-attention to the memory, feed-forward, each in a residual."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.self_attn, self.cross_attn = (
            MultiHeadAttention(config.d_model, config.n_heads, dropout=config.dropout, site=Site(kind, layer))
            for kind in (Kind.DECODER, Kind.CROSS)
        )
        self.feed_forward = FeedForward(config)
        self.residuals = nn.ModuleList(Residual(config) for _ in range(3))

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: KeysValues,
        *,
        target_allowed: Bool[Tensor, "..."] | None = None,
        source_allowed: Bool[Tensor, "..."] | None = None,
        cache: KeyValueCache | None = None,
    ) -> Float[Tensor, "B T D"]:
        """Compute one block.

        Args:
            x: (B, T, D).
            memory: keys and values of the source, from ``cross_attn.project_memory``.
            target_allowed: boolean, broadcast to (B, H, T, K).
            source_allowed: boolean, broadcast to (B, H, T, S).
            cache: self-attention keys and values of the positions before ``x``; those of ``x`` are appended.
        """
        attend, look_across, transform = self.residuals
        x = attend(x, lambda x: self.self_attn.attend_self(x, target_allowed, cache))
        x = look_across(x, lambda x: self.cross_attn(self.cross_attn.project_queries(x), memory, source_allowed))
        return transform(x, self.feed_forward)
