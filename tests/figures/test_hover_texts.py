"""Tests of hover texts."""

import numpy as np

from figures.hover_texts import (
    describe_difference,
    describe_weight,
    difference_texts,
    key_texts,
    query_texts,
    texts_by_head,
    weight_texts,
)
from model.transformer.kind import Kind


def test_a_weight_is_described_in_words() -> None:
    assert describe_weight(Kind.CROSS, "noir", "black", 0.834) == (
        "generating <b>noir</b>, the model looks 83\u202f% at <b>black</b>"
    )
    assert describe_weight(Kind.ENCODER, "cat", "black", 0.5).startswith("reading <b>cat</b>")


def test_no_weight_is_rounded_to_none_or_all() -> None:
    assert " &lt;\u202f1\u202f% at" in describe_weight(Kind.CROSS, "noir", "black", 0.003)
    assert " &gt;\u202f99\u202f% at" in describe_weight(Kind.CROSS, "noir", "black", 0.997)


def test_a_difference_is_described_in_words() -> None:
    more = describe_difference(Kind.CROSS, "noir", "black", 0.3, 0.42)
    assert more == "generating <b>noir</b>, B looks 12 points more at <b>black</b> than A (A 30\u202f%, B 42\u202f%)"
    assert "1 point less" in describe_difference(Kind.CROSS, "noir", "black", 0.31, 0.3)
    assert "A and B have equal weights" in describe_difference(Kind.CROSS, "noir", "black", 0.3, 0.3)
    assert "B looks less than 1 point more" in describe_difference(Kind.CROSS, "noir", "black", 0.3, 0.301)
    assert "B looks less than 1 point less" in describe_difference(Kind.CROSS, "noir", "black", 0.301, 0.3)
    assert describe_difference(Kind.ENCODER, "<b>", "$x$", 0, 1).startswith("reading <b>&lt;b&gt;</b>, ")


def test_blank_cells_have_no_words() -> None:
    weights = np.array([[1.0, np.nan]], np.float32)
    assert weight_texts(Kind.DECODER, weights, ["<bos>", "le"], ["le"])[0][1] == ""


def test_blank_cells_of_a_difference_have_no_words() -> None:
    first = np.array([[1.0, np.nan]], np.float32)
    assert difference_texts(Kind.DECODER, first, first, ["<bos>", "le"], ["le"])[0][1] == ""


WEIGHTS = np.array([[0.1, 0.834, 0.066], [1.0, 0.0, 0.0], [np.nan] * 3], np.float32)
KEYS, QUERIES = ["the", "black", "<b>"], ["noir", "le", "·"]


def test_a_query_lists_the_keys_it_looks_at_largest_first() -> None:
    assert query_texts(Kind.CROSS, WEIGHTS, KEYS, QUERIES, 0.07) == [
        "generating <b>noir</b>, the model looks<br>83\u202f% at <b>black</b><br>10\u202f% at <b>the</b>",
        "generating <b>le</b>, the model looks<br>100\u202f% at <b>the</b>",
        "",
    ]


def test_a_weight_that_is_just_large_enough_is_named() -> None:
    (text,) = query_texts(Kind.CROSS, np.array([[0.75, 0.25]], np.float32), ["a", "b"], ["x"], 0.25)
    assert text.endswith("<br>25\u202f% at <b>b</b>")


def test_a_key_lists_the_queries_that_look_at_it_largest_first() -> None:
    assert key_texts(Kind.CROSS, WEIGHTS, KEYS, QUERIES, 0.07, "predicting") == [
        "at <b>the</b>, the model looks<br>100\u202f% predicting <b>le</b><br>10\u202f% predicting <b>noir</b>",
        "at <b>black</b>, the model looks<br>83\u202f% predicting <b>noir</b>",
        "at <b>&lt;b&gt;</b>, no weight reaches 7\u202f%",
    ]


def test_keys_of_later_steps_have_no_words_and_long_lists_are_cut() -> None:
    causal = np.array([[1.0, np.nan]], np.float32)
    assert key_texts(Kind.DECODER, causal, ["<bos>", "le"], ["le"], 0.05)[1] == ""
    uniform = np.full((1, 12), 1 / 12, np.float32)
    (text,) = query_texts(Kind.ENCODER, uniform, [str(key) for key in range(12)], ["x"], 0.05)
    assert text.count("8\u202f% at") == 8
    assert text.endswith("<br>and 4 more")


def test_a_difference_agrees_with_the_shares_beside_it() -> None:
    text = describe_difference(Kind.CROSS, "noir", "black", 0.1249, 0.1251)
    assert "B looks 1 point more" in text
    assert text.endswith("than A (A 12\u202f%, B 13\u202f%)")


def test_heads_tell_what_they_look_at_most() -> None:
    heads = np.stack([WEIGHTS, WEIGHTS[:, ::-1], 0 * WEIGHTS])
    assert texts_by_head(Kind.CROSS, heads, KEYS, QUERIES)[0] == [
        "generating <b>noir</b><br>head 1: 83\u202f% at <b>black</b><br>head 2: 83\u202f% at <b>black</b>",
        "generating <b>le</b><br>head 1: 100\u202f% at <b>the</b><br>head 2: 100\u202f% at <b>&lt;b&gt;</b>",
        "",
    ]


def test_a_key_tells_where_each_head_looks_at_it_most() -> None:
    heads = np.stack([WEIGHTS, 0 * WEIGHTS])
    assert texts_by_head(Kind.CROSS, heads, KEYS, QUERIES, "predicting")[1] == [
        "looking at <b>the</b><br>head 1: 100\u202f% predicting <b>le</b>",
        "looking at <b>black</b><br>head 1: 83\u202f% predicting <b>noir</b>",
        "looking at <b>&lt;b&gt;</b><br>head 1: 7\u202f% predicting <b>noir</b>",
    ]
