"""The pictures of a translation, placed on the page with their words."""

import time

import numpy as np

from figures.heatmap import heatmap, height_of, largest
from figures.overview import height as height_of_all
from figures.overview import overview
from figures.wording import axes, hover_texts
from model.corpus import Pair
from model.inference.attention_maps import Maps
from model.inference.translation import Translation, arrows
from model.transformer.kind import Kind
from ui.widgets import chart, head_selector, session, widget_keys
from ui.widgets.head_selector import HeadChoice

FIRST_THINGS_FIRST = 0.04  # seconds in which the big map reaches the screen, before the overview is sent
_LATER = "·"  # stands for a token that is not generated yet


def big_map(translation: Translation, choice: HeadChoice, step: int, *, is_stretched: bool, gold: Pair | None) -> float:
    """Draw the chosen head as it stands after a step, counted from 1.

    Returns:
        The weight that the brightest colour stands for.
    """
    kind = choice.kind
    weights = _until(step, kind, translation.maps.head(kind, choice.layer, choice.head))
    keys, queries = labels(translation, kind, step)
    brightest = largest(weights) if is_stretched else 1.0
    height = map_height(translation)
    figure = heatmap(
        weights,
        keys=keys,
        queries=queries,
        hover=hover_texts(kind, weights, translation.keys(kind), translation.queries(kind)),
        current_row=None if kind is Kind.ENCODER else step - 1,
        gold=[(target, source) for source, target in gold.alignment if target < step] if gold else (),
        brightest=brightest,
        label_width=160 if kind is Kind.DECODER else 100,
        height=height,
        axes=axes(kind),
    )
    alt = (
        f"{kind.value} attention, {choice.name}: {len(queries)} rows of queries, {len(keys)} columns of keys."
        f" {summary(translation, choice, step)}"
    )
    chart.draw(figure, "attention_chart", alt, height=height)
    return brightest


def map_height(translation: Translation | None) -> int:
    """Pixels of the big map, the same for every kind of attention and at every step."""
    return height_of(max(len(translation.source), len(translation.target)) if translation else 0)


def all_heads(translation: Translation, choice: HeadChoice, step: int, *, is_stretched: bool) -> None:
    """Draw every layer and head of the chosen kind, a moment after the big map; a click chooses one."""
    time.sleep(FIRST_THINGS_FIRST)
    maps = _until(step, choice.kind, translation.maps[choice.kind])
    figure = overview(
        maps,
        layer=choice.layer,
        head=choice.head,
        is_stretched=is_stretched,
        version=session.get(widget_keys.CLICKS, 0),
    )
    alt = f"All heads of {choice.kind.value} attention, {choice.name} framed."
    chart.draw(
        figure, widget_keys.HEADS_CHART, alt, on_click=head_selector.choose_tile, height=height_of_all(len(maps))
    )


def summary(translation: Translation, choice: HeadChoice, step: int) -> str:
    """The chosen row in words: where the model looks most while it generates this step's token."""
    kind = choice.kind
    if kind is Kind.ENCODER:
        return "The encoder reads the whole sentence before the first step: its maps are the same at every step."
    row = translation.maps.head(kind, choice.layer, choice.head)[step - 1]
    best = int(np.nanargmax(row))
    return (
        f"Generating {translation.target[step - 1]}, {choice.name} looks {100 * row[best]:.0f}\u202f%"
        f" at {translation.keys(kind)[best]}."
    )


def _until(step: int, kind: Kind, weights: Maps) -> Maps:
    """Blank the rows that are not generated yet; queries stand on the last axis but one."""
    if kind is Kind.ENCODER:
        return weights
    shown = weights.copy()
    shown[..., step:, :] = np.nan
    return shown


def labels(translation: Translation, kind: Kind, step: int) -> tuple[list[str], list[str]]:
    """What stands at the columns and at the rows of a map, as it is after a step, counted from 1."""
    keys, queries = list(translation.keys(kind)), list(translation.queries(kind))
    if kind is Kind.ENCODER:
        return keys, queries
    if kind is Kind.DECODER:
        queries = list(arrows(keys, queries))
        keys[step:] = [_LATER] * len(keys[step:])
    queries[step:] = [_LATER] * len(queries[step:])
    return keys, queries
