"""The record of a text that a language model generated: an immutable value."""

from dataclasses import dataclass

from model.inference.attention_maps import AttentionMaps
from model.inference.row_labels import shift_right
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class NextToken:
    """A candidate for the next token.

    Attributes:
        token: the token.
        probability: the model's own, p(x_t | x_<t).
        sampling_probability: after temperature, top-k and top-p; 0 where it is cut off.
    """

    token: str
    probability: float
    sampling_probability: float


@dataclass(frozen=True, slots=True)
class GenerationStep:
    """One generated token.

    Attributes:
        token: the generated token.
        probability: the model's own probability of it.
        candidates: the most probable tokens by the model's own probabilities, best first; the generated token takes
            the last place if it is not among them.
        n_possible: the number of tokens with a sampling probability above 0.
    """

    token: str
    probability: float
    candidates: tuple[NextToken, ...]
    n_possible: int


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """A prompt and the tokens generated after it.

    Attributes:
        prompt: its tokens, as typed.
        steps: one per generated token; the last generates ``<eos>`` unless the length limit came first.
        maps: of ``Kind.DECODER``, (L, H, T, T). Row t reads token t and predicts the next; forbidden cells are NaN.
            Without the causal mask every step changes every row: these are the rows of the last step.
        is_complete: False if generation stopped at its length limit.
    """

    prompt: tuple[str, ...]
    steps: tuple[GenerationStep, ...]
    maps: AttentionMaps
    is_complete: bool

    @property
    def tokens(self) -> tuple[str, ...]:
        """The generated tokens, without ``<eos>``."""
        tokens = tuple(step.token for step in self.steps)
        return tokens[:-1] if self.is_complete else tokens

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """Return the column labels of the maps: the tokens read."""
        return shift_right(self.queries(kind))

    def queries(self, kind: Kind) -> tuple[str, ...]:
        """Return the row labels of the maps: the token after each token read."""
        return (*self.prompt, *(step.token for step in self.steps))
