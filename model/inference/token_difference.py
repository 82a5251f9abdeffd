"""The difference of two sentences, such as two translations, token by token."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile


def find_differences(first: Sequence[str], second: Sequence[str]) -> tuple[frozenset[int], frozenset[int]]:
    """Compare two sentences token by token: as a difference of two texts, from their first different token on.

    Returns:
        The positions of tokens that the second sentence lacks, and those of tokens that the first one lacks, from 0.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    lost, new = set(range(same, len(first))), set(range(same, len(second)))
    for block in SequenceMatcher(None, first[same:], second[same:], autojunk=False).get_matching_blocks():
        lost.difference_update(range(same + block.a, same + block.a + block.size))
        new.difference_update(range(same + block.b, same + block.b + block.size))
    return frozenset(lost), frozenset(new)
