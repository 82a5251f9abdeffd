"""The Building blocks page without a browser: every view opens first, every control changes only what it should."""

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.lab import normalization
from model.lab.feed_forward import EXAMPLE
from model.lab.matrix_files import to_csv, to_npz
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.matrices import cell_texts, changed, edit
from tests.apptest.reading import html
from ui.widgets import number_picker

Page = Callable[..., AppTest]
POSITIONS, NETWORK, RESIDUAL, NORMS = (
    "Positional encoding",
    "Feed-forward",
    "Pre-norm vs post-norm",
    "Layer norm vs batch norm",
)
STREAM, BLOCK, BATCH = "Residual stream", "Full block", "Padded batch"
FIRST_PICTURE = {
    POSITIONS: "positions", NETWORK: "X", RESIDUAL: "pre_x", STREAM: "stream", NORMS: "layer_norm",
    BLOCK: "diagram", BATCH: "attention",
}  # fmt: skip


@pytest.fixture
def page(app_setup: AppSetup) -> Page:
    """Open the page with query parameters, as the first page of a visit."""

    def opened(view: str = "", **query: str) -> AppTest:
        app = open_page("pages/blocks.py", {"view": view, **query} if view else query)
        assert not app.exception
        return app

    return opened


def pictures(app: AppTest) -> dict[str, Any]:
    """The numbers of the traces of every picture, and its shapes, by name."""
    shown = {}
    for chart in app.get("plotly_chart"):
        name = chart.proto.id.rpartition("-")[2].removeprefix("chart_").removesuffix("_chart")
        figure = json.loads(chart.proto.spec)
        numbers = [cells.get("z") or cells.get("y") for cells in figure["data"]]
        shown[name] = json.dumps([numbers, figure["data"][0].get("customdata"), figure["layout"].get("shapes")])
    return shown


def messages(app: AppTest) -> list[str]:
    return [box.value.replace("\\", "") for box in (*app.warning, *app.info)]


@pytest.mark.parametrize("view", FIRST_PICTURE)
def test_each_view_opens_as_the_first_page(page: Page, view: str) -> None:
    assert FIRST_PICTURE[view] in pictures(page(view))
    assert "positions" in pictures(page())


def test_dimensions_1_and_2_are_a_sine_and_a_cosine_of_one_wavelength(page: Page) -> None:
    app = page(POSITIONS, positions="20", waves="1,2")
    np.testing.assert_allclose(
        json.loads(pictures(app)["waves"])[0], [np.sin(np.arange(20)), np.cos(np.arange(20))], atol=1e-6
    )
    for dimension in (1, 2):
        assert f"dimension {dimension}, wavelength 6.28 positions" in html(app)


POSITION_PICTURES = {"positions", "similarity", "waves"}
CONTROLS: dict[str, tuple[str, dict[str, str], set[str]]] = {
    "positions": (POSITIONS, {"positions": "20"}, POSITION_PICTURES),
    "width": (POSITIONS, {"d_model": "32"}, POSITION_PICTURES),
    "similarity": (POSITIONS, {"similarity": "cosine"}, {"similarity"}),
    "waves": (POSITIONS, {"waves": "3"}, {"waves"}),
    "row": (NETWORK, {"row": "2"}, {"moved"}),
    "by": (NETWORK, {"by": "2.0"}, {"moved"}),
    "depth": (STREAM, {"depth": "3"}, {"stream"}),
    "part of the stream": (STREAM, {"part": "decoder"}, {"stream", "token_lengths"}),
    "stage": (BLOCK, {"stage": "2"}, {"diagram", "stage", "lengths"}),
    "layer": (BLOCK, {"layer": "2"}, {"stage", "lengths"}),
    "sentence of a batch": (BATCH, {"chosen": "2"}, {"attention", "heads", "batch"}),
    "head of a batch": (BATCH, {"head": "3"}, {"attention", "heads", "batch"}),
    "mean of a batch": (BATCH, {"mean": "false"}, {"attention", "heads", "batch"}),
}


@pytest.mark.parametrize(("view", "query", "expected"), CONTROLS.values(), ids=CONTROLS)
def test_a_control_changes_what_it_should(page: Page, view: str, query: dict[str, str], expected: set[str]) -> None:
    assert changed(page(view), page(view, **query), pictures) == expected


def test_the_depth_draws_longer_lines(page: Page) -> None:
    def lines(app: AppTest) -> list[int]:
        chart = next(c for c in app.get("plotly_chart") if c.proto.id.endswith("stream_chart"))
        return [len(line["y"]) for line in json.loads(chart.proto.spec)["data"]]

    assert lines(page(STREAM)) == [5, 13, 13]
    assert lines(page(STREAM, depth="3", part="decoder")) == [7, 10, 10]


