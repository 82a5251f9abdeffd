"""The options of one attention change the matrices they should; bad lengths are reported."""

import re

import pytest

from model.lab.attention_stages import Mask
from tests.apptest.fixtures import Open
from tests.apptest.matrices import cell_texts, changed
from tests.apptest.reading import warnings
from ui.attention.number_sources import HAND, LENGTHS
from ui.widgets.number_picker import RANDOM, TRANSLATOR

AFTER_SCALE = {"scaled", "weights", "mixed", "added"}


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
def test_an_option_changes_what_it_should(attention_page: Open, query: dict[str, str], expected: set[str]) -> None:
    start = {"numbers": RANDOM}
    difference = changed(attention_page(**start), attention_page(**start, **query))
    assert difference - {"output", "joined", "added"} <= expected
    assert difference & expected
    assert not difference & {"X", "Q", "K", "V", "scores"}


@pytest.mark.parametrize("view", ["Step by step", "Multi-head vs single-head"])
def test_a_fully_masked_row_is_zeros(attention_page: Open, view: str) -> None:
    app = attention_page(view=view, numbers=HAND, mask=Mask.EMPTY_ROW.value, empty_row="2")
    name = "weights" if view == "Step by step" else "own_weights_0"
    assert [set(row) == {"0"} for row in cell_texts(app, name)] == [False, True, False]
    app.number_input("empty_row").set_value(3).run()
    assert [set(row) == {"0"} for row in cell_texts(app, name)] == [False, False, True]


def test_one_length_pads_every_row(attention_page: Open) -> None:
    weights = cell_texts(attention_page(mask=Mask.LENGTHS.value, lengths="2"), "weights")
    assert [[cell == "" for cell in row] for row in weights] == [[False, False, True]] * 3


@pytest.mark.parametrize("lengths", ["", "cat", "-1", "1.5", "99", "1 2", "9" * 50])
def test_bad_lengths_are_reported(attention_page: Open, lengths: str) -> None:
    app = attention_page(mask=Mask.LENGTHS.value, lengths="1")
    app.text_input("lengths").set_value(lengths).run()
    assert not app.exception
    assert warnings(app)


def test_the_head_is_chosen_with_the_options(attention_page: Open) -> None:
    app = attention_page(n_heads="2", head="2")
    assert not app.number_input("head").disabled
    assert attention_page(n_heads="1").number_input("head").disabled


def test_a_fully_masked_row_is_explained_by_the_axis_of_softmax(attention_page: Open) -> None:
    in_rows, in_columns = (
        " ".join(each.value for each in attention_page(mask=Mask.EMPTY_ROW.value, softmax=axis).caption)
        for axis in ("rows", "columns")
    )
    assert "0 / 0" in in_rows
    assert "0 / 0" not in in_columns, "the other queries of a column may look at its key"
    assert "every column gives it a weight of 0" in in_columns


def test_a_weight_along_columns_is_a_share_of_its_column(attention_page: Open) -> None:
    query = {"numbers": TRANSLATOR, "sentence": "the cats sleep ", "kind": "encoder", "row": "2", "column": "3"}
    app = attention_page(softmax="columns", **query)
    assert any(re.search("“cats” has .* of the column of “sleep”", each.value) for each in app.caption)
    app = attention_page(**query)
    assert any(re.search("“cats” gives .* of its attention to “sleep”", each.value) for each in app.caption)


def test_a_weight_in_words_is_never_rounded_to_none_or_all_and_tells_what_dropout_leaves(attention_page: Open) -> None:
    def words(**query: str) -> str:
        return next(each.value for each in attention_page(**query).caption if "of its attention" in each.value)

    assert "gives <\u202f0.1\u202f% of" in words(numbers=HAND)
    assert "gives >\u202f99.9\u202f% of" in words(numbers=HAND, column="2")
    plain, dropped = words(), words(dropout="50")
    assert re.fullmatch(rf"{re.escape(plain[:-1])}, \d+\.\d\u202f% after dropout\.", dropped)


@pytest.mark.parametrize(("axis", "row", "column", "lacking"), [("rows", 1, 2, "key"), ("columns", 2, 3, "query")])
def test_a_weight_that_nothing_competes_for_says_what_is_lacking(
    attention_page: Open, axis: str, row: int, column: int, lacking: str
) -> None:
    lengths = "0, 2" if axis == "rows" else "2"
    app = attention_page(
        mask=Mask.LENGTHS.value, lengths=lengths, softmax=axis, row=str(row), column=str(column), numbers=LENGTHS
    )
    assert not app.exception
    assert any(f"no {lacking} is allowed" in each.value for each in app.markdown)


def test_a_masked_cell_has_the_exponential_of_minus_infinity(attention_page: Open) -> None:
    def formula(**query: str) -> str:
        (found,) = [each.value for each in attention_page(**query).markdown if "aligned" in each.value]
        return found

    masked, allowed = (
        formula(mask=Mask.CAUSAL.value, row=row, column=column) for row, column in (("1", "2"), ("2", "1"))
    )
    assert r"\exp(-\infty) &= 0" in masked
    assert "may not look" in masked
    assert r"\infty" not in allowed
    assert "may look" in allowed


def test_what_a_dropped_weight_adds_is_named_after_dropout(attention_page: Open) -> None:
    dropped, kept = (
        "".join(chart.proto.spec for chart in attention_page(dropout=each).get("plotly_chart")) for each in ("50", "0")
    )
    assert "after dropout" in dropped
    assert "after dropout" not in kept


@pytest.mark.parametrize("axis", ["rows", "columns"])
def test_one_line_tells_of_the_mask_whatever_is_chosen(attention_page: Open, axis: str) -> None:
    """Nothing below it moves."""
    told = [[each.value for each in attention_page(mask=mask.value, softmax=axis).caption] for mask in Mask]
    abouts = [next(text for text in texts if "look" in text or "masks" in text) for texts in told]
    assert len(set(abouts)) == len(Mask)
    assert all(("Columns sum to 1" in about) == (axis == "columns") for about in abouts)
    assert sum("Columns sum to 1" in text for texts in told for text in texts) == (
        len(Mask) if axis == "columns" else 0
    )


def test_the_models_own_mask_is_told(attention_page: Open) -> None:
    for kind, expected in (("decoder", "the model's own mask"), ("cross", "at every column")):
        app = attention_page(numbers=TRANSLATOR, sentence="the cats sleep ", kind=kind)
        assert any(expected in each.value for each in app.caption)
