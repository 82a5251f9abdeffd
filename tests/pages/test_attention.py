"""The Attention page without a browser: edits and options change the matrices they should, bad input is reported."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.lab import attention_examples
from model.lab.attention_stages import Mask
from model.lab.matrices import Matrix
from model.lab.matrix_files import to_csv
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.matrices import cell_texts, edit
from tests.apptest.reading import html
from ui.attention import number_sources
from ui.attention.number_sources import HAND, LENGTHS, NINE, PROJECTED, SIZES
from ui.widgets import link_keys
from ui.widgets.number_picker import FILE, RANDOM, TRANSLATOR

Page = Callable[..., AppTest]


@pytest.fixture
def page(app_setup: AppSetup) -> Page:
    """Open the attention page with query parameters."""

    def opened(**query: str) -> AppTest:
        app = open_page("pages/attention.py", query)
        assert not app.exception
        return app

    return opened


def pictures(app: AppTest) -> dict[str, Any]:
    """The cells of every matrix on the page by name."""
    cells_by_name = {}
    for chart in app.get("plotly_chart"):
        name = chart.proto.id.rpartition("-")[2].removeprefix("chart_").removesuffix("_chart")
        cells = json.loads(chart.proto.spec)["data"][0].get("customdata")
        cells_by_name[name] = json.dumps(cells)
    return cells_by_name


def changed(before: AppTest, after: AppTest) -> set[str]:
    old, new = pictures(before), pictures(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def warnings(app: AppTest) -> list[str]:
    return [warning.value.replace("\\", "") for warning in app.warning]


AFTER_SCALE = {"scaled", "weights", "mixed", "added"}


def test_an_edited_cell_flows_into_every_later_matrix(page: Page) -> None:
    before = pictures(page(numbers=HAND))
    after = pictures(edit(page(numbers=HAND), "Q", 0, "1", 9.0))
    assert {name for name in before if before[name] != after[name]} >= {"Q", "scores", "scaled", "weights", "mixed"}
    assert before["K"] == after["K"]
    assert before["V"] == after["V"]


@pytest.mark.parametrize("value", [None, "", "  ", "cat", "1e400", "-inf", "nan", "2e38", "1,5", "<b>", "9" * 400])
def test_a_bad_cell_is_reported_and_the_numbers_stay(page: Page, value: object) -> None:
    before = pictures(page(numbers=HAND))
    app = edit(page(numbers=HAND), "Q", 1, "2", value)
    assert any("Q, row 2, column 2" in warning for warning in warnings(app))
    assert pictures(app) == before


def test_a_bad_cell_does_not_undo_the_good_ones(page: Page) -> None:
    good = edit(page(numbers=HAND), "Q", 0, "1", "-2.5")
    before, link = pictures(good), edits(good)
    (editor,) = (table for table in good.data_editor if table.key.startswith("editor_Q_"))
    good.session_state[editor.key] = {
        "edited_rows": {0: {"1": "-2.5"}, 1: {"2": "1e400"}}, "added_rows": [], "deleted_rows": [],
    }  # fmt: skip
    good.run()
    assert any("Q, row 2, column 2, is “1e400”: the limit is" in each for each in warnings(good))
    assert pictures(good) == before
    assert edits(good) == link


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"mask": "causal"}, {"masked", "weights", "mixed", "added"}),
        ({"scale": "false"}, AFTER_SCALE),
        ({"softmax": "columns"}, {"weights", "mixed", "added"}),
        ({"dropout": "50"}, {"dropped", "mixed", "added"}),
        ({"column": "2"}, {"terms", "added"}),
    ],
    ids=lambda value: " ".join(sorted(value)),
)
def test_an_option_changes_what_it_should(page: Page, query: dict[str, str], expected: set[str]) -> None:
    start = {"numbers": RANDOM}
    difference = changed(page(**start), page(**start, **query))
    assert difference - {"output", "joined", "added"} <= expected
    assert difference & expected
    assert not difference & {"X", "Q", "K", "V", "scores"}


def test_a_sum_too_long_for_its_line_is_abbreviated(page: Page) -> None:
    written_out = [r"\sum_i" not in next(each.value for each in page(numbers=name).markdown if "aligned" in each.value)
                   for name in (HAND, PROJECTED, SIZES, RANDOM)]  # fmt: skip
    assert written_out == [True, True, False, False]


@pytest.mark.parametrize("head", [1, 2])
def test_small_weights_stand_beside_what_they_make(page: Page, head: int) -> None:
    app = page(numbers=PROJECTED, n_heads="2", head=str(head))
    x, *made = (np.array(cell_texts(app, name), object) for name in ("X", "W_q", "Q", "W_k", "K", "W_v", "V"))
    x, *made = (np.char.replace(each.astype(str), "−", "-").astype(float) for each in (x, *made))
    for weight, product in zip(made[::2], made[1::2], strict=True):
        assert np.array_equal(x @ weight, product)
    assert "W_q" not in pictures(page(numbers=TRANSLATOR)), "large weights are not shown"


def test_mixed_values_are_weighted_after_dropout(page: Page) -> None:
    app = page(numbers=PROJECTED, dropout="50", n_heads="1")
    dropped, values, mixed = (np.array(cell_texts(app, name), float) for name in ("dropped", "V", "mixed"))
    assert (dropped == 0).any()
    assert np.allclose(dropped @ values, mixed, atol=0.03)


def test_the_reference_numbers_are_on_the_page(page: Page) -> None:
    app = page(numbers=LENGTHS, mask=Mask.LENGTHS.value, lengths="2, 6")
    assert cell_texts(app, "mixed") == [["2", "3", "4", "5"], ["10", "11", "12", "13"]]


def test_choosing_an_example_sets_its_options(page: Page) -> None:
    app = page()
    assert app.selectbox("numbers").value == PROJECTED
    app.selectbox("numbers").set_value(LENGTHS).run()
    assert app.text_input("lengths").value == "2, 6"
    app.selectbox("numbers").set_value(NINE).run()
    assert not app.exception
    assert not app.toggle("scale").value


@pytest.mark.parametrize("view", ["Step by step", "Multi-head vs single-head"])
def test_a_fully_masked_row_is_zeros(page: Page, view: str) -> None:
    app = page(view=view, numbers=HAND, mask=Mask.EMPTY_ROW.value, empty_row="2")
    name = "weights" if view == "Step by step" else "own_weights_0"
    assert [set(row) == {"0"} for row in cell_texts(app, name)] == [False, True, False]
    app.number_input("empty_row").set_value(3).run()
    assert [set(row) == {"0"} for row in cell_texts(app, name)] == [False, False, True]


def test_one_length_pads_every_row(page: Page) -> None:
    weights = cell_texts(page(mask=Mask.LENGTHS.value, lengths="2"), "weights")
    assert [[cell == "" for cell in row] for row in weights] == [[False, False, True]] * 3


@pytest.mark.parametrize("lengths", ["", "cat", "-1", "1.5", "99", "1 2", "9" * 50])
def test_bad_lengths_are_reported(page: Page, lengths: str) -> None:
    app = page(mask=Mask.LENGTHS.value, lengths="1")
    app.text_input("lengths").set_value(lengths).run()
    assert not app.exception
    assert warnings(app)


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_numbers_come_from_the_translator(page: Page, kind: str) -> None:
    app = page(numbers=TRANSLATOR, kind=kind)
    assert ("X_k" in pictures(app)) == (kind == "cross")
    assert ("masked" in pictures(app)) == (kind == "decoder")
    (mask,) = [group for group in app.button_group if group.key == link_keys.MASK]
    assert mask.label == ("Mask, added to the model's own" if kind == "decoder" else "Mask")


@pytest.mark.parametrize("size", ["1", "64"])
def test_any_size_is_drawn(page: Page, size: str) -> None:
    assert "weights" in pictures(page(numbers=RANDOM, length=size, width=size))


STEPS, HEADS, FUSED, LINEAR = "Step by step", "Multi-head vs single-head", "Fused projections", "Linear attention"
SOURCES = {
    STEPS: (PROJECTED, HAND, LENGTHS, NINE, SIZES, RANDOM, TRANSLATOR),
    HEADS: (PROJECTED, HAND, NINE, SIZES, RANDOM, TRANSLATOR),
    FUSED: (PROJECTED, RANDOM, TRANSLATOR),
    LINEAR: (PROJECTED, HAND, LENGTHS, NINE, SIZES, RANDOM, TRANSLATOR),
}


@pytest.mark.parametrize(("view", "source"), [(view, source) for view in SOURCES for source in ("", *SOURCES[view])])
def test_every_view_opens_on_numbers_that_suit_it(page: Page, view: str, source: str) -> None:
    app = page(view=view, numbers=source) if source else page(view=view)
    assert app.selectbox("numbers").options == [*SOURCES[view], FILE]
    assert app.selectbox("numbers").value == (source or PROJECTED)
    assert app.get("plotly_chart")
    assert not warnings(app)
    assert not app.info


@pytest.mark.parametrize("source", SOURCES[HEADS])
def test_several_heads_differ_from_one(page: Page, source: str) -> None:
    app = page(view=HEADS, numbers=source)
    n_heads = int(app.selectbox("n_heads").value)
    assert n_heads > 1
    shown = pictures(app)
    assert {f"own_weights_{head}" for head in range(n_heads)} | {"own_joined", "baseline_joined"} <= shown.keys()
    assert shown["own_joined"] != shown["baseline_joined"]
    assert shown["own_weights_0"] != shown["baseline_weights_0"]


def test_the_joined_values_are_those_of_the_heads(page: Page) -> None:
    app = page(view=HEADS)
    weights = [np.array(cell_texts(app, f"own_weights_{head}"), float) for head in range(2)]
    values = np.array(attention_examples.PROJECTED.matrices["X"]) @ attention_examples.PROJECTED.matrices["W_v"]
    joined = np.concatenate((weights[0] @ values[:, :2], weights[1] @ values[:, 2:]), axis=1)
    assert np.allclose(joined, np.array(cell_texts(app, "own_joined"), float), atol=0.06)


def test_of_many_heads_the_chosen_one_is_compared(page: Page) -> None:
    app = page(view=HEADS, numbers=TRANSLATOR, n_heads="8", head="7")
    assert "own_weights_6" in pictures(app)
    assert "own_weights_0" not in pictures(app)


def test_numbers_without_a_division_are_named(page: Page) -> None:
    app = page(view=HEADS, numbers=RANDOM, width="1")
    assert "cannot be divided" in html(app)
    assert "own_joined" in pictures(app)


def test_numbers_that_do_not_suit_a_view_are_replaced(page: Page) -> None:
    app = page(numbers=HAND)
    app.segmented_control("view").set_value(FUSED).run()
    assert not app.exception
    assert app.selectbox("numbers").value == PROJECTED
    assert page(view=FUSED, numbers=LENGTHS).selectbox("numbers").value == PROJECTED


def test_a_misread_layout_is_shown_with_its_difference(page: Page) -> None:
    app = page(view=FUSED)
    for name in "qkv":
        right, wrong, difference = (
            np.char.replace(np.array(cell_texts(app, f"{name}_{key}")), "−", "-").astype(float)
            for key in ("right", "wrong", "difference")
        )
        assert np.array_equal(wrong - right, difference)
    assert (difference != 0).any()
    assert any("**0** with either layout read as itself" in each.value for each in app.markdown)


@pytest.mark.parametrize("kind", ["", "cross", "encoder", "decoder"])
def test_fused_projections_of_the_translator_need_one_x(page: Page, kind: str) -> None:
    app = page(view=FUSED, numbers=TRANSLATOR, kind=kind)
    assert "q_wrong" in pictures(app)
    assert not warnings(app)


def test_the_head_is_chosen_with_the_options(page: Page) -> None:
    app = page(n_heads="2", head="2")
    assert not app.number_input("head").disabled
    assert page(n_heads="1").number_input("head").disabled


def test_measuring_is_bounded_and_shown(page: Page) -> None:
    app = page(view="Linear attention")
    app.button("measure").click().run()
    assert not app.exception
    assert any("tokens: " in caption.value for caption in app.caption)


@pytest.mark.parametrize("value", ["", "99", "-1", "abc", "NaN", "1e9", "<b>", "9" * 400], ids=lambda text: text[:9])
def test_a_nonsense_link_is_corrected(page: Page, value: str) -> None:
    names = (
        "numbers",
        "view",
        "mask",
        "softmax",
        "scale",
        "dropout",
        "row",
        "column",
        "head",
        "n_heads",
        "seed",
        "length",
        "empty_row",
        "lengths",
        "edits",
    )
    page(**dict.fromkeys(names, value))


def test_a_file_is_read_or_refused(page: Page) -> None:
    app = page()
    app.file_uploader[0].upload("a.csv", to_csv(attention_examples.NINE.matrices), "text/csv").run()
    assert not app.exception
    assert app.selectbox("numbers").value == FILE
    assert "weights" in pictures(app)
    app.file_uploader[0].upload("b.npz", b"nonsense", "application/zip").run()
    assert not app.exception
    assert any("not an NPZ" in warning for warning in warnings(app))


def edits(app: AppTest) -> str:
    value = app.query_params["edits"]
    return value if isinstance(value, str) else value[0]


def test_edited_cells_travel_with_the_link(page: Page) -> None:
    edited = edit(page(numbers=HAND), "Q", 0, "1", 9.5)
    link = edits(edited)
    assert link.endswith(" Q~1~1~9.5")
    opened = page(numbers=HAND, edits=link)
    assert pictures(opened) == pictures(edited)
    assert edits(opened) == link
    more = edit(opened, "K", 1, "2", 3.0)
    assert edits(more) == f"{link} K~2~2~3"
    assert "edits" not in edit(page(numbers=HAND, edits=link), "Q", 0, "1", 1.0).query_params
    more.selectbox("numbers").set_value(NINE).run()
    assert pictures(more) == pictures(page(numbers=NINE, scale="false"))
    assert not warnings(more)
    assert "edits" not in more.query_params


@pytest.mark.parametrize("link", ["cat", "00000000 Q~1~1~2", "9" * 400, "<b>x</b>", "\x00"])
def test_nonsense_edits_in_a_link_are_reported(page: Page, link: str) -> None:
    app = page(edits=link)
    assert any("in this link" in warning for warning in warnings(app))
    assert pictures(app) == pictures(page())


def test_a_bad_file_leaves_the_good_one(page: Page) -> None:
    app = page(numbers="From a file")
    app.file_uploader[0].upload("a.csv", to_csv(attention_examples.NINE.matrices), "text/csv").run()
    before = pictures(app)
    app.file_uploader[0].upload("b.csv", b"# Q\n1,oops\n# K\n1,1\n# V\n1\n", "text/csv").run()
    assert any("not a number" in each and "numbers of the previous file are kept" in each for each in warnings(app))
    assert pictures(app) == before


def test_matrices_too_large_to_edit_are_shown_without_a_warning(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(_: object) -> dict[str, Matrix]:
        raise ValueError("X is 7 × 128; up to 64 × 64 can be used.")

    monkeypatch.setattr(number_sources, "check_inputs", too_many)
    app = page(numbers="From the translator", kind="cross", sentence="w " * 61)
    assert "weights" in pictures(app)
    assert warnings(app) == []
    assert any("cannot be edited" in each.value for each in app.caption)
    assert "Only the first 300 characters and 60 tokens are read." in html(app)
