"""The overview: all heads of one kind of attention as small maps, in a container of their size."""

from collections.abc import Callable, Collection

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from figures.overview import overview
from figures.tile_labels import TileLabels
from figures.tiles import tiles_height
from model.inference.attention_maps import Maps
from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind
from ui.widgets import chart, head_selector, widget_keys
from ui.widgets.head_selector import HeadChoice

_NARROWEST, _MARGIN = 48, 64  # pixels of a column, and of the margins of all


def place(config: AttentionSizes, kind: Kind, *, has_labels: bool = False) -> DeltaGenerator:
    """Return an empty place as high as the overview of a model, with or without labels below the maps.

    It is as wide as its column; on a narrow screen, many heads keep a width to be seen and touched, and it scrolls.
    """
    height = tiles_height(config.count_layers(kind), has_labels=has_labels)
    width = _MARGIN + _NARROWEST * (config.count_heads(kind) + 1)
    with st.container(key=widget_keys.HEADS, height=height, border=False):
        return st.container(key=widget_keys.HEAD_COLUMNS, width=width)


def draw(
    maps: Maps,
    choice: HeadChoice,
    alt: str,
    *,
    is_stretched: bool,
    labels: TileLabels | None = None,
    gold: Collection[tuple[int, int]] = (),
    off: Collection[tuple[int, int]] = (),
    height: int | None = None,
    on_click: Callable[[], None] = head_selector.select_clicked_head,
) -> None:
    """Draw the maps of all layers and heads, (L, H, Q, K), as tiles; by default a click on a tile chooses its head."""
    height = tiles_height(len(maps), has_labels=labels is not None) if height is None else height
    figure = overview(
        maps,
        layer=choice.layer,
        head=choice.head,
        labels=labels,
        gold=gold,
        off=off,
        height=height,
        is_stretched=is_stretched,
        version=chart.count_clicks(),
    )
    chart.draw(figure, widget_keys.HEADS_CHART, alt, on_click=on_click, height=height)
