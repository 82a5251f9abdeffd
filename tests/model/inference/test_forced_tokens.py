"""Forced tokens as the text of links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.data.vocabulary import EOS, PAD, UNKNOWN, Vocabulary
from model.inference.forced_tokens import format_tokens, parse_tokens
from model.transformer.config import MAX_LENGTH

FRENCH = Vocabulary(["le", "chat", "l'", "‧.", "100%", "a%2Eb", "étoile"])


@given(st.dictionaries(st.integers(0, 200), st.sampled_from([*FRENCH.words, EOS, UNKNOWN])))
def test_forced_tokens_come_back_from_a_link_in_order(forced: dict[int, str]) -> None:
    assert parse_tokens(format_tokens(list(forced.items())), FRENCH) == (tuple(sorted(forced.items())), ())


@pytest.mark.parametrize("part", ["0-chat", "1025-chat", "99-x", "chat", "1-", "-chat", f"1-{PAD}", "1-<bos>", "1-cat"])
def test_a_token_that_cannot_be_generated_is_rejected_alone(part: str) -> None:
    assert parse_tokens(f"{part}.2-chat", FRENCH) == (((1, "chat"),), (part,))


def test_a_token_of_the_last_step_comes_back_from_a_link() -> None:
    assert parse_tokens(format_tokens([(MAX_LENGTH - 1, "chat")]), FRENCH) == (((MAX_LENGTH - 1, "chat"),), ())


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    forced, rejected = parse_tokens(text, FRENCH)
    assert parse_tokens(format_tokens(forced), FRENCH) == (forced, ())
    assert all(part in text for part in rejected)
