"""The alignment error rate: AER = 1 - (|A∩S| + |A∩P|) / (|A| + |S|), from 0 to 1; 0 is best.

A are the predicted links, and all gold links are both sure (S) and possible (P); Och & Ney 2003,
https://aclanthology.org/J03-1002.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Links = frozenset[tuple[int, int]]
Counts = TypeVar("Counts", int, np.ndarray)


def rate_counts(n_right: Counts, n_predicted: int, n_gold: int) -> Counts | float:
    """Return the error rate from numbers of links, of which at least one is predicted or gold."""
    return 1 - 2 * n_right / (n_predicted + n_gold)


def rate_links(predicted: Sequence[Links], gold: Sequence[Links]) -> float:
    """Return the error rate of the links of many pairs, of which at least one has a link."""
    n_right = sum(len(one & other) for one, other in zip(predicted, gold, strict=True))
    return rate_counts(n_right, sum(map(len, predicted)), sum(map(len, gold)))
