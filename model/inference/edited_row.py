"""A row of a head whose weights are given: all on one key, which pins it, or shared out over several.

The text form is that of links, all counted from 1: ``cross-2-3-4-1`` is the fourth row of that head, all of it on its
first key; ``cross-2-3-4-1_30-5_70`` has 30 % on the first key and 70 % on the fifth.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from model.inference.named_head import PATTERN, SEPARATOR, Head, parse_head
from model.transformer.config import MAX_LENGTH, AttentionSizes
from model.transformer.kind import Kind

_ROW = re.compile(rf"({PATTERN})-([0-9]{{1,4}})((?:-[0-9]{{1,4}}(?:_[0-9]{{1,3}})?)+)")
_KEY = re.compile(r"([0-9]{1,4})(?:_([0-9]{1,3}))?")


@dataclass(frozen=True, slots=True, order=True)
class EditedRow:
    """The weights of one row of a head.

    Attributes:
        head: whose row it is.
        row: counted from 0.
        weights: keys, counted from 0, with their weights in percent, at least 1 and 100 in all; keys in order.
    """

    head: Head
    row: int
    weights: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        is_pinned = len(self.weights) == 1
        keys = (str(key + 1) if is_pinned else f"{key + 1}_{percent}" for key, percent in self.weights)
        return f"{self.head}-{self.row + 1}-{'-'.join(keys)}"


def pin_row(head: Head, row: int, key: int) -> EditedRow:
    """Return a row with its whole weight on one key."""
    return EditedRow(head, row, ((key, 100),))


def set_weights(weights: NDArray[np.float32], percents: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Give keys of a row a weight each, and share the rest out over the other keys in the proportions they had.

    Args:
        weights: (K,), of the keys that the row may look at, each at least 0.
        percents: the new weights by key, counted from 0, each 0 to 100. They are scaled to 100 in all if they are more,
            or if there is no other key to take the rest.

    Returns:
        Keys with their weights in percent, 100 in all, without those at 0.
    """
    is_given = np.isin(np.arange(len(weights)), list(percents))
    exact = np.array([percents.get(key, 0) for key in range(len(weights))], np.float64)
    rest = 100 - exact.sum()
    if rest < 0 or is_given.all():
        exact = 100 * (exact / exact.sum() if exact.any() else np.full(len(exact), 1 / len(exact)))
    else:
        others = np.where(is_given, 0, np.maximum(np.nan_to_num(weights.astype(np.float64)), 0))
        if not others.any():
            others = (~is_given).astype(np.float64)
        exact += rest * (others / others.sum())
    shares = np.floor(exact).astype(int)
    largest_remainders = np.argsort(shares - exact, kind="stable")
    shares[largest_remainders[: 100 - shares.sum()]] += 1
    return tuple((key, int(share)) for key, share in enumerate(shares) if share)


def format_rows(rows: Sequence[EditedRow]) -> str:
    """Return edited rows as the text of a link."""
    return SEPARATOR.join(map(str, rows))


def parse_rows(text: str, config: AttentionSizes) -> tuple[tuple[EditedRow, ...], tuple[str, ...]]:
    """Return the edited rows that a link names and the model has, and the parts of the text that name no such row.

    Of several edits of one row the last counts. A decoder row has no weight on a later key.
    """
    rows, rejected = {}, []
    for part in filter(None, text.split(SEPARATOR)):
        if row := _parse_row(part, config):
            rows[row.head, row.row] = row
        else:
            rejected.append(part)
    return tuple(sorted(rows.values())), tuple(rejected)


def _parse_row(text: str, config: AttentionSizes) -> EditedRow | None:
    found = _ROW.fullmatch(text)
    head = parse_head(found[1], config) if found else None
    if not found or not head:
        return None
    row = int(found[5])
    pairs = [(int(key), percent) for key, percent in _KEY.findall(found[6])]
    weights = {key: int(percent or 100) for key, percent in pairs}
    last = row if head.kind is Kind.DECODER else MAX_LENGTH
    are_keys = len(weights) == len(pairs) and all(1 <= key <= last for key in weights)
    if not (1 <= row <= MAX_LENGTH and are_keys and min(weights.values()) > 0 and sum(weights.values()) == 100):
        return None
    return EditedRow(head, row - 1, tuple(sorted((key - 1, percent) for key, percent in weights.items())))
