"""The training loss: cross-entropy of the next token.

Shapes: B batch, T target positions, V target tokens.
"""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

from model.data.vocabulary import PAD_ID


def next_token_loss(
    scores: Float[Tensor, "B T V"],
    expected: Int[Tensor, "B T"],
    label_smoothing: float = 0.0,
    n_tokens: int | None = None,
) -> Float[Tensor, ""]:
    """Return the mean cross-entropy of the expected tokens, without padding, in nats.

    Args:
        scores: (B, T, V), before softmax.
        expected: (B, T) ids; padding is ``PAD_ID``.
        label_smoothing: probability spread over all tokens (Szegedy et al. 2016, arXiv:1512.00567, section 7).
        n_tokens: divisor of the sum; by default the number of expected tokens.
    """
    loss = functional.cross_entropy(
        scores.flatten(0, 1), expected.flatten(), ignore_index=PAD_ID, label_smoothing=label_smoothing,
        reduction="mean" if n_tokens is None else "sum",
    )  # fmt: skip
    return loss if n_tokens is None else loss / n_tokens
