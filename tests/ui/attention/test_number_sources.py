"""Every view offers the numbers that suit it: examples, random numbers, the translator, a file."""

import re

import numpy as np
import pytest

from model.lab import attention_examples
from model.lab.matrix_files import to_csv
from tests.apptest.fixtures import ME, AppSetup, Open, open_page
from tests.apptest.matrices import cell_texts, pictures
from tests.apptest.reading import warnings
from tests.apptest.run_list import create
from ui.attention.number_sources import HAND, LENGTHS, NINE, PROJECTED, SIZES
from ui.widgets import link_keys
from ui.widgets.number_picker import FILE, RANDOM, TRANSLATOR

STEPS, HEADS, FUSED, LINEAR = "Step by step", "Multi-head vs single-head", "Fused projections", "Linear attention"
SOURCES = {
    STEPS: (PROJECTED, HAND, LENGTHS, NINE, SIZES, RANDOM, TRANSLATOR),
    HEADS: (PROJECTED, HAND, NINE, SIZES, RANDOM, TRANSLATOR),
    FUSED: (PROJECTED, RANDOM, TRANSLATOR),
    LINEAR: (PROJECTED, HAND, LENGTHS, NINE, SIZES, RANDOM, TRANSLATOR),
}


@pytest.mark.parametrize(("view", "source"), [(view, source) for view in SOURCES for source in ("", *SOURCES[view])])
def test_every_view_opens_on_numbers_that_suit_it(attention_page: Open, view: str, source: str) -> None:
    app = attention_page(view=view, numbers=source) if source else attention_page(view=view)
    assert app.selectbox("numbers").options == [*SOURCES[view], FILE]
    assert app.selectbox("numbers").value == (source or PROJECTED)
    assert app.get("plotly_chart")
    assert not warnings(app)
    assert not app.info


def test_numbers_that_do_not_suit_a_view_are_replaced(attention_page: Open) -> None:
    app = attention_page(numbers=HAND)
    app.segmented_control("view").set_value(FUSED).run()
    assert not app.exception
    assert app.selectbox("numbers").value == PROJECTED
    assert attention_page(view=FUSED, numbers=LENGTHS).selectbox("numbers").value == PROJECTED


def test_choosing_an_example_sets_its_options(attention_page: Open) -> None:
    app = attention_page()
    assert app.selectbox("numbers").value == PROJECTED
    app.selectbox("numbers").set_value(LENGTHS).run()
    assert app.text_input("lengths").value == "2, 6"
    app.selectbox("numbers").set_value(NINE).run()
    assert not app.exception
    assert not app.toggle("scale").value


def test_numbers_bring_their_number_of_heads(writable_app_setup: AppSetup) -> None:
    for run, source, n_heads in ((create(), TRANSLATOR, 2), (None, TRANSLATOR, 4), (None, SIZES, 2), (None, NINE, 1)):
        query = {link_keys.RUN: run.digest} if run else {}
        app = open_page("pages/attention.py", query, ME)
        app.selectbox("numbers").set_value(source).run()
        assert not app.exception
        assert app.session_state[link_keys.N_HEADS] == n_heads, source


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_numbers_come_from_the_translator(attention_page: Open, kind: str) -> None:
    app = attention_page(numbers=TRANSLATOR, kind=kind)
    assert ("X_k" in pictures(app)) == (kind == "cross")
    assert ("masked" in pictures(app)) == (kind == "decoder")
    (mask,) = [group for group in app.button_group if group.key == link_keys.MASK]
    assert mask.label == ("Mask, added to the model's own" if kind == "decoder" else "Mask")


@pytest.mark.parametrize("size", ["1", "64"])
def test_any_size_is_drawn(attention_page: Open, size: str) -> None:
    assert "weights" in pictures(attention_page(numbers=RANDOM, length=size, width=size))


def test_a_file_is_read_or_refused(attention_page: Open) -> None:
    app = attention_page()
    assert "Weights are (in, out)" in app.file_uploader[0].help
    app.file_uploader[0].upload("a.csv", to_csv(attention_examples.NINE.matrices), "text/csv").run()
    assert not app.exception
    assert app.selectbox("numbers").value == FILE
    assert "weights" in pictures(app)
    app.file_uploader[0].upload("b.npz", b"nonsense", "application/zip").run()
    assert not app.exception
    assert "not an NPZ" in warnings(app)


def test_a_bad_file_leaves_the_good_one(attention_page: Open) -> None:
    app = attention_page(numbers="From a file")
    app.file_uploader[0].upload("a.csv", to_csv(attention_examples.NINE.matrices), "text/csv").run()
    before = pictures(app)
    app.file_uploader[0].upload("b.csv", b"# Q\n1,oops\n# K\n1,1\n# V\n1\n", "text/csv").run()
    assert re.search("not a number.*numbers of the previous file are kept", warnings(app))
    assert pictures(app) == before


def test_values_of_an_input_of_their_own_are_made_from_it(attention_page: Open) -> None:
    matrices = {"X": np.eye(2), "X_v": np.array([[2.0, 3], [4, 5]]), **{f"W_{name}": np.eye(2) for name in "qkv"}}
    app = attention_page()
    app.file_uploader[0].upload("a.csv", to_csv(matrices), "text/csv").run()
    assert cell_texts(app, "V") == [["2", "3"], ["4", "5"]]
    assert any("= X_v W_{v" in each.value for each in app.markdown)


def test_the_translator_s_tokens_are_labelled_as_they_were_typed(attention_page: Open) -> None:
    app = attention_page(numbers=TRANSLATOR, sentence="Zorbin likes Paris ", kind="encoder")
    specs = [chart.proto.spec for chart in app.get("plotly_chart")]
    assert any("Zorbin" in spec and "Paris" in spec for spec in specs)
    assert not any("zorbin" in spec for spec in specs)
