"""What a corpus is like, in numbers for a preview."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.corpus.corpus import Corpus


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One language of a corpus.

    Attributes:
        n_words: words between blanks, repetitions included.
        n_distinct: different ones.
        longest: words of the longest sentence.
        unseen: the share of held-out words that no training sentence has.
    """

    n_words: int
    n_distinct: int
    longest: int
    unseen: float


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """A corpus at a glance; ``n_aligned`` pairs have gold links."""

    n_train: int
    n_held_out: int
    n_aligned: int
    source: SideFacts
    target: SideFacts

    @property
    def n_pairs(self) -> int:
        """All pairs."""
        return self.n_train + self.n_held_out

    @classmethod
    def of(cls, corpus: Corpus) -> "CorpusFacts":
        """Count a corpus."""
        return cls(
            n_train=len(corpus.train),
            n_held_out=len(corpus.held_out),
            n_aligned=sum(bool(pair.alignment) for pairs in (corpus.train, corpus.held_out) for pair in pairs),
            source=_side([pair.source for pair in corpus.train], [pair.source for pair in corpus.held_out]),
            target=_side([pair.target for pair in corpus.train], [pair.target for pair in corpus.held_out]),
        )


def _side(train: Sequence[tuple[str, ...]], held_out: Sequence[tuple[str, ...]]) -> SideFacts:
    seen = set().union(*train)
    sentences = [*train, *held_out]
    n_held_out = sum(map(len, held_out))
    return SideFacts(
        n_words=sum(map(len, sentences)),
        n_distinct=len(seen.union(*held_out)),
        longest=max(map(len, sentences), default=0),
        unseen=sum(word not in seen for words in held_out for word in words) / max(n_held_out, 1),
    )
