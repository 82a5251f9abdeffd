"""The tokens of a padded batch as the rows of one matrix, without the padding.

Shapes: B batch, L padded length, N tokens, H heads, G heads of all sentences (H · B), E width of one head, P parts of
a vector (queries, keys and values, say) of H · E numbers each.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor


class Packing:
    """Where the tokens of a batch are, and how their vectors are cut into heads and joined again.

    Each is one pass over memory. Cut, there is padding again: whatever stands there must be masked.
    """

    def __init__(self, is_token: Bool[Tensor, "B L"], n_heads: int) -> None:
        self.is_token = is_token
        self.places = is_token.flatten().nonzero()[:, 0]  # (N,), counted through the whole batch
        self._numbers = is_token.flatten().cumsum(0).sub_(1).clamp_min_(0)  # (B · L,), at padding another's
        self._n_heads = n_heads
        self._cut: dict[int, Tensor] = {}  # by the number of parts: which slice of a row each row of the heads is
        self._joined: dict[int, Tensor] = {}

    def cut(self, x: Float[Tensor, "N width"], n_parts: int) -> Float[Tensor, "P G L E"]:
        """Every part of every vector cut into heads, head by head."""
        n_slices = n_parts * self._n_heads
        if n_parts not in self._cut:
            self._cut[n_parts] = (self._numbers * n_slices + torch.arange(n_slices)[:, None]).flatten()
        slices = x.view(x.shape[0] * n_slices, -1).index_select(0, self._cut[n_parts])
        n_sentences, length = self.is_token.shape
        return slices.view(n_parts, self._n_heads * n_sentences, length, -1)

    def joined(self, heads: Float[Tensor, "P G L E"]) -> Float[Tensor, "N width"]:
        """The slices of every vector side by side again: the inverse of ``cut``."""
        n_parts, _, _, width = heads.shape
        if n_parts not in self._joined:
            every = torch.arange(n_parts * self._n_heads) * self.is_token.numel()
            self._joined[n_parts] = (self.places[:, None] + every).flatten()
        return heads.view(-1, width).index_select(0, self._joined[n_parts]).view(len(self.places), -1)
