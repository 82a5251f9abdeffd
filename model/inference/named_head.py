"""A head by its name in links: ``cross-2-3`` is the third head of the second layer of cross-attention."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from model.transformer.config import ModelConfig
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


def format_heads(heads: Sequence[Head]) -> str:
    """Return heads as the text of a link."""
    return SEPARATOR.join(map(str, heads))


def parse_head(text: str, config: ModelConfig) -> Head | None:
    """Return the head of that name, None if the model has none."""
    found = re.fullmatch(PATTERN, text)
    layer, head = (int(found[2]), int(found[3])) if found else (0, 0)
    if found and 1 <= layer <= config.n_layers and 1 <= head <= config.n_heads:
        return Head(Kind(found[1]), layer - 1, head - 1)
    return None


def parse_heads(text: str, config: ModelConfig) -> tuple[tuple[Head, ...], tuple[str, ...]]:
    """Return the heads that a link names and the model has, and the parts of the text that name no such head."""
    heads, rejected = set(), []
    for part in filter(None, text.split(SEPARATOR)):
        if head := parse_head(part, config):
            heads.add(head)
        else:
            rejected.append(part)
    return tuple(sorted(heads)), tuple(rejected)
