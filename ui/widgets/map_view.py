"""Attention maps on the page: one head as a large map, and all heads of its kind as an overview."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from figures.heatmap import HEIGHT, fit_label_width, heatmap, is_long
from figures.hover_texts import axis_titles, weight_texts
from figures.layout import find_color_limit
from figures.tile_labels import TileLabels
from model.corpus import Pair
from model.inference.row_labels import label_steps
from model.transformer.kind import Kind
from ui.widgets import chart, head_selector, heads_overview, map_zoom, widget_keys
from ui.widgets.abbreviation import shorten
from ui.widgets.shown_maps import ShownMaps

_LONGEST_NOTE = 200  # characters; an opened record may have any number of changes


@dataclass(frozen=True)
class MapView(ShownMaps):
    """Shown maps as figures.

    Attributes:
        notes: on the record, in words, such as changes of the model; pictures of it tell them.
        has_zoom: True to let a drag zoom into a long map; the page has to keep fingers scrolling (``step_clicks``).
    """

    notes: tuple[str, ...] = ()
    has_zoom: bool = False

    @property
    def is_zoomable(self) -> bool:
        """True if a drag zooms into the map."""
        return self.has_zoom and is_long(*self.weights.shape)

    def describe(self, queries: str, keys: str, *, is_by_head: bool = False) -> str:
        """Return kind, head, numbers of queries and of keys, with their names, and the summary, for screen readers."""
        n_keys, n_queries = map(len, self.tokens)
        sizes = f"{n_queries} {queries}, {n_keys} {keys}"
        kind, layer = self.choice.kind.value, self.choice.layer + 1
        title = f"{kind} attention, all heads of layer {layer}" if is_by_head else self.choice.title
        return f"{title}{self._note}: {sizes}. {self.summary}"

    def brightest(self, *, is_stretched: bool, is_by_head: bool = False) -> float:
        """Return the weight of the brightest colour: 1, or when stretched the largest weight shown."""
        return find_color_limit(self.heads if is_by_head else self.weights) if is_stretched else 1.0

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
        """The notes in brackets, without the characters that end the title of a picture."""
        note = re.sub(r"[:;.](?=\s|$)", "", " · ".join(self.notes))
        return f" ({shorten(note, _LONGEST_NOTE)})" if note else ""
