"""Split of a corpus into training and held-out pairs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from heapq import nsmallest

from model.corpus.pair import Pair, PairDataset

MAX_HELD_OUT = 2_000
_SHARE = 0.1
_MAX_CANDIDATES = 2 * MAX_HELD_OUT  # sampled pairs, of which those that exclude the fewest training pairs are held out


@dataclass(frozen=True, slots=True)
class Split:
    """Held-out pairs; the training pairs are those that share no sentence with them.

    Attributes:
        held_out: pairs for evaluation only.
        n_train: number of training pairs.
        n_excluded: number of pairs that are neither, as they share a sentence with a held-out pair.
    """

    held_out: tuple[Pair, ...]
    n_train: int
    n_excluded: int
    _sources: frozenset[tuple[str, ...]]
    _targets: frozenset[tuple[str, ...]]

    def is_training_pair(self, pair: Pair) -> bool:
        """Return True if neither sentence of the pair is held out."""
        return pair.source not in self._sources and pair.target not in self._targets


def split_pairs(pairs: PairDataset, seed: int = 0) -> Split:
    """Hold out a tenth of the pairs, at most ``MAX_HELD_OUT``, sampled by the seed and the source sentence.

    No sentence, source or target, is both held out and trained on. Pairs whose sentences occur in no other pair are
    held out first; the other pairs that share a sentence with a held-out pair belong to neither side. The pairs are
    iterated two or three times, and few of them are kept in memory.

    Raises:
        ValueError: the pairs cannot be split; the message says why.
    """
    n_pairs = 0

    def ranked() -> Iterator[tuple[bytes, int, Pair]]:
        nonlocal n_pairs
        for n_pairs, pair in enumerate(pairs, start=1):
            yield blake2b(" ".join(pair.source).encode(), digest_size=8, key=str(seed).encode()).digest(), n_pairs, pair

    candidates = [pair for _, _, pair in nsmallest(_MAX_CANDIDATES, ranked())]
    if n_pairs < 2:
        raise ValueError("There is only one pair. At least two are needed: one for training, one held out.")
    sources = dict.fromkeys((pair.source for pair in candidates), 0)
    targets = dict.fromkeys((pair.target for pair in candidates), 0)
    for pair in pairs:
        if pair.source in sources:
            sources[pair.source] += 1
        if pair.target in targets:
            targets[pair.target] += 1
    n_held_out = max(1, min(MAX_HELD_OUT, int(n_pairs * _SHARE)))
    held_out = tuple(sorted(candidates, key=lambda pair: sources[pair.source] + targets[pair.target])[:n_held_out])
    split = Split(
        held_out,
        n_pairs - n_held_out,
        0,
        frozenset(pair.source for pair in held_out),
        frozenset(pair.target for pair in held_out),
    )
    if any(sources[pair.source] + targets[pair.target] > 2 for pair in held_out):
        n_train = sum(map(split.is_training_pair, pairs))
        split = replace(split, n_train=n_train, n_excluded=n_pairs - n_held_out - n_train)
    if not split.n_train:
        raise ValueError(
            f"All {n_pairs:,} pairs share sentences, so none is left for training:"
            " pairs that share a sentence with the held-out ones are excluded."
        )
    return split
