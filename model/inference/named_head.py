"""A head by its name: in links, ``cross-2-3`` is the third head of the second layer of cross-attention."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind

SEPARATOR = "."  # of the parts of a link's text
PATTERN = r"(cross|encoder|decoder)-([0-9]{1,3})-([0-9]{1,3})"


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """One head: its kind of attention, its layer and its number, both counted from 0."""

    kind: Kind
    layer: int
    head: int

    def __str__(self) -> str:
        return f"{self.kind.value}-{self.layer + 1}-{self.head + 1}"

    @property
    def name(self) -> str:
        """The head in words: "cross, layer 2, head 3"."""
        return f"{self.kind.value}, layer {self.layer + 1}, head {self.head + 1}"

    @property
    def title(self) -> str:
        """The head in words, in full: "cross attention, layer 2, head 3"."""
        return f"{self.kind.value} attention, layer {self.layer + 1}, head {self.head + 1}"

    @property
    def columns(self) -> dict[str, str | int]:
        """The head in columns of a table, counted from 1."""
        return {"kind": self.kind.value, "layer": self.layer + 1, "head": self.head + 1}


def name_heads(heads: Sequence[Head]) -> str:
    """Return the name of one head or several of a layer, in order: "cross, layer 2, heads 1, 2, 4"."""
    first, *others = heads
    if not others:
        return first.name
    return f"{first.kind.value}, layer {first.layer + 1}, heads {', '.join(str(each.head + 1) for each in heads)}"


def format_heads(heads: Sequence[Head]) -> str:
    """Return heads as the text of a link."""
    return SEPARATOR.join(map(str, heads))


def parse_head(text: str, config: AttentionSizes) -> Head | None:
    """Return the head of that name, None if the model has none."""
    found = re.fullmatch(PATTERN, text)
    if not found:
        return None
    kind, layer, head = Kind(found[1]), int(found[2]), int(found[3])
    is_there = 1 <= layer <= config.count_layers(kind) and 1 <= head <= config.count_heads(kind)
    return Head(kind, layer - 1, head - 1) if is_there else None


def parse_heads(text: str, config: AttentionSizes) -> tuple[tuple[Head, ...], tuple[str, ...]]:
    """Return the heads that a link names and the model has, and the parts of the text that name no such head."""
    heads, rejected = set(), []
    for part in filter(None, text.split(SEPARATOR)):
        if head := parse_head(part, config):
            heads.add(head)
        else:
            rejected.append(part)
    return tuple(sorted(heads)), tuple(rejected)
