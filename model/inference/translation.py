"""The record of one translation: an immutable value from which all its figures are drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from model.data.vocabulary import SPECIALS
from model.data.word_boundaries import join_pieces
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate for the next token, with its probability."""

    token: str
    probability: float


@dataclass(frozen=True, slots=True)
class DecodingStep:
    """One step of decoding.

    Attributes:
        fed: the token fed in, which the step before generated.
        token: the token generated; for an unknown word, the source word it was copied from; a known name is spelled
            as in the source.
        probability: the model's probability of the generated token.
        candidates: the most probable tokens, best first; the first was chosen, unless another was forced.
        copied_from: the source position an unknown word was copied from, else None.
        forced: the vocabulary's token that was forced here, None where the first candidate was chosen.
    """

    fed: str
    token: str
    probability: float
    candidates: tuple[Candidate, ...]
    copied_from: int | None = None
    forced: str | None = None


@dataclass(frozen=True, slots=True)
class Translation:
    """One sentence, its greedy translation, and all attention maps.

    Attributes:
        source: the source tokens, as displayed.
        steps: one per generated token; the last generates ``<eos>`` unless the length limit came first.
        maps: per kind (L, H, Q, K). Row t of cross and decoder maps is the step that *generates* token t;
            column t of decoder maps is the token *fed in* at step t.
        is_complete: False if decoding stopped at its length limit.
        is_subword: True if tokens are subwords of raw text, else they are words.
        specials: those of its subwords that are special tokens, such as the end mark; they are no part of a text.
    """

    source: tuple[str, ...]
    steps: tuple[DecodingStep, ...]
    maps: AttentionMaps
    is_complete: bool
    is_subword: bool = False
    specials: tuple[str, ...] = ()

    @property
    def source_text(self) -> str:
        """The source as text."""
        return self.join_text(self.source)

    @property
    def target(self) -> tuple[str, ...]:
        """The generated tokens, ``<eos>`` included."""
        return tuple(step.token for step in self.steps)

    @property
    def vocabulary_tokens(self) -> tuple[str, ...]:
        """The generated tokens as the vocabulary has them, before unknown words are copied and names spelled."""
        return tuple(step.forced or step.candidates[0].token for step in self.steps)

    @property
    def words(self) -> tuple[str, ...]:
        """The generated tokens, without ``<eos>``."""
        return self.target[:-1] if self.is_complete else self.target

    def is_special(self, token: str) -> bool:
        """Return True for a token that is no part of a text, such as the end mark."""
        return token in SPECIALS or token in self.specials

    def join_text(self, tokens: Iterable[str]) -> str:
        """Return the text of some of its tokens."""
        return join_pieces(token for token in tokens if token not in self.specials)

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """Return the column labels of this kind of map."""
        return tuple(step.fed for step in self.steps) if kind is Kind.DECODER else self.source

    def queries(self, kind: Kind) -> tuple[str, ...]:
        """Return the row labels of this kind of map."""
        return self.source if kind is Kind.ENCODER else self.target
