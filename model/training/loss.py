"""The training losses: cross-entropy of the next token, and of a head that is guided to the gold links.

Shapes: B batch, T target positions, S source positions, V target tokens.
"""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional

from model.data.vocabulary import PAD_ID

_LEAST_WEIGHT = 1e-9  # keeps the logarithm finite


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


def guided_alignment_loss(
    weights: Float[Tensor, "B T S"], guidance: Float[Tensor, "B T S"], n_tokens: int
) -> Float[Tensor, ""]:
    """Return the cross-entropy of a head's cross-attention to the gold links, in nats (Garg et al. 2019, section 3.3).

    Args:
        weights: of the guided head, at the step that generates each target token.
        guidance: the gold links; the rows of a linked token sum to the weight of this loss, all others are 0.
        n_tokens: divisor of the sum.
    """
    return -(guidance * weights.clamp(min=_LEAST_WEIGHT).log()).sum() / n_tokens
