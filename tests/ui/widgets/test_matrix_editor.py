"""Edited cells flow into what is computed and into the link; bad ones are reported."""

import pytest
from streamlit.testing.v1 import AppTest

from model.lab.matrices import Matrix
from tests.apptest.fixtures import Open
from tests.apptest.matrices import edit, pictures
from tests.apptest.reading import html, warnings
from ui.attention import number_sources
from ui.attention.number_sources import HAND, NINE, PROJECTED
from ui.widgets import widget_keys


def test_an_edited_cell_flows_into_every_later_matrix(attention_page: Open) -> None:
    before = pictures(attention_page(numbers=HAND))
    after = pictures(edit(attention_page(numbers=HAND), "Q", 0, "1", 9.0))
    assert {name for name in before if before[name] != after[name]} >= {"Q", "scores", "scaled", "weights", "mixed"}
    assert before["K"] == after["K"]
    assert before["V"] == after["V"]


@pytest.mark.parametrize("value", [None, "", "  ", "cat", "1e400", "-inf", "nan", "2e38", "1,5", "<b>", "9" * 400])
def test_a_bad_cell_is_reported_and_the_numbers_stay(attention_page: Open, value: object) -> None:
    before = pictures(attention_page(numbers=HAND))
    app = edit(attention_page(numbers=HAND), "Q", 1, "2", value)
    assert "Q, row 2, column 2" in warnings(app)
    assert pictures(app) == before


def test_a_bad_cell_does_not_undo_the_good_ones(attention_page: Open) -> None:
    good = edit(attention_page(numbers=HAND), "Q", 0, "1", "-2.5")
    before, link = pictures(good), edits(good)
    (editor,) = (table for table in good.data_editor if table.key.startswith("editor_Q_"))
    good.session_state[editor.key] = {
        "edited_rows": {0: {"1": "-2.5"}, 1: {"2": "1e400"}}, "added_rows": [], "deleted_rows": [],
    }  # fmt: skip
    good.run()
    assert "Q, row 2, column 2, is “1e400”: the limit is" in warnings(good)
    assert pictures(good) == before
    assert edits(good) == link


def test_a_table_names_its_rows_by_their_tokens_or_numbers(attention_page: Open) -> None:
    tables = attention_page(numbers=PROJECTED).data_editor
    rows = [list(table.value["row"]) for table in tables]
    assert rows[0] == ["she", "sees", "cats"]
    assert all(names == ["1", "2", "3", "4"] for names in rows[1:])


def test_edited_cells_travel_with_the_link(attention_page: Open) -> None:
    edited = edit(attention_page(numbers=HAND), "Q", 0, "1", 9.5)
    link = edits(edited)
    assert link.endswith(" Q~1~1~9.5")
    opened = attention_page(numbers=HAND, edits=link)
    assert pictures(opened) == pictures(edited)
    assert edits(opened) == link
    more = edit(opened, "K", 1, "2", 3.0)
    assert edits(more) == f"{link} K~2~2~3"
    assert "edits" not in edit(attention_page(numbers=HAND, edits=link), "Q", 0, "1", 1.0).query_params
    more.selectbox("numbers").set_value(NINE).run()
    assert pictures(more) == pictures(attention_page(numbers=NINE, scale="false"))
    assert not warnings(more)
    assert "edits" not in more.query_params


def test_edited_cells_are_taken_back_those_of_a_link_too(attention_page: Open) -> None:
    plain = attention_page(numbers=HAND)
    assert not [each for each in plain.button if each.key == widget_keys.RESET_EDITS]
    app = edit(attention_page(numbers=HAND, edits=edits(edit(plain, "Q", 0, "1", 9.5))), "K", 1, "2", 3.0)
    app.button(widget_keys.RESET_EDITS).click().run()
    assert pictures(app) == pictures(attention_page(numbers=HAND))
    assert "edits" not in app.query_params
    assert edits(edit(app, "Q", 0, "1", 2.5)).endswith(" Q~1~1~2.5")


def test_the_edited_cells_follow_the_browser_s_history(attention_page: Open) -> None:
    app = attention_page(numbers=HAND)
    seen = [(None, pictures(app))]
    for value in (9.5, 2.5):
        edit(app, "Q", 0, "1", value)
        seen.append((edits(app), pictures(app)))
    for link, shown in (*seen[1::-1], *seen[1:]):
        if link:
            app.query_params["edits"] = link
        else:
            del app.query_params["edits"]
        app.run()
        assert pictures(app) == shown
        assert ("edits" in app.query_params) == bool(link)
    assert edits(edit(app, "K", 1, "2", 3.0)) == f"{seen[-1][0]} K~2~2~3"


@pytest.mark.parametrize("link", ["cat", "00000000 Q~1~1~2", "9" * 400, "<b>x</b>", "\x00"])
def test_nonsense_edits_in_a_link_are_reported(attention_page: Open, link: str) -> None:
    app = attention_page(edits=link)
    assert "in this link" in warnings(app)
    assert pictures(app) == pictures(attention_page())


def test_matrices_too_large_to_edit_are_shown_without_a_warning(
    attention_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many(_: object) -> dict[str, Matrix]:
        raise ValueError("X is 7 × 128; up to 64 × 64 can be used.")

    monkeypatch.setattr(number_sources, "check_inputs", too_many)
    app = attention_page(numbers="From the translator", kind="cross", sentence="w " * 61)
    assert "weights" in pictures(app)
    assert not warnings(app)
    assert any("cannot be edited" in each.value for each in app.caption)
    assert "Only the first 300 characters and 60 tokens are read." in html(app)


def edits(app: AppTest) -> str:
    value = app.query_params["edits"]
    return value if isinstance(value, str) else value[0]
