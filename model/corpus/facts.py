"""What a corpus is like, in numbers for a preview."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.corpus.corpus import Corpus
from model.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One language of a corpus.

    Attributes:
        n_words: words and marks, repetitions included.
        n_distinct: different ones.
        n_known: those of the vocabulary, made from the training pairs.
        longest: words and marks of the longest sentence.
        unknown: the share of held-out words and marks outside the vocabulary.
    """

    n_words: int
    n_distinct: int
    n_known: int
    longest: int
    unknown: float


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
    vocabulary = Vocabulary.of(train)
    sentences = [*train, *held_out]
    n_held_out = sum(map(len, held_out))
    return SideFacts(
        n_words=sum(map(len, sentences)),
        n_distinct=len(set().union(*sentences)),
        n_known=len(vocabulary.words),
        longest=max(map(len, sentences), default=0),
        unknown=sum(word not in vocabulary for words in held_out for word in words) / max(n_held_out, 1),
    )
