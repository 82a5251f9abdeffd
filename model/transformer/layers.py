"""The sublayers and blocks that encoder and decoder are stacked from.

``model.training.manual_gradients`` writes their gradients out: who changes a formula here changes it there.

Shapes: B batch, S source positions, T target positions, D model width.
"""

import math
from collections.abc import Callable

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.transformer.attention import KeysValues, MultiHeadAttention
from model.transformer.config import MAX_LENGTH, ModelConfig, Norm
from model.transformer.kind import Kind, Site


def sinusoidal_positions(length: int, d_model: int) -> Float[Tensor, "length d_model"]:
    """The table added to embeddings: even columns sine, odd cosine, wavelengths 2π … 10000·2π.

    Vaswani et al. 2017, section 3.5. An odd width ends in a sine without its cosine.
    """
    position = torch.arange(length, dtype=torch.float32)[:, None]
    frequency = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10_000.0) / d_model))
    return torch.stack(((position * frequency).sin(), (position * frequency).cos()), dim=-1).flatten(1)[:, :d_model]


def _dropout(config: ModelConfig) -> Callable[[Tensor], Tensor]:
    """No module where nothing is dropped: a call of one costs as much as adding two vectors, at every sublayer."""
    return nn.Dropout(config.dropout) if config.dropout else _unchanged


def _unchanged(x: Tensor) -> Tensor:
    return x


class Embedding(nn.Module):
    """Token vectors, scaled by √D, plus the sinusoidal table of positions."""

    positions: Tensor

    def __init__(self, n_tokens: int, config: ModelConfig) -> None:
        super().__init__()
        self.tokens = nn.Embedding(n_tokens, config.d_model)
        nn.init.normal_(self.tokens.weight, std=config.d_model**-0.5)
        self.dropout = _dropout(config)
        self.scale = math.sqrt(config.d_model)
        self.register_buffer("positions", sinusoidal_positions(MAX_LENGTH, config.d_model), persistent=False)

    def forward(self, ids: Tensor, start: int = 0) -> Float[Tensor, "B length D"]:
        """Embed ids (B, length) that stand at positions ``start`` onwards."""
        positions = self.positions[start : start + ids.shape[1]]
        return self.dropout(torch.add(positions, self.tokens(ids), alpha=self.scale))


class FeedForward(nn.Module):
    """The same two-layer network at every position (section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.expand = nn.Linear(config.d_model, config.d_ff)
        self.contract = nn.Linear(config.d_ff, config.d_model)
        self.dropout = _dropout(config)

    def forward(self, x: Float[Tensor, "B length D"]) -> Float[Tensor, "B length D"]:
        """(B, length, D) to (B, length, D) through width d_ff."""
        return self.contract(self.dropout(self.expand(x).relu()))


class Residual(nn.Module):
    """Adds a sublayer's output to its input, and normalises before (pre) or after (post) it.

    Post-norm is the paper's; pre-norm trains without warm-up (Xiong et al. 2020, arXiv:2002.04745).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = _dropout(config)
        self.is_pre = config.norm is Norm.PRE

    def forward(self, x: Float[Tensor, "B length D"], sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """Run ``sublayer`` with its residual around it."""
        if self.is_pre:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in a residual; with a causal mask, the block of a language model."""

    def __init__(self, config: ModelConfig, layer: int, kind: Kind = Kind.ENCODER) -> None:
        super().__init__()
        self.self_attn = MultiHeadAttention(
            config.d_model, config.n_heads, dropout=config.dropout, site=Site(kind, layer)
        )
        self.feed_forward = FeedForward(config)
        self.residuals = nn.ModuleList(Residual(config) for _ in range(2))

    def forward(self, x: Float[Tensor, "B S D"], allowed: Bool[Tensor, "..."] | None = None) -> Float[Tensor, "B S D"]:
        """One block of the encoder; ``allowed`` hides padding."""
        return self.extend(x, None, allowed)[0]

    def extend(
        self, x: Float[Tensor, "B S D"], past: KeysValues | None, allowed: Bool[Tensor, "..."] | None = None
    ) -> tuple[Float[Tensor, "B S D"], KeysValues]:
        """The same for positions that follow others, whose keys and values are ``past``.

        Args:
            x: (B, S, D), the positions that are new.
            past: keys and values of the positions before ``x``.
            allowed: boolean, broadcast to (B, H, S, past + S).

        Returns:
            The block's output (B, S, D), and ``past`` grown by the new positions.
        """
        attend, transform = self.residuals
        grown: list[KeysValues] = []  # a residual passes on nothing but the stream
        x = attend(x, lambda x: self.self_attn.extend(x, past, allowed, grown.append))
        return transform(x, self.feed_forward), grown[0]


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
        past: KeysValues | None = None,
        target_allowed: Bool[Tensor, "..."] | None = None,
        source_allowed: Bool[Tensor, "..."] | None = None,
    ) -> tuple[Float[Tensor, "B T D"], KeysValues]:
        """One block of the decoder.

        Args:
            x: (B, T, D), the positions that are new.
            memory: this layer's cross-attention keys and values, from ``cross_attn.project_memory``.
            past: self-attention keys and values of the positions before ``x``.
            target_allowed: boolean, broadcast to (B, H, T, past + T).
            source_allowed: boolean, broadcast to (B, H, T, S).

        Returns:
            The block's output (B, T, D), and ``past`` grown by the new positions.
        """
        attend, look_across, transform = self.residuals
        grown: list[KeysValues] = []  # a residual passes on nothing but the stream
        x = attend(x, lambda x: self.self_attn.extend(x, past, target_allowed, grown.append))
        x = look_across(x, lambda x: self.cross_attn(self.cross_attn.project_queries(x), memory, source_allowed))
        return transform(x, self.feed_forward), grown[0]
