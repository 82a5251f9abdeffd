"""Tests of the bars of attributions: one panel a method, tokens in the same columns."""

import itertools

import numpy as np
import pytest

from figures.attribution_bars import attribution_bars, bars_height

TOKENS = ("the", "dog", "the", "<b>")
SCORES = {"attention": np.array([0.1, 0.6, 0.2, 0.1]), "gradient": np.array([0.5, -1.0, 0.0, 2.0]), "out": np.zeros(4)}


def draw():
    return attribution_bars(SCORES, TOKENS, notes={"attention": "ρ 1"}, reference="out")


def axis_of(figure, bars):
    return figure.layout["yaxis" if bars.yaxis in (None, "y", "y1") else f"yaxis{bars.yaxis[1:]}"]


def test_bars_are_the_scores_at_the_tokens_of_one_shared_axis() -> None:
    figure = draw()
    for bars, scores in zip(figure.data, SCORES.values(), strict=True):
        np.testing.assert_array_equal(bars.y, scores)
        assert list(bars.x) == [0, 1, 2, 3], "repeated tokens keep columns of their own"
        assert bars.xaxis is None
    assert list(figure.layout.xaxis.ticktext) == ["the", "dog", "the", "&lt;b&gt;"]


def test_every_panel_holds_its_bars_and_its_line_and_none_overlaps_another() -> None:
    figure = draw()
    axes = [axis_of(figure, bars) for bars in figure.data]
    for axis, scores in zip(axes, SCORES.values(), strict=True):
        low, high = axis.range
        assert low < min(0, scores.min())
        assert max(0, scores.max()) < high
    domains = [axis.domain for axis in axes]
    assert all(0 <= low < high <= 1 for low, high in domains)
    assert all(above[0] > below[1] for above, below in itertools.pairwise(domains))
    assert len({round(high - low, 6) for low, high in domains}) == 1


def test_titles_stand_above_their_panels_and_the_reference_has_a_colour_of_its_own() -> None:
    figure = draw()
    titles = {title.text: title for title in figure.layout.annotations}
    assert list(titles) == ["<b>attention</b>", "ρ 1", "<b>gradient</b>", "<b>out</b>"]
    for name, bars in zip(SCORES, figure.data, strict=True):
        assert titles[f"<b>{name}</b>"].y == pytest.approx(axis_of(figure, bars).domain[1])
    first, second, reference = (bars.marker.color for bars in figure.data)
    assert first == second != reference


@pytest.mark.parametrize(
    ("sentence", "is_turned"),
    [
        ("the cat sees a black dog", False),
        ("the interesting teachers understand the beautiful restaurants", True),
        ("a b c d e f g h i", True),
    ],
)
def test_labels_that_would_overlap_on_a_phone_are_turned(sentence: str, is_turned: bool) -> None:
    tokens = sentence.split()
    figure = attribution_bars({"out": np.ones(len(tokens))}, tokens, notes={}, reference="out")
    assert (figure.layout.xaxis.tickangle != 0) == is_turned


def test_markup_of_tokens_is_escaped_on_hover() -> None:
    assert draw().data[0].text[3] == "&lt;b&gt;"


def test_the_height_grows_with_the_methods() -> None:
    assert draw().layout.height == bars_height(3) < bars_height(4)


def test_every_token_needs_a_score() -> None:
    with pytest.raises(ValueError, match="3 scores of out for 4 tokens"):
        attribution_bars({"out": np.zeros(3)}, TOKENS, notes={}, reference="out")
