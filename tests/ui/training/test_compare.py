"""Two runs, or two steps of one, side by side, without a browser."""

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus, Pair
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.transformer.config import ModelConfig, Norm
from tests.apptest.fixtures import ME, House, open_training
from tests.apptest.reading import html
from ui.runs import cache

NONSENSE = ["", "99", "-1", "abc", "NaN", "<b>", "\x00", "9" * 400, "../x", "f" * 32]


@pytest.fixture
def other(own_house: House) -> TrainingRun:
    """A run of other sizes."""
    run = cache.runs().begin(
        cache.corpus(), ModelConfig(n_layers=1, n_heads=2, norm=Norm.POST), TrainingConfig(steps=10, batch_size=32)
    )
    assert not run.join(60).error
    cache.shelves().change(ME, lambda shelf: shelf.put(run.digest, "other <b>"))
    return run


def compared(**query: str) -> AppTest:
    app = open_training("Compare", **query)
    assert not app.exception
    return app


def figures(app: AppTest) -> dict[str, Any]:
    """Every picture by its name."""
    return {chart.proto.id.rpartition("-")[2]: json.loads(chart.proto.spec) for chart in app.get("plotly_chart")}


def cells(app: AppTest, name: str) -> np.ndarray:
    z = figures(app)[name]["data"][0]["z"]
    if isinstance(z, dict):
        dtype = {"f4": np.float32, "f8": np.float64}[z["dtype"]]
        shape = [int(size) for size in str(z["shape"]).split(",")]
        return np.frombuffer(base64.b64decode(z["bdata"]), dtype).reshape(shape)
    return np.array(z, float)


def test_one_run_is_compared_with_itself_as_it_was_early(own_house: House) -> None:
    app = compared()
    early, late = app.select_slider("a_step").value, app.select_slider("b_step").value
    assert early < late == 60
    assert "two steps of one training" in html(app)
    assert "Both are fed B’s translation" in html(app), "the better one tells"
    np.testing.assert_allclose(cells(app, "map_difference"), cells(app, "map_B") - cells(app, "map_A"), atol=1e-6)


def test_the_same_step_of_the_same_run_does_not_differ(own_house: House) -> None:
    app = compared(a_step="60")
    assert not cells(app, "map_difference").any()
    assert "look alike" in html(app)


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_two_runs_are_laid_over_each_other_for_the_same_tokens(other: TrainingRun, kind: str) -> None:
    app = compared(kind=kind)
    drawn = figures(app)
    labels = [[drawn[name]["layout"][axis]["ticktext"] for axis in ("xaxis", "yaxis")]
              for name in ("map_A", "map_B", "map_difference")]  # fmt: skip
    assert labels[0] == labels[1] == labels[2]
    a, b, difference = (cells(app, name) for name in ("map_A", "map_B", "map_difference"))
    np.testing.assert_allclose(difference, b - a, atol=1e-6)
    if kind == "decoder":
        assert np.isnan(difference[0, 1:]).all(), "what is not generated yet is blank"
    run = cache.runs().default()
    assert f"step {run.state.steps}" in html(app)
    assert "&lt;b&gt;" in html(app)
    assert "norm" in html(app)


def test_layers_and_heads_are_those_that_both_have(other: TrainingRun) -> None:
    app = compared(layer="2", head="4")
    assert app.slider("head").max == 2
    assert app.slider("layer").disabled
    assert figures(app)


def test_both_curves_are_in_one_figure_in_their_colours(other: TrainingRun) -> None:
    lines = figures(compared())["course"]["data"]
    held_out = {line["hovertemplate"].split(",")[0]: line["line"]["color"] for line in lines}
    assert set(held_out) == {"A", "B"}
    assert held_out["A"] != held_out["B"]
    assert {line["line"]["dash"] for line in lines} == {"solid", "dot"}


