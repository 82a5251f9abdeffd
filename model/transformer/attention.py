"""Scaled dot-product and multi-head attention (Vaswani et al. 2017, section 3.2).

Shapes: B batch, H heads, Q queries, K keys, D model width, E = D // H width of one head, W width of a value.
Masks are boolean and named ``allowed``: True means "may look".
"""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional

from model.transformer.kind import Site
from model.transformer.taps import Tap, is_recording

Heads = Float[Tensor, "B H length E"]


def split_heads(x: Float[Tensor, "*batch length D"], n_heads: int) -> Float[Tensor, "*batch H length E"]:
    """Cut every vector into the slices that the heads work on.

    Raises:
        ValueError: the width does not divide into so many heads.
    """
    if n_heads < 1 or x.shape[-1] % n_heads:
        raise ValueError(f"width {x.shape[-1]} does not divide into {n_heads} heads")
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def join_heads(heads: Float[Tensor, "*batch H length E"]) -> Float[Tensor, "*batch length D"]:
    """Put the heads' slices side by side again: the inverse of ``split_heads``."""
    return heads.transpose(-3, -2).flatten(-2)


class KeysValues(NamedTuple):
    """What queries look at, split into heads; grows token by token while decoding."""

    keys: Heads
    values: Heads

    def extended(self, later: "KeysValues") -> "KeysValues":
        """These keys and values followed by ``later``."""
        return KeysValues(torch.cat((self.keys, later.keys), dim=2), torch.cat((self.values, later.values), dim=2))


class Stages(NamedTuple):
    """Every matrix on the way from queries, keys and values to what attention gives back, (…, Q, K) but the last."""

    scores: Tensor  # query · key
    scaled: Tensor  # the same, divided by √E
    masked: Tensor  # -inf where looking is forbidden
    weights: Tensor  # after softmax, and what the tap made of it
    dropped: Tensor  # after dropout
    mixed: Tensor  # (…, Q, E): values, averaged with the weights


def masked_softmax(
    scores: Float[Tensor, "*batch Q K"], allowed: Tensor | None = None, *, dim: int = -1
) -> Float[Tensor, "*batch Q K"]:
    """Softmax over the last axis, among allowed keys only; over another axis on request.

    Every row sums to 1, but for a row that may look at nothing: it is all zeros, as in
    ``scaled_dot_product_attention``, where a softmax over ``-inf`` alone would give NaN.

    Raises:
        TypeError: the mask is not boolean; a float mask of ones and zeros would silently mask nothing.
    """
    if allowed is None:
        return scores.softmax(dim=dim)
    return _softmax(_forbid(scores, allowed), allowed, dim)


def attend(
    queries: Float[Tensor, "*batch Q E"],
    keys: Float[Tensor, "*batch K E"],
    values: Float[Tensor, "*batch K W"],
    allowed: Tensor | None = None,
    *,
    is_scaled: bool = True,
    dim: int = -1,
    dropout: Callable[[Tensor], Tensor] | None = None,
    tap: Callable[[Tensor], Tensor] | None = None,
) -> Stages:
    """Scaled dot-product attention, computed openly: softmax(Q Kᵀ / √E) V, and every stage on the way.

    Args:
        queries: what asks.
        keys: what is asked for, of the queries' width.
        values: what is given back, of any width W.
        allowed: boolean, broadcast to (…, Q, K); None allows all.
        is_scaled: whether scores are divided by √E.
        dim: the axis that softmax makes sum to 1: -1 shares out each query's attention, as it should be.
        dropout: what to do to the weights between softmax and values.
        tap: sees the weights before dropout, and may replace them.

    Raises:
        TypeError: the mask is not boolean.
    """
    scores = queries @ keys.transpose(-2, -1)  # (…, Q, K)
    scaled = scores / math.sqrt(queries.shape[-1]) if is_scaled else scores
    masked = scaled if allowed is None else _forbid(scaled, allowed)
    weights = masked.softmax(dim=dim) if allowed is None else _softmax(masked, allowed, dim)
    weights = weights if tap is None else tap(weights)
    dropped = weights if dropout is None else dropout(weights)
    return Stages(scores, scaled, masked, weights, dropped, dropped @ values)