def test_the_reference_numbers_are_on_the_page(page: Page) -> None:
    app = page(NORMS)
    assert cell_texts(app, "layer_norm") == [["−1", "1"], ["−1", "1"]]
    assert cell_texts(app, "batch_norm") == [["−1", "−1"], ["1", "1"]]


def test_a_constant_row_is_said_to_become_zero(page: Page) -> None:
    def notes(app: AppTest) -> list[str]:
        return [each.value for each in app.caption if "constant ones become 0" in each.value]

    app = page(NORMS)
    assert not notes(app)
    first = cell_texts(app, "X")[0][0]
    assert len(notes(edit(app, "X", 0, "2", float(first)))) == 1


@pytest.mark.parametrize(("width", "n_hidden"), [("16", 0), ("17", 2)])
def test_weights_that_are_too_large_to_draw_are_told(page: Page, width: str, n_hidden: int) -> None:
    app = page(NETWORK, source=number_picker.RANDOM, width=width)
    assert ("W_1" in pictures(app)) == (n_hidden == 0)
    assert html(app).count("too large to draw, but listed under Edit") == n_hidden
    assert ("; W₁, 17 × 34, and b₁ are" in html(app)) == (n_hidden == 2)


@pytest.mark.parametrize(("length", "has_others"), [("1", False), ("2", True)])
def test_other_rows_are_mentioned_where_there_are_some(page: Page, length: str, *, has_others: bool) -> None:
    app = page(NETWORK, source=number_picker.RANDOM, length=length)
    assert any("every other row by 0" in caption.value for caption in app.caption) == has_others


def test_one_row_has_no_batch_norm(page: Page) -> None:
    app = page(NORMS, source=number_picker.RANDOM, length="1", width="1")
    assert any("two rows" in sentence for sentence in messages(app))
    assert "layer_norm" in pictures(app)
    assert "batch_norm" not in pictures(app)


EDITS = {
    "X": (NETWORK, "X", {"X", "expanded", "activated", "contracted", "moved"}),
    "W_2": (NETWORK, "W_2", {"W_2", "contracted", "moved"}),
    "x of a residual": (RESIDUAL, "X", {"pre_x", "pre_0", "pre_1", "pre_2", "post_x", "post_0", "post_1", "post_2"}),
    "W_2 of a residual": (RESIDUAL, "W_2", {"pre_1", "pre_2", "post_0", "post_1", "post_2"}),
    "rows": (NORMS, "X", {"X", "row_moments", "column_moments", "layer_norm", "batch_norm"}),
}


@pytest.mark.parametrize(("view", "matrix", "expected"), EDITS.values(), ids=EDITS)
def test_an_edited_cell_flows_into_every_later_matrix(page: Page, view: str, matrix: str, expected: set[str]) -> None:
    difference = changed(page(view), edit(page(view), matrix, 0, "2", 9.0), pictures)
    assert difference - {"moved"} == expected - {"moved"}


@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
@pytest.mark.parametrize("value", [None, "cat", "1e400", "2e38"])
def test_a_bad_cell_is_reported_and_the_numbers_stay(page: Page, view: str, value: object) -> None:
    before = page(view)
    after = edit(page(view), "X", 1, "2", value)
    assert any("X, row 2, column 2" in sentence for sentence in messages(after))
    assert not changed(before, after, pictures)


@pytest.mark.parametrize("value", [1e38, -1e38, 0.0])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_extreme_numbers_are_drawn(page: Page, view: str, value: float) -> None:
    assert FIRST_PICTURE[view] in pictures(edit(page(view), "X", 1, "2", value))


@pytest.mark.parametrize("size", ["1", "64"])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_any_size_is_drawn(page: Page, view: str, size: str) -> None:
    assert FIRST_PICTURE[view] in pictures(page(view, source=number_picker.RANDOM, length=size, width=size))


@pytest.mark.parametrize("part", ["encoder", "decoder"])
@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS])
def test_numbers_come_from_the_translator(page: Page, view: str, part: str) -> None:
    app = page(view, source=number_picker.TRANSLATOR, part=part, layer="2", sentence="the cat sees a dog")
    assert FIRST_PICTURE[view] in pictures(app)
    assert not messages(app)


@pytest.mark.parametrize("view", [NETWORK, RESIDUAL, NORMS, STREAM, BLOCK])
@pytest.mark.parametrize("sentence", ["", "   ", "?!"])
def test_nothing_to_read_is_reported(page: Page, view: str, sentence: str) -> None:
    app = page(view, source=number_picker.TRANSLATOR, sentence=sentence)
    assert not app.text_input("sentence").value.strip("?! ")
    assert messages(app)


@pytest.mark.parametrize(("length", "width"), [("1", "1"), ("1", "5"), ("128", "127"), ("128", "128"), ("3", "2")])
@pytest.mark.parametrize("similarity", ["dot product", "cosine"])
def test_positions_of_any_size_are_drawn(page: Page, length: str, width: str, similarity: str) -> None:
    app = page(POSITIONS, positions=length, d_model=width, similarity=similarity)
    assert pictures(app).keys() >= {"positions", "similarity", "waves"}


