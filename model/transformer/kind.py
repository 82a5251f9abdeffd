"""Which attention: the three kinds of an encoder-decoder, and where each sits."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Which attention of an encoder-decoder: who asks, and who is looked at."""

    CROSS = "cross"  # decoder queries, encoder keys
    ENCODER = "encoder"  # encoder to itself, all directions
    DECODER = "decoder"  # decoder to itself, backwards only


@dataclass(frozen=True, slots=True)
class Site:
    """The address of a tap: the kind of attention and its layer, counted from 0."""

    kind: Kind
    layer: int
