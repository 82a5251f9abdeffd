"""Word aligners that know no attention: the diagonal, IBM Model 1 and fast_align, which learn from pairs by EM.

All link each target word to at most one source word, as attention does. Words are compared in lower case.

Shapes: T target words, S source words, W distinct word pairs. A cell is a target word of a pair, with a source word of
the same pair or NULL.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import numpy as np
from jaxtyping import Float, Int
from threadpoolctl import threadpool_limits

from model.analysis.alignment_error_rate import Links
from model.corpus import Pair

if TYPE_CHECKING:
    from thot.alignment import FastAlignModel

MAX_PAIRS, MAX_CELLS = 20_000, 2_000_000  # that an aligner learns from: the first of the training pairs
N_ROUNDS = 8  # of EM for IBM Model 1
N_FAST_ALIGN_ROUNDS = 5  # the default of fast_align
_NULL = ""  # no word is empty


class WordAligner(Protocol):
    """An aligner, which links the words of a pair."""

    def align(self, pair: Pair) -> Links:
        """Return pairs of a source and a target word, counted from 0."""


def align_diagonally(pair: Pair) -> Links:
    """Link target word j of m to source word round(j · n / m) of n, counted from 0; an exact half goes to the even."""
    n, m = len(pair.source), len(pair.target)
    return frozenset((min(round(j * n / m), n - 1), j) for j in range(m) if n)


@dataclass(frozen=True, slots=True)
class Model1:
    """IBM Model 1: a table of translation probabilities that knows no positions.

    Attributes:
        source: id of each source word; NULL is 0.
        target: id of each target word.
        keys: source id times number of target words plus target id of the word pairs seen, in ascending order.
        probabilities: of the target word given the source word.
    """

    source: dict[str, int]
    target: dict[str, int]
    keys: Int[np.ndarray, " W"]
    probabilities: Float[np.ndarray, " W"]

    def align(self, pair: Pair) -> Links:
        """Link each target word to its most probable source word; none if NULL is more probable or it is unknown."""
        if not pair.source or not pair.target:
            return frozenset()
        source = np.array([0, *(self.source.get(word.lower(), -1) for word in pair.source)])
        target = np.array([self.target.get(word.lower(), -1) for word in pair.target])
        keys = source * len(self.target) + target[:, None]
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_seen = (self.keys[places] == keys) & (source >= 0) & (target[:, None] >= 0)
        best = np.where(is_seen, self.probabilities[places], 0).argmax(axis=1)  # NULL first
        return frozenset((int(best[j]) - 1, j) for j in range(len(target)) if best[j])


@dataclass(frozen=True, slots=True)
class FastAlign:
    """IBM Model 2 with a prior on the diagonal (Dyer et al. 2013, https://aclanthology.org/N13-1073).

    Attributes:
        model: as trained by Thot.
    """

    model: "FastAlignModel"

    def align(self, pair: Pair) -> Links:
        """Link each target word to its most probable source word; none if NULL is more probable."""
        if not pair.source or not pair.target:
            return frozenset()
        _, links = self.model.get_best_alignment(_lower(pair.source), _lower(pair.target))
        return frozenset((i, j) for i in range(links.row_length) for j in range(links.column_length) if links[i, j])


def train_model_1(pairs: Iterable[Pair]) -> Model1:
    """Learn translation probabilities by expectation maximization (EM); the gold links are not read.

    Brown et al. 1993, https://aclanthology.org/J93-2003.

    Args:
        pairs: training pairs; the first ``MAX_PAIRS``, or as many as have ``MAX_CELLS``.

    Raises:
        ValueError: no pair has both a source and a target word.
    """
    counted = _count(pairs)
    source_ids = {word: i for i, word in enumerate(dict.fromkeys((_NULL, *(w for s, _ in counted for w in s))))}
    target_ids = {word: i for i, word in enumerate(dict.fromkeys(w for _, t in counted for w in t))}
    cells, widths = [], []
    for source, target in counted:
        own = np.array([0, *map(source_ids.__getitem__, source)])
        other = np.array([*map(target_ids.__getitem__, target)])
        cells.append((own * len(target_ids) + other[:, None]).ravel())
        widths.append(np.full(len(target), len(own)))
    keys, cell = np.unique(np.concatenate(cells), return_inverse=True)
    width = np.concatenate(widths)
    row = np.repeat(np.arange(len(width)), width)  # of each cell: its target word
    weight = np.repeat([float(n) for n in counted.values()], [len(each) for each in cells])
    probabilities = np.ones(len(keys))
    for _ in range(N_ROUNDS):
        scores = probabilities[cell]
        scores *= weight / np.bincount(row, scores)[row]  # expected counts of the links
        counts = np.bincount(cell, scores, len(keys))
        probabilities = counts / np.bincount(keys // len(target_ids), counts)[keys // len(target_ids)]
    return Model1(source_ids, target_ids, keys, probabilities)


def train_fast_align(pairs: Iterable[Pair]) -> FastAlign | None:
    """Train fast_align on the pairs that IBM Model 1 learns from; None where Thot is not installed.

    Raises:
        ValueError: no pair has both a source and a target word.
    """
    try:
        from thot.alignment import FastAlignModel
    except ImportError:  # there is no package for each platform
        return None
    model = FastAlignModel()
    for (source, target), n in _count(pairs).items():
        model.add_sentence_pair(source, target, n)
    with threadpool_limits(1, user_api="openmp"):  # several threads add to the same sums in an order of their own
        model.start_training()
        for _ in range(N_FAST_ALIGN_ROUNDS):
            model.train()
        model.end_training()
    return FastAlign(model)


def _count(pairs: Iterable[Pair]) -> Counter[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Count the pairs that an aligner learns from, in lower case."""
    counted, n_cells = Counter[tuple[tuple[str, ...], tuple[str, ...]]](), 0
    for pair in islice(pairs, MAX_PAIRS):
        n_cells += (len(pair.source) + 1) * len(pair.target)
        if n_cells > MAX_CELLS and counted:
            break
        if pair.source and pair.target:
            counted[_lower(pair.source), _lower(pair.target)] += 1
    if not counted:
        raise ValueError("no pair has words on both sides")
    return counted


def _lower(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(str.lower, words))
