"""Interventions in one decoding: heads that are switched off, rows with other weights, and tokens that are forced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from model.inference.edited_row import EditedRow
from model.inference.named_head import Head, name_heads
from model.inference.row_labels import number_repeated
from model.inference.translation import Translation
from model.transformer.head_edits import replace_row, switch_head_off
from model.transformer.kind import Kind
from model.transformer.taps import Edit

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


def describe_changes(intervention: Intervention, translation: Translation | None) -> list[str]:
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
