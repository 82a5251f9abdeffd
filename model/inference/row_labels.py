"""Labels of rows and columns: the token fed in and the token generated, and repeated tokens by their position."""

from collections.abc import Sequence

from model.data.vocabulary import BOS


def label_steps(fed: Sequence[str], generated: Sequence[str]) -> tuple[str, ...]:
    """Return a label per step with the token fed in and the token generated: ``<bos> → le``."""
    return tuple(f"{before} → {after}" for before, after in zip(fed, generated, strict=True))


def number_repeated(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens, each that occurs more than once with its position, counted from 1: ``the (4)``."""
    return tuple(f"{token} ({place})" if tokens.count(token) > 1 else token for place, token in enumerate(tokens, 1))


def shift_right(generated: Sequence[str], first: str = BOS) -> tuple[str, ...]:
    """Return the tokens fed in to generate these: the first, and all but the last."""
    return (first, *generated[:-1])
