"""The tokens that a decoder has been fed.

Shapes: B batch, T target positions.
"""

import torch
from jaxtyping import Int
from torch import Tensor


class SeenTokens:
    """The tokens fed in so far."""

    def __init__(self) -> None:
        self.ids: Int[Tensor, "B T"] | None = None

    def extend(self, ids: Int[Tensor, "B T"]) -> Int[Tensor, "B all_T"]:
        """Append tokens that are fed in now, and return all of them."""
        self.ids = ids if self.ids is None else torch.cat((self.ids, ids), dim=1)
        return self.ids

    def select(self, rows: Int[Tensor, "B"]) -> None:
        """Keep these rows of the batch, in this order; one may be kept several times."""
        self.ids = None if self.ids is None else self.ids.index_select(0, rows)