def test_a_stretched_scale_ends_at_the_largest_difference(other: TrainingRun) -> None:
    plain, stretched = compared(), compared(stretch="true")
    assert figures(plain)["map_difference"]["data"][0]["zmax"] == 1
    most = np.abs(cells(stretched, "map_difference")).max()
    drawn = figures(stretched)["map_difference"]["data"][0]
    assert drawn["zmax"] == pytest.approx(most) == pytest.approx(-drawn["zmin"])


def test_the_link_says_what_is_compared(other: TrainingRun) -> None:
    app = compared(b=other.digest, b_step="5", a_step="20")
    assert app.selectbox("choose_b").value == other.digest
    assert (app.select_slider("a_step").value, app.select_slider("b_step").value) == (20, 5)
    app.selectbox("choose_a").set_value(other.digest).run()
    assert not app.exception
    assert app.query_params["a"] == other.digest
    assert app.select_slider("a_step").value == 10, "a step that the other run does not have is its last"


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: ascii(value)[:20])
def test_a_nonsense_link_is_corrected(own_house: House, value: str) -> None:
    app = compared(a=value, b=value, a_step=value, b_step=value, kind=value, layer=value, head=value)
    assert figures(app)


@pytest.mark.parametrize("sentence", ["", "...", "zorbl <b> :red[x] $y$", "x" * 5000, "\x00", "🐈 sees"])
def test_any_sentence(other: TrainingRun, sentence: str) -> None:
    app = compared(sentence=sentence)
    assert "<b> :red" not in html(app)


def test_runs_that_share_no_words_are_answered_with_a_sentence(own_house: House) -> None:
    pairs = tuple(Pair((f"{one}", f"{two}"), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    strange = Corpus("strange", pairs, pairs[:5], is_raw_text=False)
    run = cache.runs().begin(strange, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert not run.join(60).error
    app = compared(b=run.digest)
    assert "cannot be laid over each other" in html(app)
    assert list(figures(app)) == ["course"]
    assert "corpus" in html(app)
    written = replace(strange, is_raw_text=True)
    run = cache.runs().begin(written, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8, seed=2))
    assert not run.join(60).error
    assert "different tokens" in html(compared(b=run.digest))


def test_a_run_without_weights_is_waited_for(own_house: House) -> None:
    go_on = threading.Event()

    def slow(*arguments) -> Iterator[Progress]:
        go_on.wait(60)
        yield from train(*arguments)

    own_house.trainer = slow
    run = cache.runs().begin(cache.corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=5, batch_size=32))
    try:
        app = compared(b=run.digest)
        assert any("B has no weights yet" in str(info.value) for info in app.info)
        assert not figures(app)
    finally:
        go_on.set()
    assert not run.join(60).error
    assert figures(app.run())


def test_damaged_earlier_weights_of_the_other_run_are_told(other: TrainingRun) -> None:
    default = cache.runs().default()
    default.folder.path.joinpath("step-0000005.safetensors").write_bytes(b"not weights")
    app = compared(run=other.digest, b=default.digest, b_step="5")
    assert "5" not in app.select_slider("b_step").options
    assert [caption.value.startswith("B: The weights of step 5 were set aside") for caption in app.caption] == [True]


def test_the_legend_names_the_alignment_only_where_it_is_known(own_house: House) -> None:
    assert "dotted: alignment" in html(compared())
    pairs = tuple(Pair((one, two), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    strange = Corpus("strange", pairs, pairs[:5], is_raw_text=False)
    run = cache.runs().begin(strange, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert not run.join(60).error
    assert "dotted: alignment" not in html(compared(a=run.digest, b=run.digest))


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_link_to_a_run_that_is_not_here_is_told(own_house: House, side: str) -> None:
    app = open_training("Compare", **{side: "nonsense"})
    assert not app.exception
    assert [f"for {side.upper()} that is not here" in info.value for info in app.info] == [True]
    assert not any("not here" in info.value for info in open_training("Compare").info)
