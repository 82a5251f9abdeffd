"""Which pairs of a corpus are kept from training."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from heapq import nsmallest

from model.corpus.pair import Pair, Pairs

MAX_HELD_OUT = 2_000
_SHARE = 0.1
_CANDIDATES = 2 * MAX_HELD_OUT  # that are drawn, to choose from them what costs training least


@dataclass(frozen=True, slots=True)
class Split:
    """Pairs held out, and which of the others are trained on: those that share no sentence with them.

    Attributes:
        held_out: pairs to be judged by.
        n_train: how many pairs are trained on.
    """

    held_out: tuple[Pair, ...]
    n_train: int
    _sources: frozenset[tuple[str, ...]]
    _targets: frozenset[tuple[str, ...]]

    def trains_on(self, pair: Pair) -> bool:
        """Whether neither sentence of a pair is held out."""
        return pair.source not in self._sources and pair.target not in self._targets


def hold_out(pairs: Pairs, seed: int = 0) -> Split:
    """Hold out a tenth of the pairs, at most ``MAX_HELD_OUT``, drawn by the seed and by what they say.

    No sentence, source or target, is both held out and trained on. Pairs whose sentences stand in no other pair are
    preferred; of others, those that share a sentence are left out of both. The pairs are passed over two or three
    times, and few are remembered.

    Raises:
        ValueError: the pairs cannot be split; the message says why.
    """
    n_pairs = 0

    def ranked() -> Iterator[tuple[bytes, int, Pair]]:
        nonlocal n_pairs
        for n_pairs, pair in enumerate(pairs, start=1):
            yield blake2b(" ".join(pair.source).encode(), digest_size=8, key=str(seed).encode()).digest(), n_pairs, pair

    candidates = [pair for _, _, pair in nsmallest(_CANDIDATES, ranked())]
    if n_pairs < 2:
        raise ValueError(
            "There is one pair only: it cannot be both learned and held out to test what was learned. "
            "Two pairs that share no sentence are the least."
        )
    sources = dict.fromkeys((pair.source for pair in candidates), 0)
    targets = dict.fromkeys((pair.target for pair in candidates), 0)
    for pair in pairs:
        if pair.source in sources:
            sources[pair.source] += 1
        if pair.target in targets:
            targets[pair.target] += 1
    n_wanted = max(1, min(MAX_HELD_OUT, int(n_pairs * _SHARE)))
    held_out = tuple(sorted(candidates, key=lambda pair: sources[pair.source] + targets[pair.target])[:n_wanted])
    split = Split(
        held_out,
        n_pairs - n_wanted,
        frozenset(pair.source for pair in held_out),
        frozenset(pair.target for pair in held_out),
    )
    if any(sources[pair.source] + targets[pair.target] > 2 for pair in held_out):
        split = Split(held_out, sum(map(split.trains_on, pairs)), split._sources, split._targets)
    if not split.n_train:
        raise ValueError(
            f"The {n_pairs:,} pairs share sentences, so that none is left to learn from beside those held out: "
            "a sentence that is trained on cannot test what was learned."
        )
    return split
