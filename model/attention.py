"""Scaled dot-product and multi-head attention (Vaswani et al. 2017, section 3.2).

Shapes: B batch, H heads, Q queries, K keys, D model width, E = D // H width of one head.
Masks are boolean and named ``allowed``: True means "may look".
"""

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional

from model.capture import Tap, is_recording
from model.kind import Site

Heads = Float[Tensor, "B H length E"]


class KeysValues(NamedTuple):
    """What queries look at, split into heads; grows token by token while decoding."""

    keys: Heads
    values: Heads

    def extended(self, later: "KeysValues") -> "KeysValues":
        """These keys and values followed by ``later``."""
        return KeysValues(torch.cat((self.keys, later.keys), dim=2), torch.cat((self.values, later.values), dim=2))


def causal_allowed(length: int, device: torch.device | None = None) -> Bool[Tensor, "length length"]:
    """Row q may look at keys 0 … q."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def masked_softmax(scores: Float[Tensor, "*batch Q K"], allowed: Tensor | None = None) -> Float[Tensor, "*batch Q K"]:
    """Softmax over the last axis, among allowed keys only.

    Every row sums to 1, but for a row that may look at nothing: it is all zeros, as in
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
    """Several attentions side by side on slices of one projection, joined and projected.

    Queries, keys and values share one fused weight in the layout of ``torch.nn.MultiheadAttention``:
    rows 0 … D-1 project queries, D … 2D-1 keys, 2D … 3D-1 values.

    With no recorder active the weights never exist: PyTorch's fused kernel runs. With one active they are
    computed openly and pass the tap before dropout; both ways agree to 1e-6.
    """

    def __init__(self, d_model: int, n_heads: int, *, dropout: float, site: Site) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.in_proj = nn.Linear(d_model, 3 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)
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
        if is_recording():
            scores = queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])  # (B, H, Q, K)
            weights = self.tap(masked_softmax(scores, allowed))
            mixed = functional.dropout(weights, dropout) @ values  # (B, H, Q, E)
        else:
            mixed = functional.scaled_dot_product_attention(queries, keys, values, allowed, dropout)
        return self.out_proj(mixed.transpose(1, 2).flatten(2))

    def _split(self, x: Float[Tensor, "B length D"]) -> Heads:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
