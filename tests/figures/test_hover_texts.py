"""Tests of hover texts."""

import numpy as np

from figures.hover_texts import describe_difference, describe_weight, difference_texts, weight_texts
from model.transformer.kind import Kind


def test_a_weight_is_described_in_words() -> None:
    assert describe_weight(Kind.CROSS, "noir", "black", 0.834) == (
        "generating <b>noir</b>, the model looks 83 % at <b>black</b>"
    )
    assert describe_weight(Kind.ENCODER, "cat", "black", 0.5).startswith("reading <b>cat</b>")


def test_a_difference_is_described_in_words() -> None:
    more = describe_difference(Kind.CROSS, "noir", "black", 0.3, 0.42)
    assert more == "generating <b>noir</b>, B looks 12 points more at <b>black</b> than A (A 30 %, B 42 %)"
    assert "1 point less" in describe_difference(Kind.CROSS, "noir", "black", 0.31, 0.3)
    assert "look alike" in describe_difference(Kind.CROSS, "noir", "black", 0.3, 0.301)
    assert describe_difference(Kind.ENCODER, "<b>", "$x$", 0, 1).startswith("reading <b>&lt;b&gt;</b>, ")


def test_blank_cells_have_no_words() -> None:
    weights = np.array([[1.0, np.nan]], np.float32)
    assert weight_texts(Kind.DECODER, weights, ["<bos>", "le"], ["le"])[0][1] == ""


def test_blank_cells_of_a_difference_have_no_words() -> None:
    first = np.array([[1.0, np.nan]], np.float32)
    assert difference_texts(Kind.DECODER, first, first, ["<bos>", "le"], ["le"])[0][1] == ""
