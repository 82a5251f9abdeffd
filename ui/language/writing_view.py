"""One writing of the language model, placed on the page: its words, the next one's candidates, its maps."""

import numpy as np

from figures.heatmap import heatmap, height_of, largest
from figures.overview import height as height_of_all
from figures.overview import overview
from figures.wording import axes, hover_texts
from model.data.vocabulary import BOS
from model.inference.generated_text import Writing
from model.inference.translation import arrows
from model.transformer.kind import Kind
from ui.widgets import chart, head_selector, session, widget_keys
from ui.widgets.head_selector import HeadChoice

_DOING = "predicting"


def big_map(writing: Writing, choice: HeadChoice, step: int, *, is_stretched: bool) -> float:
    """Draw the chosen head when a step, counted from 1, is written: every row predicts the word at its arrow's end.

    Returns:
        The weight that the brightest colour stands for.
    """
    n_rows = len(writing.given) + step
    weights = writing.maps.head(Kind.DECODER, choice.layer, choice.head)[:n_rows, :n_rows]
    following = writing.following[:n_rows]
    fed = (BOS, *following[:-1])
    brightest = largest(weights) if is_stretched else 1.0
    height = map_height(writing)
    figure = heatmap(
        weights,
        keys=fed,
        queries=arrows(fed, following),
        hover=hover_texts(Kind.DECODER, weights, fed, following, _DOING),
        current_row=n_rows - 1,
        brightest=brightest,
        label_width=160,
        height=height,
        axes=axes(Kind.DECODER, _DOING),
    )
    alt = f"Causal attention, {choice.name}: {n_rows} words, none looks ahead. {summary(writing, choice, step)}"
    chart.draw(figure, "attention_chart", alt, height=height)
    return brightest


def map_height(writing: Writing) -> int:
    """Pixels of the big map, the same at every step."""
    return height_of(len(writing.following))


def all_heads(writing: Writing, choice: HeadChoice, step: int, *, is_stretched: bool) -> None:
    """Draw every layer and head; a click chooses one."""
    n_rows = len(writing.given) + step
    figure = overview(
        writing.maps[Kind.DECODER][..., :n_rows, :n_rows],
        layer=choice.layer, head=choice.head, is_stretched=is_stretched, version=session.get(widget_keys.CLICKS, 0),
    )  # fmt: skip
    alt = f"All heads, {choice.name} framed."
    n_layers = writing.maps[Kind.DECODER].shape[0]
    chart.draw(figure, widget_keys.HEADS_CHART, alt, on_click=head_selector.choose_tile, height=height_of_all(n_layers))


def summary(writing: Writing, choice: HeadChoice, step: int) -> str:
    """The framed row in words: where the model looks most while it predicts this step's word."""
    at = len(writing.given) + step - 1
    row = writing.maps.head(Kind.DECODER, choice.layer, choice.head)[at]
    best = int(np.nanargmax(row))
    fed = (BOS, *writing.following)
    return f"Predicting {fed[at + 1]}, {choice.name} looks {100 * row[best]:.0f}\u202f% at {fed[best]}."
