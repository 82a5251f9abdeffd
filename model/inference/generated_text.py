"""Records of a language model at work: one writing, and one reading of a given sentence. Immutable values.

Shapes: T tokens fed.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from model.data.vocabulary import BOS
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class NextWord:
    """A token that could come next.

    Attributes:
        token: the token.
        probability: the model's own, p(x_t | x_<t).
        chance: with which it is chosen, after temperature, top-k and top-p; 0 where it is cut off.
    """

    token: str
    probability: float
    chance: float


@dataclass(frozen=True, slots=True)
class WritingStep:
    """One word written.

    Attributes:
        token: what was written.
        probability: the model's own probability of it.
        candidates: the likeliest tokens by the model's own probabilities, best first; what was written is among them,
            in the last place if it is not likely.
        n_possible: how many tokens had a chance.
    """

    token: str
    probability: float
    candidates: tuple[NextWord, ...]
    n_possible: int


@dataclass(frozen=True, slots=True)
class Writing:
    """A beginning, and what a language model made of it.

    Attributes:
        given: the tokens of the beginning, as typed.
        steps: one per token written; the last is ``<eos>`` unless the length limit came first.
        maps: of ``Kind.DECODER``, (L, H, T, T). Row t is fed token t and predicts what follows it; forbidden cells
            are NaN. Without the causal mask every step changes every row: these are the rows of the last step.
        is_complete: False when writing stopped at its length limit.
    """

    given: tuple[str, ...]
    steps: tuple[WritingStep, ...]
    maps: AttentionMaps
    is_complete: bool

    @property
    def following(self) -> tuple[str, ...]:
        """What comes after each token fed: the beginning, then what was written."""
        return (*self.given, *(step.token for step in self.steps))

    @property
    def words(self) -> tuple[str, ...]:
        """The words written, without ``<eos>``."""
        tokens = tuple(step.token for step in self.steps)
        return tokens[:-1] if self.is_complete else tokens

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """Return the tokens of the columns: those fed in."""
        return (BOS, *self.following[:-1])

    def queries(self, kind: Kind) -> tuple[str, ...]:
        """Return the tokens of the rows: those to predict."""
        return self.following


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A whole sentence as training shows it to a model: every token fed at once, each to predict the next.

    Attributes:
        following: the words and ``<eos>``: what each of the T tokens fed should predict.
        losses: -log p(x_t | what the mask lets it see), read-only float32 (T,), in nats.
        maps: of ``Kind.DECODER``, (L, H, T, T); forbidden cells are NaN.
    """

    following: tuple[str, ...]
    losses: Float32[np.ndarray, "T"]
    maps: AttentionMaps

    def share_on_next(self, layer: int, head: int | None) -> float:
        """How much of its attention a head (None for the mean of heads) spends on the very next token, the answer.

        The mean over all rows but the last, behind which nothing stands; 0 where the mask forbids it, and for a
        sentence without words.
        """
        after = np.diagonal(self.maps.head(Kind.DECODER, layer, head), offset=1)
        return float(np.nan_to_num(after).mean()) if after.size else 0.0

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """Return the tokens of the columns: those fed in."""
        return (BOS, *self.following[:-1])

    def queries(self, kind: Kind) -> tuple[str, ...]:
        """Return the tokens of the rows: those to predict."""
        return self.following
