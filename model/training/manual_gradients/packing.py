"""Packing: the tokens of a padded batch as the rows of one matrix, without the padding.

Shapes: B batch, L padded length, N tokens, H heads, G heads of all sentences (H · B), E width of one head, P parts of
a vector (queries, keys and values, say) of H · E numbers each.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor


class Packing:
    """The positions of the tokens of a batch, and the conversion between packed rows and padded heads.

    Each conversion is one pass over memory. Padded heads contain arbitrary values at padding, to be masked.

    Attributes:
        is_token: (B, L), False at padding.
        places: (N,), the index of each token in the flattened batch.
    """

    def __init__(self, is_token: Bool[Tensor, "B L"], n_heads: int) -> None:
        self.is_token = is_token
        self.places = is_token.flatten().nonzero()[:, 0]
        # (B · L,): the packed row of each position; at padding that of another token.
        self._rows = is_token.flatten().cumsum(0).sub_(1).clamp_min_(0)
        self._n_heads = n_heads
        self._split_indices: dict[int, Tensor] = {}  # by number of parts
        self._join_indices: dict[int, Tensor] = {}

    def split_heads(self, x: Float[Tensor, "N width"], n_parts: int) -> Float[Tensor, "P G L E"]:
        """Split each part of each vector into heads, ordered by head, then sentence."""
        n_slices = n_parts * self._n_heads
        if n_parts not in self._split_indices:
            self._split_indices[n_parts] = (self._rows * n_slices + torch.arange(n_slices)[:, None]).flatten()
        slices = x.view(x.shape[0] * n_slices, -1).index_select(0, self._split_indices[n_parts])
        n_sentences, length = self.is_token.shape
        return slices.view(n_parts, self._n_heads * n_sentences, length, -1)

    def join_heads(self, heads: Float[Tensor, "P G L E"]) -> Float[Tensor, "N width"]:
        """Concatenate the heads of each vector again: the inverse of ``split_heads``."""
        n_parts, _, _, width = heads.shape
        if n_parts not in self._join_indices:
            offsets = torch.arange(n_parts * self._n_heads) * self.is_token.numel()
            self._join_indices[n_parts] = (self.places[:, None] + offsets).flatten()
        return heads.view(-1, width).index_select(0, self._join_indices[n_parts]).view(len(self.places), -1)
