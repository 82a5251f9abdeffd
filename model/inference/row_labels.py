"""Labels of the rows of decoder maps: the token fed in and the token generated."""

from collections.abc import Sequence

from model.data.vocabulary import BOS


def label_steps(fed: Sequence[str], generated: Sequence[str]) -> tuple[str, ...]:
    """Return a label per step with the token fed in and the token generated: ``<bos> → le``."""
    return tuple(f"{before} → {after}" for before, after in zip(fed, generated, strict=True))


def shift_right(generated: Sequence[str], first: str = BOS) -> tuple[str, ...]:
    """Return the tokens fed in to generate these: the first, and all but the last."""
    return (first, *generated[:-1])
