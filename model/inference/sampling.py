"""Choice of the next token from its probabilities: the most probable one, or a sample.

Shapes: V vocabulary.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

_COLDEST, _HOTTEST = 1e-38, 1e38  # neither zero nor infinite as a float32


@dataclass(frozen=True, slots=True)
class Sampling:
    """Options of sampling, applied in this order: temperature, top-k, top-p.

    Attributes:
        temperature: divides the scores: below 1 sharper, above 1 flatter.
        top_k: keep so many of the most probable tokens (Fan et al. 2018, arXiv:1805.04833); 0 for all.
        top_p: keep the smallest set of most probable tokens with this mass (Holtzman et al. 2020, arXiv:1904.09751).
        seed: equal seeds give equal samples.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not _COLDEST <= self.temperature <= _HOTTEST:
            raise ValueError(f"temperature={self.temperature} must lie in [{_COLDEST}, {_HOTTEST}]")
        if self.top_k < 0:
            raise ValueError(f"top_k={self.top_k} must not be negative")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p={self.top_p} must lie in (0, 1]")


def compute_sampling_probabilities(scores: Float[Tensor, "V"], sampling: Sampling | None) -> Float[Tensor, "V"]:
    """Return the probability that each token is chosen.

    Args:
        scores: before softmax; ``-inf`` for forbidden tokens.
        sampling: None for greedy choice: 1 for the most probable token.
    """
    if sampling is None:
        return torch.zeros_like(scores).scatter(0, scores.argmax(), 1.0)
    scores = keep_top_k((scores - scores.max()) / sampling.temperature, sampling.top_k)
    return keep_top_p(scores.softmax(dim=0), sampling.top_p)


def keep_top_k(scores: Float[Tensor, "V"], top_k: int) -> Float[Tensor, "V"]:
    """Return the scores with all but the ``top_k`` largest set to ``-inf``; 0 keeps all."""
    if not 0 < top_k < len(scores):
        return scores
    best = scores.topk(top_k)
    return torch.full_like(scores, -torch.inf).scatter(0, best.indices, best.values)


def keep_top_p(probabilities: Float[Tensor, "V"], top_p: float) -> Float[Tensor, "V"]:
    """Keep the smallest set of most probable tokens whose mass is at least ``top_p``, scaled to sum to 1."""
    if top_p >= 1:
        return probabilities
    ordered, order = probabilities.sort(descending=True, stable=True)
    is_kept = ordered.cumsum(dim=0) - ordered < top_p  # a token stays while those before it do not reach the mass
    kept = torch.zeros_like(probabilities).scatter(0, order, ordered * is_kept)
    return kept / kept.sum()


def sample_token(probabilities: Float[Tensor, "V"], generator: torch.Generator) -> int:
    """Sample one token."""
    return int(torch.multinomial(probabilities, 1, generator=generator))
