"""Tests of escaping."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.widgets.markdown import escape_markdown


@given(st.text())
def test_nothing_is_lost(text: str) -> None:
    shown = re.sub(r"\\(.)", r"\1", escape_markdown(text))
    assert shown.replace("\u2060", "") == text.replace("\u2060", "")


@pytest.mark.parametrize("address", ["https://a.b", "HTTP://a.b", "www.a.b", "a@b.c"])
def test_an_address_does_not_become_a_link(address: str) -> None:
    assert "\u2060" in escape_markdown(address)


def test_a_word_is_only_escaped() -> None:
    assert escape_markdown("*a* www 1") == r"\*a\* www 1"
