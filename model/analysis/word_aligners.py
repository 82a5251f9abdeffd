"""Word aligners that know no attention: the diagonal, and lexical models that learn from pairs by EM.

All link each target word to at most one source word, as attention does. Words are compared in lower case.

The aligners in common use are no dependency: fast_align is no Python package and estimates IBM Model 2 with a prior on
the diagonal (Dyer et al. 2013), as here, and installing eflomal needs a C compiler.

Shapes: T target words, S source words, W distinct word pairs. A cell is a target word of a pair, with a source word of
the same pair or NULL.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from jaxtyping import Float, Int

from model.corpus import Pair

MAX_PAIRS, MAX_CELLS = 20_000, 2_000_000  # that a lexical aligner learns from: the first of the training pairs
N_ROUNDS = 8  # of EM
TENSION = 4.0  # of the prior on the diagonal; where fast_align starts
_NULL_PRIOR = 0.08  # of a target word that no source word explains, beside a prior on the diagonal; as in fast_align
_NULL = ""  # no word is empty

Links = frozenset[tuple[int, int]]


def align_diagonally(pair: Pair) -> Links:
    """Link target word j of m to source word round(j · n / m) of n, counted from 0; an exact half goes to the even."""
    n, m = len(pair.source), len(pair.target)
    return frozenset((min(round(j * n / m), n - 1), j) for j in range(m) if n)


@dataclass(frozen=True, slots=True)
class LexicalAligner:
    """A table of translation probabilities, and a prior over positions.

    Attributes:
        source: id of each source word; NULL is 0.
        target: id of each target word.
        keys: source id times number of target words plus target id of the word pairs seen, in ascending order.
        probabilities: of the target word given the source word.
        tension: weight of the diagonal; 0 for a uniform prior.
    """

    source: dict[str, int]
    target: dict[str, int]
    keys: Int[np.ndarray, " W"]
    probabilities: Float[np.ndarray, " W"]
    tension: float

    def align(self, pair: Pair) -> Links:
        """Link each target word to its most probable source word; none if NULL is more probable or it is unknown."""
        if not pair.source or not pair.target:
            return frozenset()
        source = np.array([0, *(self.source.get(word.lower(), -1) for word in pair.source)])
        target = np.array([self.target.get(word.lower(), -1) for word in pair.target])
        keys = source * len(self.target) + target[:, None]
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_seen = (self.keys[places] == keys) & (source >= 0) & (target[:, None] >= 0)
        scores = np.where(is_seen, self.probabilities[places], 0) * _prior(len(source) - 1, len(target), self.tension)
        best = scores.argmax(axis=1)  # NULL first
        return frozenset((int(best[j]) - 1, j) for j in range(len(target)) if best[j])


def train_aligner(pairs: Iterable[Pair], tension: float = 0.0) -> LexicalAligner:
    """Learn translation probabilities by expectation maximization (EM); the gold links are not read.

    With a uniform prior this is IBM Model 1 (Brown et al. 1993, https://aclanthology.org/J93-2003), with a tension
    above 0 the prior falls off exponentially from the diagonal (Dyer et al. 2013,
    https://aclanthology.org/N13-1073, here with a fixed tension).

    Args:
        pairs: training pairs; the first ``MAX_PAIRS``, or as many as have ``MAX_CELLS``.
        tension: of the prior.

    Raises:
        ValueError: no pair has both a source and a target word.
    """
    counted, n_cells = Counter[tuple[tuple[str, ...], tuple[str, ...]]](), 0
    for pair in islice(pairs, MAX_PAIRS):
        n_cells += (len(pair.source) + 1) * len(pair.target)
        if n_cells > MAX_CELLS and counted:
            break
        if pair.source and pair.target:
            counted[tuple(map(str.lower, pair.source)), tuple(map(str.lower, pair.target))] += 1
    if not counted:
        raise ValueError("no pair has words on both sides")
    source_ids = {word: i for i, word in enumerate(dict.fromkeys((_NULL, *(w for s, _ in counted for w in s))))}
    target_ids = {word: i for i, word in enumerate(dict.fromkeys(w for _, t in counted for w in t))}
    cells, widths, priors = [], [], []
    for source, target in counted:
        own = np.array([0, *map(source_ids.__getitem__, source)])
        other = np.array([*map(target_ids.__getitem__, target)])
        cells.append((own * len(target_ids) + other[:, None]).ravel())
        priors.append(_prior(len(source), len(target), tension).ravel())
        widths.append(np.full(len(target), len(own)))
    keys, cell = np.unique(np.concatenate(cells), return_inverse=True)
    width, prior = np.concatenate(widths), np.concatenate(priors)
    row = np.repeat(np.arange(len(width)), width)  # of each cell: its target word
    weight = np.repeat([float(n) for n in counted.values()], [len(each) for each in cells])
    probabilities = np.ones(len(keys))
    for _ in range(N_ROUNDS):
        scores = probabilities[cell] * prior
        scores *= weight / np.bincount(row, scores)[row]  # expected counts of the links
        counts = np.bincount(cell, scores, len(keys))
        probabilities = counts / np.bincount(keys // len(target_ids), counts)[keys // len(target_ids)]
    return LexicalAligner(source_ids, target_ids, keys, probabilities, tension)


def compute_error_rate(predicted: Sequence[Links], gold: Sequence[Links]) -> float:
    """Return the alignment error rate of the links of many pairs, of which at least one has a link.

    AER = 1 - (|A∩S| + |A∩P|) / (|A| + |S|) (Och & Ney 2003, https://aclanthology.org/J03-1002), where the gold links
    are both sure (S) and possible (P).
    """
    n_links = sum(map(len, predicted)) + sum(map(len, gold))
    n_right = sum(len(one & other) for one, other in zip(predicted, gold, strict=True))
    return 1 - 2 * n_right / n_links


def _prior(n_source: int, n_target: int, tension: float) -> Float[np.ndarray, "T S_and_null"]:
    """Return the prior of the source words of each target word, NULL first; every row sums to 1."""
    if not tension:
        return np.full((n_target, n_source + 1), 1 / (n_source + 1))
    places = (np.arange(n_source) + 0.5) / max(n_source, 1)
    near = np.exp(-tension * np.abs(places - (np.arange(n_target)[:, None] + 0.5) / n_target))
    near *= (1 - _NULL_PRIOR) / near.sum(axis=1, keepdims=True)
    return np.concatenate((np.full((n_target, 1), _NULL_PRIOR), near), axis=1)