def _forbid(scores: Tensor, allowed: Tensor) -> Tensor:
    if allowed.dtype != torch.bool:
        raise TypeError(f"allowed must be a boolean mask (True = may look), got {allowed.dtype}")
    return scores.masked_fill(~allowed, -math.inf)


def _softmax(masked: Tensor, allowed: Tensor, dim: int) -> Tensor:
    return masked.softmax(dim=dim).masked_fill(~allowed.expand(masked.shape).any(dim=dim, keepdim=True), 0.0)


class MultiHeadAttention(nn.Module):
    """Several attentions side by side on slices of one projection, joined and projected.

    Queries, keys and values share one fused weight in the layout of ``torch.nn.MultiheadAttention``:
    rows 0 … D-1 project queries, D … 2D-1 keys, 2D … 3D-1 values.

    While no recorder listens nobody sees the weights, and PyTorch's fused kernel never makes them.
    While one does they are computed openly and pass the tap before dropout; both ways agree to 1e-6.
    ``model.training.manual_gradients`` computes the same for learning on a CPU, past the tap.
    """

    def __init__(self, d_model: int, n_heads: int, *, dropout: float, site: Site) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.in_proj = nn.Linear(d_model, 3 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.site = site  # the tap's, which is asked for at every pass: looking through a module for it takes time
        self.tap = Tap(site)  # (B, H, Q, K): what softmax said
        nn.init.xavier_uniform_(self.in_proj.weight)
        nn.init.zeros_(self.in_proj.bias)
        nn.init.zeros_(self.out_proj.bias)

    def project_all(self, x: Float[Tensor, "B length D"]) -> tuple[Heads, KeysValues]:
        """Queries, keys and values of one sequence, in one matrix product."""
        queries, keys, values = self.in_proj(x).chunk(3, dim=-1)
        return self._split(queries), KeysValues(self._split(keys), self._split(values))

    def project_queries(self, x: Float[Tensor, "B Q D"]) -> Heads:
        """Queries alone, for attention to another sequence."""
        d_model = x.shape[-1]
        return self._split(functional.linear(x, self.in_proj.weight[:d_model], self.in_proj.bias[:d_model]))

    def project_memory(self, memory: Float[Tensor, "B K D"]) -> KeysValues:
        """Keys and values alone, from the sequence that is looked at."""
        d_model = memory.shape[-1]
        projected = functional.linear(memory, self.in_proj.weight[d_model:], self.in_proj.bias[d_model:])
        keys, values = projected.chunk(2, dim=-1)
        return KeysValues(self._split(keys), self._split(values))

    def extend(
        self,
        x: Float[Tensor, "B length D"],
        past: KeysValues | None,
        allowed: Bool[Tensor, "..."] | None,
        keep: Callable[[KeysValues], object],
    ) -> Float[Tensor, "B length D"]:
        """Let positions look at themselves and at those before them.

        Args:
            x: (B, length, D), the positions that are new.
            past: keys and values of the positions before ``x``.
            allowed: as in ``forward``.
            keep: gets ``past`` grown by the new positions.
        """
        queries, own = self.project_all(x)
        grown = own if past is None else past.extended(own)
        keep(grown)
        return self(queries, grown, allowed)

    def forward(
        self, queries: Heads, keys_values: KeysValues, allowed: Bool[Tensor, "..."] | None = None
    ) -> Float[Tensor, "B Q D"]:
        """Let every query look at every allowed key.

        Args:
            queries: (B, H, Q, E), from ``project_queries`` or ``project_all``.
            keys_values: (B, H, K, E) each.
            allowed: boolean, broadcast to (B, H, Q, K); None allows all.
        """
        keys, values = keys_values
        dropout = self.dropout if self.training else 0.0
        if is_recording(self.site):
            drop = partial(functional.dropout, p=dropout) if dropout else None
            mixed = attend(queries, keys, values, allowed, dropout=drop, tap=self.tap).mixed  # (B, H, Q, E)
        else:
            mixed = functional.scaled_dot_product_attention(queries, keys, values, allowed, dropout)
        return self.out_proj(join_heads(mixed))

    def _split(self, x: Float[Tensor, "B length D"]) -> Heads:
        return split_heads(x, self.n_heads)
