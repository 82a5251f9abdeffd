"""The big map with its controls: the head above it; a caption, colour scale, switches and a link below it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from figures.heatmap import HEIGHT, heatmap_height
from model.corpus import Pair
from model.data.sentence import Sentence
from model.inference.intervention import Intervention
from model.inference.translation import Translation
from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.translate import attention_link, head_lines, row_editing, source_token, switchboard, translate_page_keys
from ui.translate.drawing_choice import DrawnAs, choose_drawing
from ui.translate.map_caption import show_caption
from ui.translate.scored_overview import draw_scored_overview, place_scored_overview
from ui.widgets import head_selector, legends, link_keys, sentence_box, texts, widget_keys
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_remark
from ui.widgets.map_view import MapView

_STRETCHED = "In each map, or in a pair of compared maps, the brightest colour stands for the largest weight"
_WIDENED = "The widest line, and in each small map the brightest colour, stands for the largest weight"


@dataclass(frozen=True, slots=True)
class AttentionPanel:
    """The chosen options, and the places that are filled once the step is known.

    Attributes:
        choice: the head.
        drawn_as: how the head, or its layer, is drawn.
        has_percentages: True to write the weights into the cells of the map.
        is_stretched: True if the brightest colour, or the widest line, stands for the largest weight shown.
        gold: the alignment to mark in the map, None for none.
        off: layer and head of the heads of this kind that are switched off.
        map: place of the big map.
        caption: place of the line below it.
        legend: place of the scale of colours or widths.
        row: place of the control that edits a row; None if weights cannot be edited, as those of an opened record.
        link: place of the link to the Attention page.
    """

    choice: HeadChoice
    drawn_as: DrawnAs
    has_percentages: bool
    is_stretched: bool
    gold: Pair | None
    off: tuple[tuple[int, int], ...]
    map: DeltaGenerator
    caption: DeltaGenerator
    legend: DeltaGenerator
    row: DeltaGenerator | None
    link: DeltaGenerator

    def view(self, record: Translation, step: int, changes: tuple[str, ...]) -> MapView:
        """Return the maps of a record at a step, with its changes in words."""
        token = source_token.find_source_token()
        return MapView(record, self.choice, step, token=token, notes=changes, has_zoom=True)

    def draw(self, translation: Translation, config: AttentionSizes, view: MapView) -> None:
        """Fill the places of the map, of the caption and scale below it, and of the row's control."""
        source_token.remember_looking_steps(translation, self.choice)
        brightest, height = self.find_brightest(view), _map_height(translation, self.choice.kind)
        with self.map:
            self.draw_figure(view, widget_keys.ATTENTION_CHART, brightest=brightest, height=height, gold=self.gold)
        self._draw_options(config, view, brightest)

    def find_brightest(self, view: MapView) -> float:
        """Return the weight of the brightest colour, or of the widest line."""
        return view.brightest(is_stretched=self.is_stretched, is_by_head=self.drawn_as is DrawnAs.LINES_BY_HEAD)

    def draw_figure(self, view: MapView, key: str, *, brightest: float, height: int, gold: Pair | None = None) -> None:
        """Draw the map, or the lines; ``key`` is that of the chart, and the height is in pixels."""
        if self.drawn_as is DrawnAs.MAP:
            view.draw(key, brightest=brightest, height=height, gold=gold, has_numbers=self.has_percentages)
        else:
            is_by_head = self.drawn_as is DrawnAs.LINES_BY_HEAD
            head_lines.draw_lines(view, key, brightest=brightest, height=height, gold=gold, is_by_head=is_by_head)

    def show_scale(self, brightest: float) -> None:
        """Show the scale of colours, or of widths."""
        (legends.show_weights if self.drawn_as is DrawnAs.MAP else legends.show_widths)(brightest)

    def ask_for_sentence(self, run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence) -> None:
        """Ask for a sentence in the place of the map; offer examples where the model knows the toy words.

        While a first word is being typed the places stay empty, and nothing moves.
        """
        with self.caption:
            show_remark("\u00a0")  # keeps its room
        if sentence.unfinished:
            with self.legend:
                self.show_scale(1.0)
            self.place_overview(run, snapshot.translator.model.config)
            return
        is_subword = snapshot.translator.source.is_subword
        with self.map:
            if sentence.end_mark:
                show_remark("Punctuation alone is not read.")
            texts.show_section("empty", "Subwords" if is_subword else "Words")
            if not is_subword:
                sentence_box.offer_examples()

    def place_overview(self, run: ShownRun, config: AttentionSizes) -> DeltaGenerator:
        """Return the place of all heads of the kind chosen."""
        return place_scored_overview(run, config, self.choice.kind)

    def draw_overview(
        self,
        place: DeltaGenerator,
        run: ShownRun,
        snapshot: ShownSnapshot,
        view: MapView,
        on_click: Callable[[], None],
    ) -> None:
        """Draw all heads of the kind chosen, into their place."""
        with place:
            draw_scored_overview(
                run, snapshot, view, is_stretched=self.is_stretched, gold=self.gold, off=self.off, on_click=on_click
            )

    def draw_link(self, run: ShownRun, snapshot: ShownSnapshot, sentence: Sentence, view: MapView) -> None:
        """Fill the place of the link to the Attention page."""
        with self.link:
            attention_link.show_attention_link(run, snapshot, sentence, self.choice, (view.current_row or 0) + 1)

    def _draw_options(self, config: AttentionSizes, view: MapView, brightest: float) -> None:
        """Fill the places of the caption, of the scale and of the row's control."""
        with self.caption:
            show_caption(view, self.drawn_as, self.off)
        with self.legend:
            self.show_scale(brightest)
        if self.row is not None:
            with self.row:
                row_editing.show_row_editing(config, view)


