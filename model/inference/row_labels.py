"""Labels of rows and columns: the token fed in and the token generated, and repeated tokens by their position."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from model.data.vocabulary import BOS

_FROM_RIGHT_TO_LEFT = {"R", "AL"}  # bidirectional classes of Hebrew and of Arabic letters
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def label_steps(fed: Sequence[str], generated: Sequence[str]) -> tuple[str, ...]:
    """Return a label per step with the token fed in and the token generated: ``<bos> → le``."""
    return tuple(f"{_isolate(before)} → {_isolate(after)}" for before, after in zip(fed, generated, strict=True))


def number_repeated(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens, each that occurs more than once with its position, counted from 1: ``the (4)``."""
    n_times = Counter(tokens)
    return tuple(f"{token} ({place})" if n_times[token] > 1 else token for place, token in enumerate(tokens, 1))


def shift_right(generated: Sequence[str], first: str = BOS) -> tuple[str, ...]:
    """Return the tokens fed in to generate these: the first, and all but the last."""
    return (first, *generated[:-1])


def _isolate(token: str) -> str:
    """Return a token whose writing direction does not turn the arrow beside it."""
    if _FROM_RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, token)):
        return token
    return f"{_FIRST_STRONG_ISOLATE}{token}{_POP_ISOLATE}"
