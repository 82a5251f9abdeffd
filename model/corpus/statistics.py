"""Statistics of a corpus for its preview."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from model.corpus.corpus import Corpus
from model.corpus.text import is_unspaced


@dataclass(frozen=True, slots=True)
class LanguageStatistics:
    """Word counts of one language of a corpus; letters count as words in text without spaces between words.

    Attributes:
        has_spaces: False if letters are counted.
        n_words: number of words, with repetitions.
        n_unique: number of unique words.
        longest: number of words of the longest sentence.
        out_of_vocabulary: share of held-out words that occur in no training sentence.
    """

    has_spaces: bool
    n_words: int
    n_unique: int
    longest: int
    out_of_vocabulary: float


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Pair and word counts of a corpus; ``n_aligned`` pairs of both splits have gold links."""

    n_train: int
    n_held_out: int
    n_excluded: int
    n_aligned: int
    source: LanguageStatistics
    target: LanguageStatistics

    @property
    def n_pairs(self) -> int:
        """Number of all pairs."""
        return self.n_train + self.n_held_out + self.n_excluded

    @classmethod
    def of(cls, corpus: Corpus) -> "CorpusStatistics":
        """Compute the statistics of a corpus."""
        return cls(
            n_train=len(corpus.train),
            n_held_out=len(corpus.held_out),
            n_excluded=corpus.n_excluded,
            n_aligned=sum(bool(pair.alignment) for pairs in (corpus.train, corpus.held_out) for pair in pairs),
            source=_count([pair.source for pair in corpus.train], [pair.source for pair in corpus.held_out]),
            target=_count([pair.target for pair in corpus.train], [pair.target for pair in corpus.held_out]),
        )


def _count(train: Sequence[tuple[str, ...]], held_out: Sequence[tuple[str, ...]]) -> LanguageStatistics:
    has_spaces = not is_unspaced(Counter("".join(word for words in held_out or train for word in words)))
    if not has_spaces:
        train, held_out = ([tuple("".join(words)) for words in side] for side in (train, held_out))
    seen = set().union(*train)
    sentences = [*train, *held_out]
    n_held_out = sum(map(len, held_out))
    return LanguageStatistics(
        has_spaces=has_spaces,
        n_words=sum(map(len, sentences)),
        n_unique=len(seen.union(*held_out)),
        longest=max(map(len, sentences), default=0),
        out_of_vocabulary=sum(word not in seen for words in held_out for word in words) / max(n_held_out, 1),
    )
