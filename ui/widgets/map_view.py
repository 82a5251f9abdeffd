"""Attention maps on the page: one head as a large map, and all heads of its kind as an overview."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from figures.heatmap import HEIGHT, fit_label_width, heatmap, is_long, max_weight
from figures.hover_texts import axis_titles, weight_texts
from figures.tile_labels import TileLabels
from model.corpus import Pair
from model.inference.attention_maps import Maps
from model.inference.generated_text import GeneratedText
from model.inference.row_labels import label_steps
from model.inference.sentence_scoring import ScoredSentence
from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.widgets import chart, head_selector, heads_overview, map_zoom, widget_keys
from ui.widgets.head_selector import HeadChoice
from ui.widgets.number_format import format_whole_percent
from ui.widgets.shortened import shorten
from ui.widgets.token_chips import LATER

_WHOLE = 0.999  # least sum of the weights of a row, unless heads are switched off
_LONGEST_NOTE = 200  # characters; an opened record may have any number of changes
_ENCODER_SUMMARY = "The encoder reads the whole sentence before the first step: its maps are the same at every step."


@dataclass(frozen=True)
class MapView:
    """The maps of one record at one step.

    Attributes:
        record: the maps and their tokens.
        choice: kind, layer and head shown.
        n_rows: number of decoder or cross-attention rows generated so far, the last of which is framed; None for all
            rows and no frame. Encoder maps are the same at every step.
        is_cut: True to cut off later rows and columns, False to leave them blank.
        verb: what the model does at a row; "" for "reading" (encoder) or "generating".
        changes: of the model for this record, in words; pictures of it tell them.
        has_zoom: True to let a drag zoom into a long map; the page has to keep fingers scrolling (``step_clicks``).
    """

    record: Translation | GeneratedText | ScoredSentence
    choice: HeadChoice
    n_rows: int | None = None
    is_cut: bool = False
    verb: str = ""
    changes: tuple[str, ...] = ()
    has_zoom: bool = False

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
        """The labels of columns and rows: decoder rows name the token fed in too, later tokens are dots."""
        kind, n = self.choice.kind, self.n_rows
        keys, queries = self.tokens
        if kind is Kind.DECODER:
            queries = label_steps(keys, queries)
            keys = _hide_later(keys, n)
        return keys, queries if kind is Kind.ENCODER else _hide_later(queries, n)

    @cached_property
    def summary(self) -> str:
        """The framed row as a sentence: the key with the largest weight, and that weight."""
        kind = self.choice.kind
        if kind is Kind.ENCODER:
            return _ENCODER_SUMMARY
        keys, queries = self.tokens
        row = (self.n_rows or len(queries)) - 1
        weights = self.weights[row]
        best = int(np.nanargmax(weights))
        if not weights[best]:
            return f"{self.choice.name.capitalize()} is switched off."
        verb = (self.verb or "generating").capitalize()
        share = format_whole_percent(weights[best])
        is_short = self.choice.head is None and np.nansum(weights) < _WHOLE
        note = " Heads that are switched off count as zero." if is_short else ""
        return f"{verb} “{queries[row]}”, {self.choice.name} looks {share} at “{keys[best]}”.{note}"

    @property
    def current_row(self) -> int | None:
        """The row of the step; None without one, and for the encoder."""
        return None if self.n_rows is None or self.choice.kind is Kind.ENCODER else self.n_rows - 1

    @property
    def is_zoomable(self) -> bool:
        """True if a drag zooms into the map."""
        return self.has_zoom and is_long(*self.weights.shape)

    def describe(self, queries: str, keys: str, *, is_by_head: bool = False) -> str:
        """Return kind, head, numbers of queries and of keys, with their names, and the summary, for screen readers."""
        n_keys, n_queries = map(len, self.tokens)
        sizes = f"{n_queries} {queries}, {n_keys} {keys}"
        name = f"all heads of layer {self.choice.layer + 1}" if is_by_head else self.choice.name
        return f"{self.choice.kind.value} attention, {name}{self._note}: {sizes}. {self.summary}"

    def brightest(self, *, is_stretched: bool, is_by_head: bool = False) -> float:
        """Return the weight of the brightest colour: 1, or when stretched the largest weight shown."""
        return max_weight(self.heads if is_by_head else self.weights) if is_stretched else 1.0

    def draw(
        self,
        key: str = widget_keys.ATTENTION_CHART,
        alt: str = "",
        *,
        brightest: float = 1.0,
        has_numbers: bool = False,
        gold: Pair | None = None,
        height: int = HEIGHT,
        label_widths: tuple[int, int] = (180, 100),
    ) -> None:
        """Draw the chosen head.

        Args:
            key: of the chart.
            alt: text for screen readers; "" for the kind, the head, the sizes and the summary.
            brightest: weight of the brightest colour.
            has_numbers: True to write the weights into the cells, in percent.
            gold: alignment whose links up to this step are marked by dots.
            height: of the chart, in pixels.
            label_widths: the most pixels for the labels of decoder rows, and the pixels for those of other rows.
        """
        kind, weights = self.choice.kind, self.weights
        keys, queries = self.labels
        figure = heatmap(
            weights,
            keys=keys,
            queries=queries,
            hover=weight_texts(kind, weights, *self.tokens, self.verb),
            current_row=self.current_row,
            gold=self.list_links(gold),
            brightest=brightest,
            label_width=self.fit_labels(label_widths),
            height=height,
            axes=axis_titles(kind, self.verb),
            has_numbers=has_numbers,
            is_zoomable=self.has_zoom,
            window=map_zoom.find_window((kind, *self.tokens[0], *self.tokens[1])) if self.is_zoomable else None,
        )
        chart.draw(figure, key, alt or self.describe("rows of queries", "columns of keys"), height=height)

    def fit_labels(self, label_widths: tuple[int, int]) -> int:
        """Return the pixels for row labels, the same at every step; ``label_widths`` as in ``draw``."""
        kind, (most, others) = self.choice.kind, label_widths
        if kind is not Kind.DECODER:
            return others
        return fit_label_width(label_steps(self.record.keys(kind), self.record.queries(kind)), others, most)

    def draw_overview(
        self,
        *,
        is_stretched: bool,
        labels: TileLabels | None = None,
        gold: Pair | None = None,
        off: Collection[tuple[int, int]] = (),
        height: int | None = None,
        on_click: Callable[[], None] = head_selector.select_clicked_head,
    ) -> None:
        """Draw every layer and head of the chosen kind; by default a click on a tile chooses its head.

        Args:
            is_stretched: True if the brightest colour of each tile stands for its largest weight.
            labels: below the tiles; None for none.
            gold: alignment whose links up to this step are marked by dots.
            off: layer and head of the heads that are switched off.
            height: of the chart, in pixels; as high as its tiles need by default.
            on_click: called after a click, which it reads from the chart ``HEADS_CHART``.
        """
        maps = self._until_now(self.record.maps[self.choice.kind])
        alt = f"All heads of {self.choice.kind.value} attention, {self.choice.name} framed{self._note}."
        links = self.list_links(gold)
        heads_overview.draw(
            maps, self.choice, alt, is_stretched=is_stretched, labels=labels, gold=links, off=off, height=height,
            on_click=on_click,
        )  # fmt: skip

    @property
    def _note(self) -> str:
        """The changes in brackets, without the characters that end the title of a picture."""
        note = " · ".join(self.changes).replace(":", "")
        return f" ({shorten(note, _LONGEST_NOTE)})" if note else ""

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
    return tokens if n_shown is None else (*tokens[:n_shown], *(LATER for _ in tokens[n_shown:]))
