"""Which pairs of a corpus are kept from training."""

import random
from collections.abc import Sequence

from model.corpus.pair import Pair

MAX_HELD_OUT = 2_000
_SHARE = 0.1


def hold_out(pairs: Sequence[Pair], seed: int = 0) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Split pairs into those to train on and those held out: a tenth, at most ``MAX_HELD_OUT``, drawn by the seed.

    No sentence, source or target, is on both sides. Pairs that share one, or are joined by others that do, stay
    together, so there may be more or fewer held out than a tenth.

    Raises:
        ValueError: the pairs cannot be split; the message says why.
    """
    if len(pairs) < 2:
        raise ValueError(
            "There is one pair only: it cannot be both learned and held out to test what was learned. "
            "Two pairs that share no sentence are the least."
        )
    groups = _groups(pairs)
    if len(groups) < 2:
        raise ValueError(
            f"The {len(pairs):,} pairs all share sentences, so none can be held out: "
            "a sentence that is trained on cannot test what was learned."
        )
    draw = random.Random(seed)  # noqa: S311 (a corpus keeps no secret)
    draw.shuffle(groups)
    wanted = max(1, min(MAX_HELD_OUT, int(len(pairs) * _SHARE)))
    held_out: list[int] = []
    for group in groups:
        if len(held_out) + len(group) <= wanted:
            held_out += group
    if not held_out:
        held_out = min(groups, key=lambda group: len(group))
    draw.shuffle(held_out)
    kept = set(held_out)
    return tuple(pair for index, pair in enumerate(pairs) if index not in kept), tuple(pairs[i] for i in held_out)


def _groups(pairs: Sequence[Pair]) -> list[list[int]]:
    """The indices of pairs that share a sentence, directly or by way of others."""
    parents = list(range(len(pairs)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = index = parents[parents[index]]
        return index

    first: dict[tuple[bool, tuple[str, ...]], int] = {}
    for index, pair in enumerate(pairs):
        for key in ((True, pair.source), (False, pair.target)):
            parents[root(index)] = root(first.setdefault(key, index))
    groups: dict[int, list[int]] = {}
    for index in range(len(pairs)):
        groups.setdefault(root(index), []).append(index)
    return list(groups.values())
