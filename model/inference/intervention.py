"""Interventions in one decoding: heads that are switched off, rows with other weights, and tokens that are forced.

The text form of forced tokens is that of links: ``3-chienne.5-<eos>``, steps counted from 1.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import takewhile
from urllib.parse import unquote

from model.data.vocabulary import Vocabulary
from model.inference.edited_row import EditedRow
from model.inference.named_head import SEPARATOR, Head, name_heads
from model.inference.row_labels import number_repeated
from model.inference.translation import Translation
from model.transformer.config import MAX_LENGTH
from model.transformer.head_edits import replace_row, switch_head_off
from model.transformer.kind import Kind
from model.transformer.taps import Edit

_ESCAPED = (("%", "%25"), (SEPARATOR, "%2E"))  # tokens of own corpora may hold the separator
_TOKEN = re.compile(r"([0-9]{1,4})-(\S+)")
TokenNames = tuple[tuple[str, ...], tuple[str, ...]]  # of rows and of columns
_NO_NAMES: Mapping[Kind, TokenNames] = dict.fromkeys(Kind, ((), ()))


@dataclass(frozen=True, slots=True)
class Intervention:
    """The changes to one decoding; the default changes nothing.

    Attributes:
        off: heads switched off, in order, each once.
        is_uniform: True if they have uniform weights, False if they have none.
        rows: with other weights, in order, each once.
        forced: steps, counted from 0, and the vocabulary's token generated there whatever the model prefers; in order.
    """

    off: tuple[Head, ...] = ()
    is_uniform: bool = False
    rows: tuple[EditedRow, ...] = ()
    forced: tuple[tuple[int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.off or self.rows or self.forced)

    @property
    def edits(self) -> list[Edit]:
        """New edits that replace the rows and switch the heads off; they serve one call."""
        rows = [
            replace_row(each.head.kind, each.head.layer, each.head.head, each.row, each.weights)
            for each in self.rows
            if each.head not in self.off
        ]
        off = [switch_head_off(each.kind, each.layer, each.head, is_uniform=self.is_uniform) for each in self.off]
        return [*rows, *off]

    def list_changes(self) -> list["Intervention"]:
        """Return its changes one by one; a row with the same weights in several heads of a layer is one change."""
        rows: dict[tuple[object, ...], list[EditedRow]] = {}
        for each in self.rows:
            rows.setdefault((each.head.kind, each.head.layer, each.row, each.weights), []).append(each)
        return [
            *(Intervention((each,), self.is_uniform) for each in self.off),
            *(Intervention(rows=tuple(each)) for each in rows.values()),
            *(Intervention(forced=(each,)) for each in self.forced),
        ]

    def without(self, change: "Intervention") -> "Intervention":
        """Return it without one of its changes."""
        return replace(
            self,
            off=tuple(each for each in self.off if each not in change.off),
            rows=tuple(each for each in self.rows if each not in change.rows),
            forced=tuple(each for each in self.forced if each not in change.forced),
        )

    def find_idle(self, translation: Translation) -> "Intervention":
        """Return the rows and forced tokens that did nothing to a translation made with them.

        The translation never reached them, or the head of a row is off.
        """
        n_steps = len(translation.steps)
        return Intervention(
            rows=tuple(each for each in self.rows if each.head in self.off or not _is_reached(each, translation)),
            forced=tuple(each for each in self.forced if each[0] >= n_steps),
        )


UNCHANGED = Intervention()


def _is_reached(row: EditedRow, translation: Translation) -> bool:
    n_keys, n_rows = len(translation.keys(row.head.kind)), len(translation.queries(row.head.kind))
    return row.row < n_rows and any(key < n_keys for key, _ in row.weights)


def describe_changes(intervention: Intervention, translation: Translation | None = None) -> list[str]:
    """Return each change as a few words: heads, then rows, then forced tokens; numbers count from 1.

    Rows and columns that the translation has are named by their tokens, repeated ones with their positions.
    """
    names = _number_tokens(translation) if translation and intervention.rows else _NO_NAMES
    return [_describe(change, names) for change in intervention.list_changes()]


def _number_tokens(translation: Translation) -> Mapping[Kind, TokenNames]:
    """Return the names of rows and of columns of each kind of map."""
    return {
        kind: (number_repeated(translation.queries(kind)), number_repeated(translation.keys(kind))) for kind in Kind
    }


def _describe(change: Intervention, names: Mapping[Kind, TokenNames]) -> str:
    if change.off:
        return f"{name_heads(change.off)} {'uniform' if change.is_uniform else 'off'}"
    if change.forced:
        ((step, token),) = change.forced
        return f"step {step + 1}: {token}"
    row = change.rows[0]
    queries, keys = names[row.head.kind]
    name = f"{name_heads([each.head for each in change.rows])}, {_name_token('row', row.row, queries)}"
    columns = [_name_token("column", key, keys) for key, _ in row.weights]
    if len(columns) == 1:
        return f"{name} on {columns[0]}"
    weights = [f"{column} {percent}\u202f%" for column, (_, percent) in zip(columns, row.weights, strict=True)]
    return f"{name}: {', '.join(weights)}"


def _name_token(axis: str, place: int, names: Sequence[str]) -> str:
    return f"“{names[place]}”" if place < len(names) else f"{axis} {place + 1}"


def format_tokens(forced: Sequence[tuple[int, str]]) -> str:
    """Return forced tokens as the text of a link."""
    return SEPARATOR.join(f"{step + 1}-{_escape(token)}" for step, token in forced)


def parse_tokens(text: str, target: Vocabulary) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...]]:
    """Return the forced tokens that a link names and the vocabulary has, and the parts of the text without one.

    Of several tokens for one step the last counts.
    """
    forced, rejected = {}, []
    for part in filter(None, text.split(SEPARATOR)):
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
    return token in target or (token in target.specials and target.tokens.index(token) not in target.never_generated)


def find_changed_steps(plain: Sequence[str], changed: Sequence[str]) -> tuple[frozenset[int], frozenset[int]]:
    """Compare two translations token by token: as a difference of two texts, from their first different token on.

    Returns:
        The steps of ``plain`` that ``changed`` lacks, and the steps of ``changed`` that ``plain`` lacks, from 0.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(plain, changed, strict=False)))
    lost, new = set(range(same, len(plain))), set(range(same, len(changed)))
    for block in SequenceMatcher(None, plain[same:], changed[same:], autojunk=False).get_matching_blocks():
        lost.difference_update(range(same + block.a, same + block.a + block.size))
        new.difference_update(range(same + block.b, same + block.b + block.size))
    return frozenset(lost), frozenset(new)
