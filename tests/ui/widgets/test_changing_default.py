"""A choice left at its default follows it; one that a visitor made stays."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import Open
from ui.attention.number_sources import HAND
from ui.widgets import changing_default, link_keys
from ui.widgets.number_picker import TRANSLATOR

KEY = "layer"


def test_a_choice_at_its_default_follows_it(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    assert KEY not in session_values, "the widget is drawn with its default, or with that of a link"
    session_values[KEY] = 2
    changing_default.follow(KEY, 3)
    assert session_values[KEY] == 3
    changing_default.follow(KEY, 3)
    changing_default.follow(KEY, 1)
    assert session_values[KEY] == 1


def test_another_choice_stays(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    session_values[KEY] = 1
    changing_default.follow(KEY, 3)
    assert session_values[KEY] == 1


def test_a_choice_that_is_the_default_of_another_view_stays(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    session_values[KEY] = 3
    for default in (3, 3, 2):
        changing_default.follow(KEY, default)
        assert session_values[KEY] == 3


def test_a_page_that_draws_the_choice_anew_begins_with_its_default(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    session_values[KEY] = 1
    changing_default.follow(KEY, 2)
    del session_values[KEY]  # as another page does
    changing_default.follow(KEY, 3)
    session_values[KEY] = 3
    changing_default.follow(KEY, 4)
    assert session_values[KEY] == 4


def test_a_value_that_goes_with_another_choice_is_chosen(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    session_values[KEY] = 2
    changing_default.follow(KEY, 3, is_chosen=True)
    assert session_values[KEY] == 2


def test_each_choice_has_a_default_of_its_own(session_values: dict[str, Any]) -> None:
    changing_default.follow(KEY, 2)
    session_values["head"] = 2
    changing_default.follow("head", 4)
    assert session_values["head"] == 2


def test_a_head_that_the_url_names_stays_where_another_view_begins_with_the_mean() -> None:
    def page() -> None:
        import streamlit as st

        from model.transformer.config import ModelConfig
        from model.transformer.kind import Kind
        from ui.widgets.head_selector import HeadChoice, choose_head

        guided = HeadChoice(Kind.CROSS, 1, 0) if st.session_state.get("is_guided", True) else None
        st.text(choose_head(ModelConfig(), guided).head)

    def read(app: AppTest) -> str:
        assert not app.exception
        return app.text[0].value

    app = AppTest.from_function(page, default_timeout=60).run()
    assert read(app) == "0"
    app.session_state["is_guided"] = False
    assert read(app.run()) == "None"
    app = AppTest.from_function(page, default_timeout=60)
    app.query_params[link_keys.HEAD] = "3"
    assert read(app.run()) == "2"
    app.session_state["is_guided"] = False
    assert read(app.run()) == "2"
    assert app.query_params[link_keys.MEAN] == "false", "a copied link shows that head too"


def test_views_show_again_what_a_link_without_choices_shows(attention_page: Open) -> None:
    app = attention_page(numbers=TRANSLATOR)
    assert app.segmented_control(link_keys.KIND).value == "cross"
    for view, kind in (("Fused projections", "encoder"), ("Step by step", "cross")):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert not app.exception
        assert app.segmented_control(link_keys.KIND).value == kind
    app = attention_page(numbers=TRANSLATOR, kind="encoder")
    for view in ("Fused projections", "Step by step"):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert app.segmented_control(link_keys.KIND).value == "encoder", "as the link asked for"
    assert app.query_params[link_keys.KIND] == "encoder"
    app = attention_page(numbers=HAND)
    for view, n_heads in (("Multi-head vs single-head", 2), ("Step by step", 1)):
        app.segmented_control(link_keys.VIEW).set_value(view).run()
        assert app.selectbox(link_keys.N_HEADS).value == n_heads
