"""Tests of the lines of one head."""

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from figures.attention_lines import attention_lines
from figures.heatmap import HEIGHT
from figures.palette import HEAD_COLORS, HIGHLIGHT
from figures.weight_lines import smallest_visible

WEIGHTS = np.array([[0.7, 0.26, 0.04], [0.05, 0.45, 0.5], [np.nan, np.nan, np.nan]], np.float32)
KEYS, QUERIES = ["the", "black", "the"], ["le", "noir", ""]
HOVER = (["a", "b", ""], ["c", "d", "e"])


def draw(weights=WEIGHTS, **options):
    n_queries, n_keys = weights.shape
    texts = {"keys": KEYS, "queries": QUERIES, "hover": HOVER} if weights is WEIGHTS else {
        "keys": ["k"] * n_keys, "queries": ["q"] * n_queries, "hover": (["h"] * n_queries, ["h"] * n_keys)
    }  # fmt: skip
    return attention_lines(weights, **texts, **options)


def lines_of(shape) -> list[tuple[int, int]]:
    """Return query and key of every line of a shape, at whose height it starts and ends."""
    found = re.findall(r"M0,([\d.-]+)L1,([\d.-]+)", shape.path)
    assert "".join(f"M0,{query}L1,{key}" for query, key in found) == shape.path
    return [(round(float(query)), round(float(key))) for query, key in found]


def widths(figure) -> dict[tuple[int, int], float]:
    """Return the width of the line of each pair that has one, and assert that no pair has two."""
    pairs = [(pair, shape.line.width) for shape in figure.layout.shapes for pair in lines_of(shape)]
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def test_every_visible_weight_has_one_line_and_the_larger_weight_the_wider_one() -> None:
    found = widths(draw())
    assert set(found) == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)}
    assert found[0, 0] > found[1, 2] > found[1, 0]
    assert found[1, 1] == found[1, 2], "weights of about the same size share a width"


def test_the_widest_line_stands_for_the_brightest_weight() -> None:
    whole, stretched = widths(draw()), widths(draw(brightest=0.7))
    assert set(stretched) == {*whole, (0, 2)}, "the threshold is a share of the widest line"
    assert stretched[0, 0] == max(widths(draw(np.eye(2, dtype=np.float32))).values())
    assert smallest_visible(0.5) == smallest_visible() / 2


def test_the_legend_tells_the_weights_of_the_thinnest_and_of_the_widest_line() -> None:
    assert draw().data[0].name == "width: weights of 5\u202f% to 100\u202f%"
    assert draw(brightest=0.4).data[0].name == "width: weights of 2\u202f% to 40\u202f%"
    assert draw(brightest=0.03).data[0].name == "width: weights of 0.15\u202f% to 3\u202f%"


@given(
    arrays.arrays(np.float32, st.tuples(st.integers(1, 30), st.integers(1, 30)), elements=st.floats(0, 1, width=32)),
    st.sampled_from([1.0, 0.3]),
    st.booleans(),
)
@settings(max_examples=60)
def test_there_are_as_many_lines_as_visible_weights(weights: np.ndarray, brightest: float, has_row: bool) -> None:
    weights[-1, 0] = np.nan
    before = weights.copy()
    figure = draw(weights, brightest=brightest, current_row=0 if has_row else None)
    found = widths(figure)
    assert set(found) == set(zip(*np.nonzero(weights >= smallest_visible(brightest)), strict=True))
    np.testing.assert_array_equal(weights, before, "rows keep their sums")
    by_weight = sorted(found, key=lambda pair: weights[pair])
    assert [found[pair] for pair in by_weight] == sorted(found.values())
    assert figure.layout.height == HEIGHT
    assert len(figure.data) == 1


def test_lines_of_the_current_row_stand_out_on_top_of_the_others() -> None:
    shapes = draw(current_row=1).layout.shapes
    highlighted = [shape.line.color == HIGHLIGHT for shape in shapes]
    assert highlighted == sorted(highlighted)
    assert {pair for shape, on in zip(shapes, highlighted, strict=True) if on for pair in lines_of(shape)} == {
        (1, 0), (1, 1), (1, 2)
    }  # fmt: skip
    faint = {shape.line.width: shape.opacity for shape, on in zip(shapes, highlighted, strict=True) if not on}
    plain = {shape.line.width: shape.opacity for shape in draw().layout.shapes}
    assert all(opacity < plain[width] for width, opacity in faint.items())
    assert not any(shape.line.color == HIGHLIGHT for shape in draw().layout.shapes)


def by_head(n_heads: int, **options):
    """Draw so many heads, each of which looks at one key: head 1 at the first, head 2 at the second, and so on."""
    heads = np.stack([np.tile(np.eye(3, dtype=np.float32)[head % 3], (3, 1)) for head in range(n_heads)])
    heads[:, 2] = np.nan
    return attention_lines(heads.mean(axis=0), keys=KEYS, queries=QUERIES, heads=heads, **options)


