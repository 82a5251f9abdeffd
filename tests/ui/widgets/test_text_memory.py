"""Tests of what a session remembers of its last texts."""

import pytest

from ui.widgets import text_memory

pytestmark = pytest.mark.usefixtures("session_values")

KEY = "chosen"


def test_the_last_choice_of_each_text_is_remembered_until_it_is_taken_back() -> None:
    text_memory.remember(KEY, "the cat", "2")
    text_memory.remember(KEY, "the dog", "3")
    text_memory.remember(KEY, "the cat", "4")
    found = {(text, choice) for text in ("the cat", "the dog", "the") for choice in ("", "2", "3", "4")
             if text_memory.is_last_choice(KEY, text, choice)}  # fmt: skip
    assert found == {("the cat", "4"), ("the dog", "3")}
    text_memory.remember(KEY, "the cat", "")
    assert not text_memory.is_last_choice(KEY, "the cat", "4")
    assert not text_memory.is_last_choice(KEY, "the cat", "")


def test_only_a_few_texts_are_remembered_the_latest_ones(session_values: dict[str, dict[str, str]]) -> None:
    for number in range(100):
        text_memory.remember(KEY, f"text {number}", "1")
        text_memory.remember(KEY, "a text used again and again", "1")
    assert len(session_values[KEY]) <= 20
    assert {"text 99", "a text used again and again"} <= session_values[KEY].keys()
