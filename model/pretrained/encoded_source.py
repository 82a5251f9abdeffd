"""The output of an encoder that was trained elsewhere, from which its decoder computes keys and values.

Shapes: B batch, S source positions, D model width.
"""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True, slots=True)
class EncodedSource:
    """The output of the encoder (B, S, D)."""

    states: Float[Tensor, "B S D"]

    def repeat(self, n: int) -> "EncodedSource":
        """Return the memory of one sentence for a batch of ``n`` hypotheses."""
        return EncodedSource(self.states.expand(n, -1, -1))