@pytest.mark.parametrize("n_heads", [1, 2, 4, 12, 16])
def test_each_head_has_its_own_colour_and_lines_beside_those_of_the_others(n_heads: int) -> None:
    figure = by_head(n_heads)
    assert len(figure.layout.shapes) == n_heads
    assert [trace.name for trace in figure.data[1:]] == [f"head {place + 1}" for place in range(n_heads)]
    for head, (shape, named) in enumerate(zip(figure.layout.shapes, figure.data[1:], strict=True)):
        assert lines_of(shape) == [(0, head % 3), (1, head % 3)]
        assert shape.line.color == named.line.color == HEAD_COLORS[head % len(HEAD_COLORS)]
    starts = [float(re.findall(r"M0,([\d.-]+)", shape.path)[0]) for shape in figure.layout.shapes]
    assert starts == sorted(starts)
    assert len(set(starts)) == n_heads
    assert sum(starts) == pytest.approx(0, abs=0.01), "they lie around the middle of the token"
    assert max(starts) < 0.5, "none reaches the next token"


def test_a_token_says_where_each_head_looks_by_default() -> None:
    texts = by_head(2).data[0].hovertext
    assert texts[0] == "from <b>le</b><br>head 1: 100\u202f% at <b>the</b><br>head 2: 100\u202f% at <b>black</b>"
    assert texts[3:5] == (
        "looking at <b>the</b><br>head 1: 100\u202f% from <b>le</b>",
        "looking at <b>black</b><br>head 2: 100\u202f% from <b>le</b>",
    )


def test_the_chosen_head_and_the_current_row_stand_out() -> None:
    chosen = by_head(4, chosen_head=1).layout.shapes
    assert chosen[-1].line.color == HEAD_COLORS[1], "on top"
    assert all(shape.opacity < chosen[-1].opacity / 2 for shape in chosen[:-1])
    shapes = by_head(4, current_row=1).layout.shapes
    assert [lines_of(shape)[0][0] for shape in shapes] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert max(shape.opacity for shape in shapes[:4]) < min(shape.opacity for shape in shapes[4:])
    assert {shape.line.color for shape in shapes[4:]} == {*HEAD_COLORS[:4]}


def test_tokens_are_points_at_their_positions_queries_left_and_keys_right() -> None:
    (points,) = draw().data
    assert list(zip(points.x, points.y, points.text, points.hovertext, strict=True)) == [
        (0, 0, "le", "a"), (0, 1, "noir", "b"), (0, 2, "", ""),
        (1, 0, "the", "c"), (1, 1, "black", "d"), (1, 2, "the", "e"),
    ]  # fmt: skip
    assert Counter(points.textposition) == {"middle left": 3, "middle right": 3}
    assert points.marker.opacity == (1, 1, 0, 1, 1, 1), "a token that is not generated yet has no point"
    assert draw().layout.yaxis.range == (2.5, -0.5)


def test_the_current_token_is_bold_even_where_labels_are_left_out() -> None:
    (points,) = draw(np.ones((200, 2), np.float32), current_row=101).data
    assert points.text[101] == "<b>q</b>"
    assert 0 < sum(text != "" for text in points.text[:200]) < 100


def test_labels_are_shown_literally_and_cut() -> None:
    weights = np.ones((1, 1), np.float32)
    figure = attention_lines(weights, keys=["<i>"], queries=["x" * 300], hover=([""], [""]))
    query, key = figure.data[0].text
    assert (len(query), query[-1], key) == (12, "…", "&lt;i&gt;")


def test_the_bold_label_is_cut_shorter() -> None:
    figure = attention_lines(np.ones((2, 1), np.float32), keys=["k"], queries=["x" * 300] * 2, current_row=1)
    assert figure.data[0].text[:2] == (f"{'x' * 11}…", f"<b>{'x' * 10}…</b>")


def test_gold_links_are_dotted_lines_on_top() -> None:
    *_, links = draw(gold=[(1, 1), (0, 0)]).layout.shapes
    assert (links.name, links.line.dash, lines_of(links)) == ("gold alignment", "dot", [(0, 0), (1, 1)])
    assert not any(shape.line.dash for shape in draw().layout.shapes)


def test_titles_stand_above_the_columns_and_steps_travel_along() -> None:
    figure = draw(axes=("generating", "looks at"), steps=([1, 2, 3], [1, 2, 0]))
    assert list(zip(figure.layout.xaxis.tickvals, figure.layout.xaxis.ticktext, strict=True)) == [
        (0, "generating ↓"), (1, "looks at ↓")
    ]  # fmt: skip
    assert list(map(list, figure.layout.meta)) == [[1, 2, 3], [1, 2, 0]]
    assert draw().layout.meta is None


@pytest.mark.parametrize("shares", [(0.24, 0.24), (0.38, 0.22)])
def test_labels_have_their_share_of_the_width(shares: tuple[float, float]) -> None:
    low, high = draw(label_shares=shares).layout.xaxis.range
    assert (-low / (high - low), (high - 1) / (high - low)) == pytest.approx(shares)


def test_a_wrong_number_of_labels_is_refused() -> None:
    with pytest.raises(ValueError, match=r"3 queries and 3 keys.*\['le'\]"):
        attention_lines(WEIGHTS, keys=KEYS, queries=["le"], hover=HOVER)


def test_a_token_says_what_it_is_tied_to_by_default() -> None:
    texts = attention_lines(WEIGHTS, keys=KEYS, queries=QUERIES).data[0].hovertext
    assert texts[0] == "from <b>le</b>, the model looks<br>70\u202f% at <b>the</b><br>26\u202f% at <b>black</b>"
    assert texts[3] == "at <b>the</b>, the model looks<br>70\u202f% from <b>le</b><br>5\u202f% from <b>noir</b>"
