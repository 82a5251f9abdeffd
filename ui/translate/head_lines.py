"""The chosen head drawn as lines instead of a map."""

import numpy as np

from figures.attention_lines import attention_lines, smallest_visible
from figures.hover_texts import axis_titles, key_texts, query_texts
from model.corpus import Pair
from model.transformer.kind import Kind
from ui.widgets import chart, legends, link_keys, widget_keys
from ui.widgets.map_view import MapView
from ui.widgets.option_choice import choose_option

_MAP, _LINES = "map", "lines"
_DECODER_SHARES = (0.38, 0.22)  # of the width for labels of queries, which name two tokens, and of keys


def choose_lines() -> bool:
    """Draw the choice between map and lines; return True for lines."""
    return choose_option("Drawn as", (_MAP, _LINES), link_keys.DRAWN_AS, is_bare=True) == _LINES


def draw_lines(view: MapView, *, brightest: float, gold: Pair | None, height: int) -> None:
    """Draw the head of a view as lines.

    Args:
        view: the record, head and step.
        brightest: weight of the widest line.
        gold: alignment whose links up to this step are drawn as dotted lines.
        height: of the chart, in pixels.
    """
    kind, weights = view.choice.kind, view.weights
    keys, queries = view.labels
    tied = (kind, weights, *view.tokens, smallest_visible(brightest), view.verb)
    figure = attention_lines(
        weights,
        keys=keys,
        queries=queries,
        hover=(query_texts(*tied), key_texts(*tied)),
        current_row=view.current_row,
        gold=view.list_links(gold),
        brightest=brightest,
        label_shares=_DECODER_SHARES if kind is Kind.DECODER else (0.24, 0.24),
        height=height,
        axes=axis_titles(kind, view.verb),
        steps=([0 if kind is Kind.ENCODER else row + 1 for row in range(len(queries))], find_key_steps(view)),
    )
    chart.draw(figure, widget_keys.ATTENTION_CHART, view.describe("queries", "keys, tied by lines"), height=height)


def show_legend(brightest: float) -> None:
    """Show which weights the widths of the lines stand for."""
    legends.show_widths(smallest_visible(brightest), brightest)


def find_key_steps(view: MapView) -> list[int]:
    """Return for each key the step that a click chooses, counted from 1, 0 for none.

    A key of cross-attention chooses the step with the largest weight on it, later steps included; a key of the decoder
    the step that generated it; a key of the encoder none.
    """
    kind, n_keys = view.choice.kind, len(view.tokens[0])
    if kind is Kind.CROSS:
        weights = view.record.maps.head(kind, view.choice.layer, view.choice.head)
        return np.where(weights.any(axis=0), weights.argmax(axis=0) + 1, 0).tolist()
    return list(range(n_keys)) if kind is Kind.DECODER else [0] * n_keys
