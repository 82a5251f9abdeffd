"""The attention maps of one record at one step: weights, tokens, and the row of the step in words."""

from dataclasses import dataclass
from functools import cached_property
from html import unescape

import numpy as np

from figures.hover_texts import find_verb
from figures.share_text import format_share
from model.corpus import Pair
from model.inference.attention_maps import Maps
from model.inference.generated_text import GeneratedText
from model.inference.row_labels import label_steps
from model.inference.sentence_scoring import ScoredSentence
from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.widgets.abbreviation import shorten
from ui.widgets.head_selector import HeadChoice

_LONGEST_WORD = 16  # characters; the summary stays on its two lines
_WHOLE = 0.999  # least sum of the weights of a row, unless heads are switched off
_ENCODER_SUMMARY = "The encoder reads the whole sentence before the first step: its maps are the same at every step."


@dataclass(frozen=True)
class ShownMaps:
    """The maps of one record at one step.

    Attributes:
        record: the maps and their tokens.
        choice: kind, layer and head shown.
        n_rows: number of decoder or cross-attention rows generated so far, the last of which is framed; None for all
            rows and no frame. Encoder maps are the same at every step.
        is_cut: True to cut off later rows and columns, False to leave them blank.
        verb: what the model does at a row; "" for "reading" (encoder) or "generating".
        token: row of encoder maps that is framed, counted from 1; None for none.
    """

    record: Translation | GeneratedText | ScoredSentence
    choice: HeadChoice
    n_rows: int | None = None
    is_cut: bool = False
    verb: str = ""
    token: int | None = None

    @cached_property
    def weights(self) -> Maps:
        """The weights of the chosen head, (Q, K); rows of later steps are NaN or cut off."""
        return self._until_now(self.record.maps.head(self.choice.kind, self.choice.layer, self.choice.head))

    @cached_property
    def heads(self) -> Maps:
        """The weights of all heads of the chosen layer, (H, Q, K), blank or cut off as ``weights``."""
        return self._until_now(self.record.maps[self.choice.kind][self.choice.layer])

    @cached_property
    def tokens(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens of columns and rows, those of later steps included unless they are cut off."""
        n = self.n_rows if self.is_cut else None
        return self.record.keys(self.choice.kind)[:n], self.record.queries(self.choice.kind)[:n]

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels of columns and rows: decoder rows name the token fed in too, later tokens have none."""
        kind, n = self.choice.kind, self.n_rows
        keys, queries = self.tokens
        if kind is Kind.DECODER:
            queries = label_steps(keys, queries)
            keys = _hide_later(keys, n)
        return keys, queries if kind is Kind.ENCODER else _hide_later(queries, n)

    @cached_property
    def summary(self) -> str:
        """The framed row as a sentence: the key with the largest weight, and that weight."""
        kind, row = self.choice.kind, self.current_row
        if row is None and kind is Kind.ENCODER:
            return _ENCODER_SUMMARY
        keys, queries = self.tokens
        row = len(queries) - 1 if row is None else row
        weights = self.weights[row]
        best = int(np.nanargmax(weights))
        if not weights[best]:
            head = f"{self.choice.name.capitalize()} is"
            heads = f"All heads of layer {self.choice.layer + 1} are"
            return f"{heads if self.choice.head is None else head} switched off."
        verb = find_verb(kind, self.verb).capitalize()
        share = unescape(format_share(weights[best]))
        is_short = self.choice.head is None and np.nansum(weights) < _WHOLE
        note = " Heads that are switched off count as zero." if is_short else ""
        query, key = (shorten(token, _LONGEST_WORD) for token in (queries[row], keys[best]))
        return f"{verb} “{query}”, {self.choice.name} looks {share} at “{key}”.{note}"

    @property
    def current_row(self) -> int | None:
        """The row of the step, or of the token for the encoder; None without one."""
        if self.choice.kind is Kind.ENCODER:
            return self.token - 1 if self.token and self.token <= len(self.tokens[1]) else None
        return None if self.n_rows is None else self.n_rows - 1

    def list_links(self, gold: Pair | None) -> list[tuple[int, int]]:
        """Return the cells of the rows shown that the gold alignment links."""
        n_rows = len(self.tokens[1]) if self.n_rows is None else self.n_rows
        return [(target, source) for source, target in gold.alignment if target < n_rows] if gold else []

    def _until_now(self, maps: Maps) -> Maps:
        """Blank or cut off the rows of later steps in maps (..., Q, K)."""
        n = self.n_rows
        if n is None or self.choice.kind is Kind.ENCODER:
            return maps
        if self.is_cut:
            return maps[..., :n, :n]
        blanked = maps.copy()
        blanked[..., n:, :] = np.nan
        return blanked


def _hide_later(tokens: tuple[str, ...], n_shown: int | None) -> tuple[str, ...]:
    return tokens if n_shown is None else (*tokens[:n_shown], *("" for _ in tokens[n_shown:]))
