"""Interventions in one decoding: heads that are switched off, rows that are pinned, and tokens that are forced.

The text form is that of links: ``cross-2-3.encoder-1-1`` for heads, ``cross-2-3-4-1`` for the fourth row of that head,
pinned on its first key, ``3-chienne`` for tokens, all counted from 1.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from urllib.parse import unquote

from model.data.vocabulary import BOS, PAD, SPECIALS, Vocabulary
from model.transformer.config import MAX_LENGTH, ModelConfig
from model.transformer.head_edits import pin_row, switch_head_off
from model.transformer.kind import Kind
from model.transformer.taps import Edit

_SEPARATOR, _ESCAPED = ".", (("%", "%25"), (".", "%2E"))  # tokens of own corpora may hold the separator
_HEAD = re.compile(r"(cross|encoder|decoder)-([0-9]{1,3})-([0-9]{1,3})")
_PIN = re.compile(rf"({_HEAD.pattern})-([0-9]{{1,3}})-([0-9]{{1,3}})")
_TOKEN = re.compile(r"([0-9]{1,3})-(\S+)")


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """One head: its kind of attention, its layer and its number, both counted from 0."""

    kind: Kind
    layer: int
    head: int

    def __str__(self) -> str:
        return f"{self.kind.value}-{self.layer + 1}-{self.head + 1}"


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """A row of a head with its whole weight on one key; both counted from 0."""

    head: Head
    row: int
    key: int

    def __str__(self) -> str:
        return f"{self.head}-{self.row + 1}-{self.key + 1}"


@dataclass(frozen=True, slots=True)
class Intervention:
    """What is changed in one decoding; the default changes nothing.

    Attributes:
        off: heads switched off, in order, each once.
        is_uniform: True if they have uniform weights, False if they have none.
        pins: rows that look at one key only, in order, each row once.
        forced: steps, counted from 0, and the vocabulary's token generated there whatever the model prefers; in order.
    """

    off: tuple[Head, ...] = ()
    is_uniform: bool = False
    pins: tuple[Pin, ...] = ()
    forced: tuple[tuple[int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.off or self.pins or self.forced)

    @property
    def edits(self) -> list[Edit]:
        """New edits that pin the rows and switch the heads off; they serve one call."""
        pins = [pin_row(each.head.kind, each.head.layer, each.head.head, each.row, each.key) for each in self.pins]
        off = [switch_head_off(each.kind, each.layer, each.head, is_uniform=self.is_uniform) for each in self.off]
        return [*pins, *off]


def format_heads(heads: Sequence[Head]) -> str:
    """Return heads as the text of a link."""
    return _SEPARATOR.join(map(str, heads))


def format_pins(pins: Sequence[Pin]) -> str:
    """Return pinned rows as the text of a link."""
    return _SEPARATOR.join(map(str, pins))


def format_tokens(forced: Sequence[tuple[int, str]]) -> str:
    """Return forced tokens as the text of a link."""
    return _SEPARATOR.join(f"{step + 1}-{_escape(token)}" for step, token in forced)


def parse_heads(text: str, config: ModelConfig) -> tuple[tuple[Head, ...], tuple[str, ...]]:
    """Return the heads that a link names and the model has, and the parts of the text that name no such head."""
    heads, rejected = set(), []
    for part in filter(None, text.split(_SEPARATOR)):
        found = _HEAD.fullmatch(part)
        layer, head = (int(found[2]), int(found[3])) if found else (0, 0)
        if found and 1 <= layer <= config.n_layers and 1 <= head <= config.n_heads:
            heads.add(Head(Kind(found[1]), layer - 1, head - 1))
        else:
            rejected.append(part)
    return tuple(sorted(heads)), tuple(rejected)


def parse_pins(text: str, config: ModelConfig) -> tuple[tuple[Pin, ...], tuple[str, ...]]:
    """Return the pinned rows that a link names and the model has, and the parts of the text that name no such row.

    Of several pins of one row the last counts. A decoder row cannot be pinned on a later key.
    """
    pins, rejected = {}, []
    for part in filter(None, text.split(_SEPARATOR)):
        found = _PIN.fullmatch(part)
        heads = parse_heads(found[1], config)[0] if found else ()
        row, key = (int(found[5]), int(found[6])) if found else (0, 0)
        is_allowed = bool(heads) and (heads[0].kind is not Kind.DECODER or key <= row)
        if is_allowed and 1 <= row <= MAX_LENGTH and 1 <= key <= MAX_LENGTH:
            pins[heads[0], row] = Pin(heads[0], row - 1, key - 1)
        else:
            rejected.append(part)
    return tuple(sorted(pins.values())), tuple(rejected)


def parse_tokens(text: str, target: Vocabulary) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...]]:
    """Return the forced tokens that a link names and the vocabulary has, and the parts of the text without one.

    Of several tokens for one step the last counts.
    """
    forced, rejected = {}, []
    for part in filter(None, text.split(_SEPARATOR)):
        found = _TOKEN.fullmatch(part)
        token = unquote(found[2]) if found else ""
        if found and 1 <= int(found[1]) <= MAX_LENGTH and can_be_forced(token, target):
            forced[int(found[1]) - 1] = token
        else:
            rejected.append(part)
    return tuple(sorted(forced.items())), tuple(rejected)


def _escape(token: str) -> str:
    for sign, code in _ESCAPED:
        token = token.replace(sign, code)
    return token


def can_be_forced(token: str, target: Vocabulary) -> bool:
    """Return True for the tokens that a step can generate: words, the end, and unknown words, which are copied."""
    return token in target or (token in SPECIALS and token not in (PAD, BOS))


def find_changed_steps(plain: Sequence[str], changed: Sequence[str]) -> tuple[frozenset[int], frozenset[int]]:
    """Compare two translations token by token, as a difference of two texts.

    Returns:
        The steps of ``plain`` that ``changed`` lacks, and the steps of ``changed`` that ``plain`` lacks, from 0.
    """
    lost, new = set(range(len(plain))), set(range(len(changed)))
    for block in SequenceMatcher(None, plain, changed, autojunk=False).get_matching_blocks():
        lost.difference_update(range(block.a, block.a + block.size))
        new.difference_update(range(block.b, block.b + block.size))
    return frozenset(lost), frozenset(new)