@pytest.mark.parametrize("waves", ["", "cat", "-1", "1.5", "0", "999", "1 2 3 4 5 6", "9" * 50, "<b>"])
def test_bad_waves_are_reported(page: Page, waves: str) -> None:
    app = page()
    app.text_input("waves").set_value(waves).run()
    assert not app.exception
    assert messages(app) or any("of the dimensions" in caption.value for caption in app.caption)


def test_a_number_that_is_no_dimension_is_told_the_range(page: Page) -> None:
    assert any("whole numbers from 1 to 64" in sentence for sentence in messages(page(POSITIONS, waves="12345")))


@pytest.mark.parametrize("stage", range(1, 15))
def test_every_stage_of_a_decoder_block_is_shown(page: Page, stage: int) -> None:
    app = page(BLOCK, part="decoder", stage=str(stage), layer="2")
    assert any(name.startswith("stage") for name in pictures(app))


def test_colours_are_stretched_only_where_a_stage_has_maps(page: Page) -> None:
    def stretches(stage: int) -> bool:
        shown, stretched = (page(BLOCK, stage=str(stage), stretch=value) for value in ("false", "true"))
        assert stretched.toggle("stretch").value, "a stage without maps keeps the choice"
        specs = [[chart.proto.spec for chart in app.get("plotly_chart")] for app in (shown, stretched)]
        assert (specs[0] != specs[1]) == (not stretched.toggle("stretch").disabled)
        return specs[0] != specs[1]

    assert [stretches(stage) for stage in range(1, 5)].count(True) == 1


def test_a_batch_is_padded_and_the_same_as_alone(page: Page) -> None:
    app = page(BATCH, sentences="i eat fish\nshe does not like the small black dog", chosen="1")
    assert html(app).count('<td class="padding">') == 5
    cells = json.loads(next(c for c in app.get("plotly_chart") if c.proto.id.endswith("attention_chart")).proto.spec)
    assert len(cells["layout"]["xaxis"]["ticktext"]) == 8
    (differences,) = (c.value for c in app.caption if "in the batch and alone" in c.value)
    assert re.search(r"\*\*(0|\d\u202f·\u202f10⁻([⁶-⁹]|¹.))\*\*", differences), "less than 10⁻⁵"


@pytest.mark.parametrize(
    "sentences",
    [
        "",
        " \n ",
        "?!",
        '<b>x</b> $y$ & "z"\n<script>alert(1)</script>',
        "x" * 2400,
        "the cat sleeps " * 1200,
        "cats\n" * 40,
        "a\n\n\nb c",
    ],
    ids=["nothing", "blank", "marks", "markup", "long", "longer", "many", "gaps"],
)
def test_any_text_is_a_batch_or_a_sentence_about_it(page: Page, sentences: str) -> None:
    app = page(BATCH)
    assert app.text_area("sentences").max_chars >= len(sentences), "the box drops what is longer without a word"
    app.text_area("sentences").set_value(sentences).run()
    assert not app.exception
    assert app.text_area("sentences").value == sentences[:4000], "the address holds it"
    assert "<script>alert" not in html(app)
    assert "attention" in pictures(app) or messages(app)
    assert html(app).count("<tr>") <= 8


@pytest.mark.parametrize("value", ["", "99", "-1", "NaN", "9" * 400], ids=lambda text: text[:9])
@pytest.mark.parametrize("view", [None, NETWORK, BLOCK, BATCH, STREAM])
def test_a_nonsense_link_is_corrected(page: Page, view: str | None, value: str) -> None:
    names = ("positions", "d_model", "similarity", "waves", "source", "part", "by", "depth", "stage", "chosen", "row")
    more = ("layer", "head", "mean", "seed", "length", "width", "sentences", "sentence")
    app = page(view or value, **dict.fromkeys((*names, *more), value))
    assert pictures(app) or messages(app)


@pytest.mark.parametrize(("view", "matrices"), [(NETWORK, EXAMPLE), (NORMS, {"X": np.eye(5)})])
@pytest.mark.parametrize(("name", "make"), [("a.csv", to_csv), ("a.npz", to_npz)])
def test_a_file_is_read_or_refused(page: Page, view: str, matrices: dict[str, Any], name: str, make: Any) -> None:
    app = page(view)
    app.file_uploader[0].upload(name, make(matrices), "text/csv").run()
    assert not app.exception
    assert app.selectbox("source").value == number_picker.FILE
    assert FIRST_PICTURE[view] in pictures(app)
    app.file_uploader[0].upload(name, make({"Q": normalization.EXAMPLE["X"]}), "text/csv").run()
    assert not app.exception
    assert any("Q cannot be used" in sentence for sentence in messages(app))
