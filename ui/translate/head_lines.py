"""The chosen head, or all heads of its layer, drawn as lines instead of a map."""

from figures.attention_lines import LABEL_SHARES, attention_lines
from figures.hover_texts import axis_titles, key_texts, query_texts, texts_by_head
from figures.weight_lines import smallest_visible
from model.corpus import Pair
from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.translate import source_token
from ui.widgets import chart
from ui.widgets.map_view import MapView

_DECODER_SHARES = (0.375, 0.255)  # of the width for labels of queries, which name two tokens, and of keys


def draw_lines(
    view: MapView, key: str, *, is_by_head: bool, brightest: float, height: int, gold: Pair | None = None
) -> None:
    """Draw the head of a view as lines.

    Args:
        view: the record, head and step.
        key: of the chart.
        is_by_head: True for all heads of its layer, in their colours; the chosen one stands out.
        brightest: weight of the widest line.
        gold: alignment whose links up to this step are drawn as dotted lines.
        height: of the chart, in pixels.
    """
    kind, weights = view.choice.kind, view.weights
    keys, queries = view.labels
    if is_by_head:
        hover = texts_by_head(kind, view.heads, *view.tokens, view.verb)
        alt = view.describe("queries", "keys, tied by lines in a colour for each head", is_by_head=True)
    else:
        tied = (kind, weights, *view.tokens, smallest_visible(brightest), view.verb)
        hover = query_texts(*tied), key_texts(*tied)
        alt = view.describe("queries", "keys, tied by lines")
    figure = attention_lines(
        weights,
        keys=keys,
        queries=queries,
        hover=hover,
        heads=view.heads if is_by_head else None,
        chosen_head=view.choice.head,
        current_row=view.current_row,
        gold=view.list_links(gold),
        brightest=brightest,
        label_shares=_DECODER_SHARES if kind is Kind.DECODER else LABEL_SHARES,
        height=height,
        axes=axis_titles(kind, view.verb),
        steps=(list(range(1, len(queries) + 1)), find_key_steps(view)),
    )
    chart.draw(figure, key, alt, height=height)


def find_key_steps(view: MapView) -> list[int]:
    """Return for each key the step, or row, that a click chooses, counted from 1, 0 for none.

    A key of cross-attention chooses the step of the word with the largest weight on it, later steps included; a key of
    the decoder the step that generated it; a key of the encoder its own row.
    """
    kind, n_keys = view.choice.kind, len(view.tokens[0])
    if isinstance(view.record, Translation) and kind is Kind.CROSS:
        return source_token.find_looking_steps(view.record, view.choice.layer, view.choice.head)
    first = 0 if kind is Kind.DECODER else 1
    return list(range(first, first + n_keys))