def choose_attention(
    config: AttentionSizes,
    translation: Translation | None,
    gold: Pair | None,
    intervention: Intervention,
    actions: DeltaGenerator | None = None,
) -> AttentionPanel:
    """Draw the controls around an empty place for the map.

    Args:
        config: of the model.
        translation: decides the height of the map; None for the empty page.
        gold: gold alignment of the translation, None where it is unknown.
        intervention: the heads switched off.
        actions: place of the controls that change the model; None to leave them out.
    """
    choice = head_selector.choose_head(config)
    height = _map_height(translation, choice.kind)
    map_place = st.container(key=widget_keys.ATTENTION, height=height, border=False)
    with st.container(key=translate_page_keys.MAP_LINE, horizontal=True, vertical_alignment="center"):
        caption = st.container(key=translate_page_keys.MAP_CAPTION)
        drawn_as = choose_drawing()
    gold = gold if choice.kind is Kind.CROSS else None
    with st.container(key=widget_keys.MAP_OPTIONS, horizontal=True, vertical_alignment="center", gap="small"):
        legend = st.container(width="content")
        has_percentages = legends.choose_percentages(is_off=drawn_as is not DrawnAs.MAP)
        is_stretched = legends.choose_stretch(_STRETCHED if drawn_as is DrawnAs.MAP else _WIDENED)
        is_gold_shown = st.toggle(
            "Gold alignment", key=link_keys.GOLD, bind="query-params", disabled=gold is None,
            help="White dots mark the source words that each generated word comes from, by the grammar or the corpus:"
            " those it translates and, for *ne* or *que*, those that call for it. Only in cross-attention, for"
            " sentences of the corpus that the model translates correctly.",
        )  # fmt: skip
        link = st.container(width="content")
    row = None
    if actions is not None:
        with actions:
            row = st.container(width="content")
            switchboard.show_switch(config, choice, intervention)
    gold = gold if is_gold_shown else None
    off = tuple((each.layer, each.head) for each in intervention.off if each.kind is choice.kind)
    return AttentionPanel(
        choice, drawn_as, has_percentages, is_stretched, gold, off, map_place, caption, legend, row, link
    )


def _map_height(translation: Translation | None, kind: Kind) -> int:
    """Return the height of the big map in pixels, the same at every step."""
    return heatmap_height(len(translation.queries(kind)), len(translation.keys(kind))) if translation else HEIGHT
