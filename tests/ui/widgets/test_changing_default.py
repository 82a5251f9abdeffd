"""A choice left at its default follows it; one that a visitor made stays."""

from typing import Any

import pytest
import streamlit as st

from tests.apptest.fixtures import Open
from ui.attention.number_sources import HAND
from ui.widgets import changing_default, link_keys
from ui.widgets.number_picker import TRANSLATOR

KEY = "layer"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The values of a session of the test's own."""
    values: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", values)
    return values


def test_a_choice_at_its_default_follows_it(kept: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    assert KEY not in kept, "the widget is drawn with its default, or with that of a link"
    kept[KEY] = 2
    changing_default.follow(KEY, 3)
    assert kept[KEY] == 3
    changing_default.follow(KEY, 3)
    changing_default.follow(KEY, 1)
    assert kept[KEY] == 1


def test_another_choice_stays(kept: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    kept[KEY] = 1
    changing_default.follow(KEY, 3)
    assert kept[KEY] == 1


def test_each_choice_has_a_default_of_its_own(kept: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    kept["head"] = 2
    changing_default.follow("head", 4)
    assert kept["head"] == 2


def test_views_show_again_what_a_link_without_choices_shows(attention_page: Open) -> None:
    app = attention_page(numbers=TRANSLATOR)
    assert app.segmented_control(link_keys.KIND).value == "cross"
    for view, kind in (("Fused projections", "encoder"), ("Step by step", "cross")):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert not app.exception
        assert app.segmented_control(link_keys.KIND).value == kind
    app = attention_page(numbers=HAND)
    for view, n_heads in (("Multi-head vs single-head", 2), ("Step by step", 1)):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert app.selectbox(link_keys.N_HEADS).value == n_heads
