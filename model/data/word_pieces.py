"""How tokens make words, where a token may be a word or a piece of one.

A token that continues a word begins with ``JOINT``, as in ``attent ‧ion``; any other begins a word. Text never holds
the two signs used here (``model.corpus.text.visible``), so tokens tell by themselves how they are joined.

Shapes: T target tokens, S source tokens, W target words, V source words.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Float

JOINT = "‧"
BLANK = "▁"  # begins a word and holds nothing of it: what follows is no piece that can begin one


def begins_word(token: str) -> bool:
    """Whether a token is the first, or the only one, of a word."""
    return not token.startswith(JOINT)


def joined(tokens: Iterable[str]) -> str:
    """The text that tokens make: words between blanks, their pieces together."""
    parts = (token.removeprefix(JOINT) if not begins_word(token) else f" {token}" for token in tokens)
    return "".join(parts).replace(BLANK, "").removeprefix(" ")


def word_starts(tokens: Sequence[str]) -> list[int]:
    """Where each word begins; the first token begins one whatever it is."""
    return [index for index, token in enumerate(tokens) if not index or begins_word(token)]


def between_words(
    attention: Float[np.ndarray, "T S"], source_starts: Sequence[int], target_starts: Sequence[int]
) -> Float[np.ndarray, "W V"]:
    """Attention between words: the weights on a source word's tokens summed, over a target word's tokens the mean.

    Where every token is a word, it comes back as it is.
    """
    summed = np.add.reduceat(np.add.reduceat(attention, source_starts, axis=1), target_starts, axis=0)
    counts = np.diff([*target_starts, len(attention)])
    return summed / counts[:, None].astype(attention.dtype)


def between_tokens(
    links: Iterable[tuple[int, int]], source: Sequence[str], target: Sequence[str]
) -> frozenset[tuple[int, int]]:
    """Links between words as links between their tokens: all of the one word with all of the other."""
    sources, targets = _spans(source), _spans(target)
    return frozenset((i, j) for word, other in links for i in sources[word] for j in targets[other])


def _spans(tokens: Sequence[str]) -> list[range]:
    return [range(*ends) for ends in pairwise([*word_starts(tokens), len(tokens)])]
