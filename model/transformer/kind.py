"""The three kinds of attention in an encoder-decoder, and the address of each attention in a model."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """A kind of attention: where its queries and its keys come from."""

    CROSS = "cross"  # decoder queries, encoder keys
    ENCODER = "encoder"  # self-attention of the encoder, in both directions
    DECODER = "decoder"  # self-attention of the decoder, backwards only


@dataclass(frozen=True, slots=True)
class Site:
    """The address of a tap: the kind of attention and its layer, counted from 0."""

    kind: Kind
    layer: int
