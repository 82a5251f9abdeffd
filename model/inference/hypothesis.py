"""A translation that a decoding other than the greedy one has found."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A translation found by beam search or sampling.

    Attributes:
        tokens: of the vocabulary, ``<eos>`` included unless decoding was cut.
        log_probability: the sum over the tokens, in nats.
        score: by which hypotheses are ranked; see ``search_beam``.
        forced: steps, counted from 0, and tokens that lead greedy decoding to this translation.
    """

    tokens: tuple[str, ...]
    log_probability: float
    score: float
    forced: tuple[tuple[int, str], ...]

    @classmethod
    def of(
        cls, tokens: Sequence[str], ranks: Sequence[int], log_probability: float, length_penalty: float = 0.0
    ) -> "Hypothesis":
        """Return the hypothesis of these tokens, whose ranks tell which of them greedy decoding would not take."""
        forced = tuple((step, token) for step, (token, rank) in enumerate(zip(tokens, ranks, strict=True)) if rank)
        penalty = ((5 + len(tokens)) / 6) ** length_penalty
        return cls(tuple(tokens), log_probability, log_probability / penalty, forced)
