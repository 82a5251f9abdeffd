"""Scaled dot-product and multi-head attention (Vaswani et al. 2017, section 3.2).

Shapes: B batch, H heads, Q queries, K keys, D model width, E = D // H width of one head.
Masks are boolean and named ``allowed``: True means "may look".
"""

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional

from model.transformer.kind import Site
from model.transformer.taps import Tap, is_recording

Heads = Float[Tensor, "B H length E"]


class KeysValues(NamedTuple):
    """Keys and values of one attention, split into heads."""

    keys: Heads
    values: Heads


class KeyValueCache:
    """Keys and values of the tokens that one attention has seen; grows while decoding."""

    def __init__(self) -> None:
        self._seen: KeysValues | None = None

    def __len__(self) -> int:
        return 0 if self._seen is None else self._seen.keys.shape[2]

    def extend(self, new: KeysValues) -> KeysValues:
        """Append keys and values of new tokens and return all of them."""
        if self._seen is not None:
            keys, values = self._seen
            new = KeysValues(torch.cat((keys, new.keys), dim=2), torch.cat((values, new.values), dim=2))
        self._seen = new
        return new

    def select(self, rows: Int[Tensor, "B"]) -> None:
        """Keep these rows of the batch, in this order; one may be kept several times."""
        if self._seen is not None:
            self._seen = KeysValues(*(each.index_select(0, rows) for each in self._seen))


def split_heads(x: Float[Tensor, "*batch length D"], n_heads: int) -> Float[Tensor, "*batch H length E"]:
    """Cut every vector into one slice per head.

    Raises:
        ValueError: the width does not divide into so many heads.
    """
    if n_heads < 1 or x.shape[-1] % n_heads:
        raise ValueError(f"width {x.shape[-1]} does not divide into {n_heads} heads")
    return x.unflatten(-1, (n_heads, -1)).transpose(-3, -2)


def join_heads(heads: Float[Tensor, "*batch H length E"]) -> Float[Tensor, "*batch length D"]:
    """Concatenate the slices of all heads: the inverse of ``split_heads``."""
    return heads.transpose(-3, -2).flatten(-2)


def masked_softmax(scores: Float[Tensor, "*batch Q K"], allowed: Tensor | None = None) -> Float[Tensor, "*batch Q K"]:
    """Apply softmax to the last axis, among allowed keys only.

    Every row sums to 1, except a row without any allowed key: it is all zeros, as in
    ``scaled_dot_product_attention``, where a softmax over ``-inf`` alone would give NaN.

    Raises:
        TypeError: the mask is not boolean; a float mask of ones and zeros would silently mask nothing.
    """
    if allowed is None:
        return scores.softmax(dim=-1)
    if allowed.dtype != torch.bool:
        raise TypeError(f"allowed must be a boolean mask (True = may look), got {allowed.dtype}")
    weights = scores.masked_fill(~allowed, -math.inf).softmax(dim=-1)
    return weights.masked_fill(~allowed.any(dim=-1, keepdim=True), 0.0)


class MultiHeadAttention(nn.Module):
    """Several attentions in parallel on slices of one projection, concatenated and projected.

    Queries, keys and values share one fused weight in the layout of ``torch.nn.MultiheadAttention``:
    rows 0 … D-1 project queries, D … 2D-1 keys, 2D … 3D-1 values.

    Without a recorder PyTorch's fused kernel runs, which never stores the weights. With a recorder they are computed
    explicitly and pass the tap before dropout. Both agree to 1e-6.
    """

    def __init__(self, d_model: int, n_heads: int, *, dropout: float, site: Site) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.in_proj = nn.Linear(d_model, 3 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.site = site  # also on the tap, but looking a submodule up at every pass takes time
        self.tap = Tap(site)  # (B, H, Q, K): the output of softmax
        nn.init.xavier_uniform_(self.in_proj.weight)
        nn.init.zeros_(self.in_proj.bias)
        nn.init.zeros_(self.out_proj.bias)

    def project_queries(self, x: Float[Tensor, "B Q D"]) -> Heads:
        """Return the queries of a sequence that attends to another."""
        d_model = x.shape[-1]
        return split_heads(
            functional.linear(x, self.in_proj.weight[:d_model], self.in_proj.bias[:d_model]), self.n_heads
        )

    def project_memory(self, memory: Float[Tensor, "B K D"]) -> KeysValues:
        """Return the keys and values of a sequence that another attends to."""
        d_model = memory.shape[-1]
        projected = functional.linear(memory, self.in_proj.weight[d_model:], self.in_proj.bias[d_model:])
        return KeysValues(*(split_heads(part, self.n_heads) for part in projected.chunk(2, dim=-1)))

    def attend_self(
        self,
        x: Float[Tensor, "B Q D"],
        allowed: Bool[Tensor, "..."] | None = None,
        cache: KeyValueCache | None = None,
    ) -> Float[Tensor, "B Q D"]:
        """Let every position of a sequence look at its allowed positions.

        Args:
            x: (B, Q, D).
            allowed: boolean, broadcast to (B, H, Q, K); None allows all.
            cache: keys and values of earlier positions, which ``x`` attends to as well; those of ``x`` are appended.
        """
        queries, keys, values = (split_heads(part, self.n_heads) for part in self.in_proj(x).chunk(3, dim=-1))
        keys_values = KeysValues(keys, values)
        return self(queries, keys_values if cache is None else cache.extend(keys_values), allowed)

    def forward(
        self, queries: Heads, keys_values: KeysValues, allowed: Bool[Tensor, "..."] | None = None
    ) -> Float[Tensor, "B Q D"]:
        """Let every query look at every allowed key.

        Args:
            queries: (B, H, Q, E).
            keys_values: (B, H, K, E) each.
            allowed: boolean, broadcast to (B, H, Q, K); None allows all.
        """
        keys, values = keys_values
        dropout = self.dropout if self.training else 0.0
        if is_recording(self.site):
            scores = queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])  # (B, H, Q, K)
            weights = self.tap(masked_softmax(scores, allowed))  # every row sums to 1
            mixed = functional.dropout(weights, dropout) @ values  # (B, H, Q, E)
        else:
            mixed = functional.scaled_dot_product_attention(queries, keys, values, allowed, dropout)
        return self.out_proj(join_heads(mixed))
