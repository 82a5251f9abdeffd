"""Interventions as the text of links, and the difference of two translations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.data.vocabulary import EOS, PAD, UNKNOWN, Vocabulary
from model.inference.intervention import (
    Head,
    Intervention,
    Pin,
    find_changed_steps,
    format_heads,
    format_pins,
    format_tokens,
    parse_heads,
    parse_pins,
    parse_tokens,
)
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind

CONFIG = ModelConfig(n_layers=2, n_heads=4)
FRENCH = Vocabulary(["le", "chat", "l'", "‧.", "100%", "a%2Eb", "étoile"])
HEADS = st.builds(Head, st.sampled_from(Kind), st.integers(0, 1), st.integers(0, 3))


@given(st.sets(HEADS))
def test_heads_come_back_from_a_link_in_order(heads: set[Head]) -> None:
    assert parse_heads(format_heads(list(heads)), CONFIG) == (tuple(sorted(heads)), ())


@given(st.dictionaries(st.integers(0, 200), st.sampled_from([*FRENCH.words, EOS, UNKNOWN])))
def test_forced_tokens_come_back_from_a_link_in_order(forced: dict[int, str]) -> None:
    assert parse_tokens(format_tokens(list(forced.items())), FRENCH) == (tuple(sorted(forced.items())), ())


@given(st.dictionaries(st.tuples(HEADS, st.integers(0, 30)), st.integers(0, 30)))
def test_pins_come_back_from_a_link_in_order(places: dict[tuple[Head, int], int]) -> None:
    pins = [Pin(head, row, min(key, row) if head.kind is Kind.DECODER else key) for (head, row), key in places.items()]
    assert parse_pins(format_pins(pins), CONFIG) == (tuple(sorted(pins)), ())


@pytest.mark.parametrize(
    "part", ["cross-3-1-1-1", "cross-1-1-0-1", "cross-1-1-1", "decoder-1-1-1-2", "x", "cross-1-1-1-0"]
)
def test_a_row_that_cannot_be_pinned_is_rejected_alone(part: str) -> None:
    assert parse_pins(f"{part}.cross-1-2-3-4", CONFIG) == ((Pin(Head(Kind.CROSS, 0, 1), 2, 3),), (part,))


@pytest.mark.parametrize(
    "part",
    ["cross-3-1", "cross-1-5", "cross-0-1", "cross-1-0", "self-1-1", "cross-1", "cross", "x", "cross-1-1-1"],
)
def test_a_head_that_the_model_lacks_is_rejected_alone(part: str) -> None:
    assert parse_heads(f"cross-1-2.{part}", CONFIG) == ((Head(Kind.CROSS, 0, 1),), (part,))


@pytest.mark.parametrize("part", ["0-chat", "1000-chat", "99-x", "chat", "1-", "-chat", f"1-{PAD}", "1-<bos>", "1-cat"])
def test_a_token_that_cannot_be_generated_is_rejected_alone(part: str) -> None:
    assert parse_tokens(f"{part}.2-chat", FRENCH) == (((1, "chat"),), (part,))


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    heads, rejected_heads = parse_heads(text, CONFIG)
    forced, rejected_tokens = parse_tokens(text, FRENCH)
    assert parse_heads(format_heads(heads), CONFIG) == (heads, ())
    assert parse_tokens(format_tokens(forced), FRENCH) == (forced, ())
    pins, rejected_pins = parse_pins(text, CONFIG)
    assert parse_pins(format_pins(pins), CONFIG) == (pins, ())
    assert all(part in text for part in rejected_pins)
    assert all(part in text for part in (*rejected_heads, *rejected_tokens))


def test_only_changes_make_an_intervention() -> None:
    assert not Intervention()
    assert Intervention(off=(Head(Kind.CROSS, 0, 0),))
    assert Intervention(forced=((0, "le"),))


def test_a_difference_is_what_one_text_has_and_the_other_lacks() -> None:
    plain, changed = ["le", "chat", "noir", "dort"], ["la", "chat", "dort", "bien"]
    assert find_changed_steps(plain, changed) == ({0, 2}, {0, 3})
    assert find_changed_steps(plain, plain) == (set(), set())
    assert find_changed_steps([], plain) == (set(), {0, 1, 2, 3})
