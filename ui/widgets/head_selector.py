"""The choice of an attention head: kind, layer, head or the mean of heads."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from figures.overview import MEAN
from model.inference.named_head import Head
from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind
from ui.widgets import bounded_value, changing_default, chart, link_keys, session, unbound_parameters, widget_keys
from ui.widgets.option_choice import choose_option
from ui.widgets.whole_numbers import read_whole_number


@dataclass(frozen=True, slots=True)
class HeadChoice:
    """One attention map to show: kind, layer and head counted from 0, the head None for the mean of heads."""

    kind: Kind
    layer: int
    head: int | None

    @property
    def name(self) -> str:
        """The choice in words, layer and head counted from 1."""
        head = "the mean of heads" if self.head is None else f"head {self.head + 1}"
        return f"{head} of layer {self.layer + 1}"

    @property
    def title(self) -> str:
        """The choice in words with its kind: "cross attention, head 3 of layer 2"."""
        return f"{self.kind.value} attention, {self.name}"

    def list_heads(self, config: AttentionSizes) -> list[Head]:
        """Return the head, or every head of the layer for the mean of heads."""
        numbers = range(config.count_heads(self.kind)) if self.head is None else (self.head,)
        return [Head(self.kind, self.layer, number) for number in numbers]


def choose_head(config: AttentionSizes, default: HeadChoice | None = None) -> HeadChoice:
    """Draw kind, layer, head and the switch for the mean of heads.

    Args:
        config: of the model.
        default: shown until a visitor chooses; by default the mean of heads of the last layer's cross-attention, from
            which alignment is scored.
    """
    with st.container(key=widget_keys.HEAD_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = choose_kind()
        return HeadChoice(kind, *choose_layer_and_head(config, kind, default))


def choose_kind(kinds: Sequence[Kind] = tuple(Kind)) -> Kind:
    """Draw the choice among kinds of attention; cross-attention is the default, or the first where it is missing."""
    names = [kind.value for kind in kinds]
    default = Kind.CROSS if Kind.CROSS in kinds else kinds[0]
    kind = Kind(choose_option("Attention", names, link_keys.KIND, default.value))
    unbound_parameters.take_change(link_keys.KIND)
    unbound_parameters.note(link_keys.KIND, "" if kind is default else kind.value)
    return kind


def find_kind() -> Kind:
    """Return the kind that ``choose_kind`` was or will be drawn with; cross-attention by default.

    After the browser's Back that is the kind of the URL, which the widget takes over once it is drawn.
    """
    drawn = None if unbound_parameters.is_changed(link_keys.KIND) else session.get(link_keys.KIND)
    name = drawn or st.query_params.get(link_keys.KIND)
    return Kind(name) if name in set(Kind) else Kind.CROSS


def choose_decoder_head(config: AttentionSizes) -> HeadChoice:
    """Draw layer and head of a decoder-only model."""
    with st.container(key=widget_keys.HEAD_CHOICE, horizontal=True, vertical_alignment="bottom", gap="medium"):
        return HeadChoice(Kind.DECODER, *choose_layer_and_head(config, Kind.DECODER))


def choose_layer_and_head(
    config: AttentionSizes, kind: Kind, default: HeadChoice | None = None
) -> tuple[int, int | None]:
    """Draw layer and head; return both counted from 0, the head None for the mean of heads.

    The default is the mean of heads of the last layer.
    """
    default = default or HeadChoice(kind, config.count_layers(kind) - 1, None)
    named, n_heads = st.query_params.get(link_keys.HEAD, ""), config.count_heads(kind)
    is_named = read_whole_number(named.removesuffix(".0")) in range(1, n_heads + 1)  # the slider reads 2.0 too
    changing_default.follow(link_keys.MEAN, default.head is None, is_chosen=is_named)
    has_mean = link_keys.MEAN in st.query_params or session.has(link_keys.MEAN)
    if is_named and not has_mean:  # a link to a head means that head
        session.put(link_keys.MEAN, False)
        st.query_params[link_keys.MEAN] = "false"
    layer = _slider("Layer", config.count_layers(kind), link_keys.LAYER, default.layer + 1)
    # The switch is drawn before the slider that it disables; the style sheet puts it behind.
    is_mean = st.toggle("Mean of heads", default.head is None, key=link_keys.MEAN, bind="query-params")
    head = _slider("Head", n_heads, link_keys.HEAD, (default.head or 0) + 1, is_off=is_mean)
    return layer - 1, None if is_mean else head - 1


def _slider(label: str, n: int, key: str, default: int, *, is_off: bool = False) -> int:
    default = min(default, n)
    changing_default.follow(key, default)
    bounded_value.clamp(key, 1, n)
    if n == 1:  # a slider needs two ends, and the URL may name the second, which another run has
        return int(st.slider(label, 1, 2, 1, key=key, disabled=True, width=130))
    value: int = st.slider(label, 1, n, default, key=key, bind="query-params", disabled=is_off, width=130)
    return value


def select_clicked_head() -> None:
    """Choose the layer and head whose tile of the overview was clicked."""
    tile = chart.read_click(widget_keys.HEADS_CHART, int, int)
    if tile is not None:
        layer, head = tile
        session.put(link_keys.LAYER, layer + 1)
        session.put(link_keys.MEAN, head == MEAN)
        if head != MEAN:
            session.put(link_keys.HEAD, head + 1)
