"""Tests of heads in links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.inference.named_head import Head, format_heads, parse_heads
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind

CONFIG = ModelConfig(n_layers=2, n_heads=4)
HEADS = st.builds(Head, st.sampled_from(Kind), st.integers(0, 1), st.integers(0, 3))


@given(st.sets(HEADS))
def test_heads_come_back_from_a_link_in_order(heads: set[Head]) -> None:
    assert parse_heads(format_heads(list(heads)), CONFIG) == (tuple(sorted(heads)), ())


@pytest.mark.parametrize(
    "part",
    ["cross-3-1", "cross-1-5", "cross-0-1", "cross-1-0", "self-1-1", "cross-1", "cross", "x", "cross-1-1-1"],
)
def test_a_head_that_the_model_lacks_is_rejected_alone(part: str) -> None:
    assert parse_heads(f"cross-1-2.{part}", CONFIG) == ((Head(Kind.CROSS, 0, 1),), (part,))


@given(st.text())
def test_what_is_read_from_any_text_is_read_again(text: str) -> None:
    heads, rejected = parse_heads(text, CONFIG)
    assert parse_heads(format_heads(heads), CONFIG) == (heads, ())
    assert all(part in text for part in rejected)


def test_a_head_is_counted_from_one_in_words_and_tables() -> None:
    assert Head(Kind.CROSS, 1, 2).name == "cross, layer 2, head 3"
    assert Head(Kind.CROSS, 1, 2).columns == {"kind": "cross", "layer": 2, "head": 3}
