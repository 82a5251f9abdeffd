"""The comparison of two runs, or of two steps of one."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.head_alignment import score_heads
from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.translation_task import GUIDED_HEAD
from model.transformer.config import ModelConfig, Norm
from tests.apptest.fixtures import ME, SOMEBODY, AppSetup, open_page, open_training
from tests.apptest.reading import html
from tests.apptest.run_list import create
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.visitor_runs import get_run_lists
from ui.widgets.number_format import format_number, format_percent

NONSENSE = ["", "99", "-1", "abc", "NaN", "<b>", "\x00", "9" * 400, "../x", "f" * 32]


@pytest.fixture
def other(writable_app_setup: AppSetup) -> TrainingRun:
    """A run with other sizes than the default one."""
    run = get_registry().create_run(
        get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, norm=Norm.POST), TrainingConfig(steps=10, batch_size=32)
    )
    assert run.join(60).status is Status.TRAINED
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "other <b>"))
    return run


def compared(**query: str) -> AppTest:
    app = open_training("Compare", **query)
    assert not app.exception
    return app


def figures(app: AppTest) -> dict[str, Any]:
    """Return every chart by its key."""
    return {chart.proto.id.rpartition("-")[2]: json.loads(chart.proto.spec) for chart in app.get("plotly_chart")}


def cells(app: AppTest, name: str) -> np.ndarray:
    z = figures(app)[name]["data"][0]["z"]
    if isinstance(z, dict):
        dtype = {"f4": np.float32, "f8": np.float64}[z["dtype"]]
        shape = [int(size) for size in str(z["shape"]).split(",")]
        return np.frombuffer(base64.b64decode(z["bdata"]), dtype).reshape(shape)
    return np.array(z, float)


def test_by_default_a_run_is_compared_with_an_early_step(writable_app_setup: AppSetup) -> None:
    app = compared()
    early, late = app.select_slider("a_step").value, app.select_slider("b_step").value
    assert 60 / 4 <= early < late == 60, "late enough for its curves to be seen"
    assert "two steps of one run" in html(app)
    assert "Both are fed B’s translation (teacher forcing)" in html(app), "of the lower loss"
    np.testing.assert_allclose(cells(app, "map_difference"), cells(app, "map_B") - cells(app, "map_A"), atol=1e-6)


def test_two_runs_of_other_visitors_have_different_names(writable_app_setup: AppSetup) -> None:
    runs = [create(seed).digest for seed in (3, 4)]
    app = compared(a=runs[0], b=runs[1])
    assert {*runs} <= {box.value for box in app.selectbox}
    for box in app.selectbox[:2]:
        assert len({*box.options}) == len(box.options) == 3


def test_the_same_step_of_the_same_run_does_not_differ(writable_app_setup: AppSetup) -> None:
    app = compared(a_step="60")
    assert not cells(app, "map_difference").any()
    assert "No weight differs." in html(app)
    assert "Largest difference" not in html(app)


@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_both_maps_and_their_difference_have_the_same_tokens(other: TrainingRun, kind: str) -> None:
    app = compared(kind=kind)
    drawn = figures(app)
    labels = [[drawn[name]["layout"][axis]["ticktext"] for axis in ("xaxis", "yaxis")]
              for name in ("map_A", "map_B", "map_difference")]  # fmt: skip
    assert labels[0] == labels[1] == labels[2]
    a, b, difference = (cells(app, name) for name in ("map_A", "map_B", "map_difference"))
    np.testing.assert_allclose(difference, b - a, atol=1e-6)
    if kind == "decoder":
        assert np.isnan(difference[0, 1:]).all(), "masked cells are blank"
    run = get_registry().open_default()
    assert f"step {run.state.steps}" in html(app)
    assert "&lt;b&gt;" in html(app)
    assert "norm" in html(app)


def test_only_common_layers_and_heads_can_be_chosen(other: TrainingRun) -> None:
    app = compared(layer="2", head="4")
    assert app.slider("head").max == 2
    assert app.slider("layer").disabled
    assert figures(app)


def test_both_curves_are_in_one_figure_in_their_colours(other: TrainingRun) -> None:
    app = compared()
    for key in ("loss_curves", "score_curves"):
        lines = figures(app)[key]["data"]
        names = [line["hovertemplate"].rpartition(", step")[0] for line in lines]
        assert {name.partition(", ")[0] for name in names} == {"A", "B"}
        assert len({line["line"]["color"] for line in lines}) == len(lines) == 4, "no two curves in one colour"
        for name, line in zip(names, lines, strict=True):
            assert (line["line"]["dash"] == "dash") == ("training" in name)
            assert f"{'╍' if 'training' in name else '━'} {name}</span>" in html(app), "the legend names every curve"


def test_a_stretched_scale_ends_at_the_largest_difference(other: TrainingRun) -> None:
    plain, stretched = compared(), compared(stretch="true")
    assert figures(plain)["map_difference"]["data"][0]["zmax"] == 1
    most = np.abs(cells(stretched, "map_difference")).max()
    drawn = figures(stretched)["map_difference"]["data"][0]
    assert drawn["zmax"] == pytest.approx(most) == pytest.approx(-drawn["zmin"])


def test_the_link_holds_both_sides(other: TrainingRun) -> None:
    app = compared(b=other.digest, b_step="5", a_step="20")
    assert app.selectbox("choose_b").value == other.digest
    assert (app.select_slider("a_step").value, app.select_slider("b_step").value) == (20, 5)
    app.selectbox("choose_a").set_value(other.digest).run()
    assert not app.exception
    assert app.query_params["a"] == other.digest
    assert app.select_slider("a_step").value == 10, "a step that the other run does not have is its last"


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: ascii(value)[:20])
def test_a_nonsense_link_is_corrected(writable_app_setup: AppSetup, value: str) -> None:
    app = compared(a=value, b=value, a_step=value, b_step=value, kind=value, layer=value, head=value)
    assert figures(app)


@pytest.mark.parametrize("sentence", ["", "...", "zorbl <b> :red[x] $y$", "x" * 5000, "\x00", "🐈 sees"])
def test_any_sentence(other: TrainingRun, sentence: str) -> None:
    app = compared(sentence=sentence)
    assert "<b> :red" not in html(app)


def test_runs_without_common_vocabulary_are_not_compared(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((f"{one}", f"{two}"), ("un", "zwei"), frozenset()) for one in "abcde" for two in "fghij")
    strange = Corpus("strange", pairs, pairs[:5], is_raw_text=False)
    whole = TrainingConfig(steps=60, batch_size=8, beginnings=0.0)  # it says "un zwei", of which the other knows "un"
    run = get_registry().create_run(strange, ModelConfig(n_layers=1), whole)
    assert run.join(60).status is Status.TRAINED
    app = compared(b=run.digest)
    assert "cannot be compared" in html(app)
    assert list(figures(app)) == ["loss_curves", "score_curves"]
    assert "corpus" in html(app)
    written = replace(strange, is_raw_text=True)
    run = get_registry().create_run(written, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8, seed=2))
    assert run.join(60).status is Status.TRAINED
    assert "tokenizers of A and B" in html(compared(b=run.digest))


def test_a_run_without_weights_is_reported(writable_app_setup: AppSetup) -> None:
    may_train = threading.Event()

    def slow(*arguments, **options) -> Iterator[Progress]:
        may_train.wait(60)
        yield from train(*arguments, **options)

    writable_app_setup.trainer = slow
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=5, batch_size=32))
    try:
        app = compared(b=run.digest)
        assert any("B has no weights yet" in str(info.value) for info in app.info)
        assert not figures(app)
    finally:
        may_train.set()
    assert run.join(60).status is Status.TRAINED
    assert figures(app.run())


def test_the_slider_tells_the_true_step_while_a_run_trains(writable_app_setup: AppSetup) -> None:
    may_end = threading.Event()

    def halting(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            yield progress
            if progress.step == 5:
                may_end.wait(60)

    writable_app_setup.trainer = halting
    config = TrainingConfig(steps=1500, batch_size=32)
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8), config)
    try:
        deadline = time.monotonic() + 60
        while not (run.state.snapshot and run.state.snapshot.step == 5) and time.monotonic() < deadline:
            time.sleep(0.02)
        app = compared(b=run.digest)
        assert app.select_slider("b_step").label == f"Training step of B 5 of {format_number(1500)}"
        assert app.select_slider("a_step").label == "Training step of A"
        app.select_slider("b_step").set_value(run.kept_steps[-2]).run()
        assert app.select_slider("b_step").label == "Training step of B: not reached, 5 is shown"
    finally:
        may_end.set()
        run.pause()


def test_damaged_earlier_weights_of_the_other_run_are_reported(other: TrainingRun) -> None:
    default = get_registry().open_default()
    default.folder.path.joinpath("step-0000005.safetensors").write_bytes(b"not weights")
    app = compared(run=other.digest, b=default.digest, b_step="5")
    assert "5" not in app.select_slider("b_step").options
    assert [caption.value.startswith("B: The weights of step 5 cannot be shown") for caption in app.caption] == [True]


def test_the_legend_names_the_alignment_only_if_known(writable_app_setup: AppSetup) -> None:
    assert "━ A, alignment" in html(compared())
    pairs = tuple(Pair((one, two), ("un", "zwei"), frozenset()) for one in "abcde" for two in "fghij")
    strange = Corpus("strange", pairs, pairs[:5], is_raw_text=False)
    run = get_registry().create_run(strange, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    assert "━ A, alignment" not in html(compared(a=run.digest, b=run.digest))


@pytest.mark.parametrize("side", ["a", "b"])
def test_a_link_to_a_missing_run_is_reported(writable_app_setup: AppSetup, side: str) -> None:
    app = open_training("Compare", **{side: "nonsense"})
    assert not app.exception
    assert [f"Run {side.upper()} of this link is not on this server" in toast.value for toast in app.toast] == [True]
    assert not any("not on this server" in info.value for info in open_training("Compare").info)


def test_a_guided_run_opens_on_its_guided_head_with_its_alignment(writable_app_setup: AppSetup) -> None:
    sizes = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=16)
    short = TrainingConfig(steps=150, batch_size=32, learning_rate=0.01)
    runs = [
        get_registry().create_run(get_toy_corpus(), sizes, replace(short, guided_alignment=weight))
        for weight in (0.0, 0.5)
    ]
    assert not any(run.join(60).error for run in runs)
    plain, guided = runs
    app = compared(run=plain.digest, b=guided.digest)
    assert (app.slider("layer").value, app.slider("head").value) == (2, 1)
    scores = [score_heads(run.state.snapshot.translator, run.corpus.held_out)[-1, GUIDED_HEAD] for run in runs]
    assert scores[1] > scores[0] + 0.2
    cells = "".join(f"<td>{format_percent(score)}</td>" for score in scores)
    assert f"<th>alignment, guided head</th>{cells}" in html(app)
    assert "<th>guided alignment</th><td>0</td><td>0.5</td>" in html(app)
    unguided = compared(run=plain.digest)
    assert "guided head" not in html(unguided)
    assert (unguided.slider("layer").value, unguided.toggle("mean").value) == (2, True)


def test_the_runs_follow_the_browser_s_history(other: TrainingRun) -> None:
    app = compared()
    default, boxes = get_registry().open_default().digest, ("choose_a", "choose_b")
    assert [app.selectbox(box).value for box in boxes] == [default, other.digest]
    app.selectbox("choose_a").set_value(other.digest).run()
    for link, first in (("", default), (other.digest, other.digest)):
        app.query_params["a"] = link
        app.run()
        assert [app.selectbox(box).value for box in boxes] == [first, other.digest]
        assert app.query_params.get("a", "") in (link, [link])


def test_a_copied_link_shows_the_same_runs_to_a_visitor_with_other_runs(other: TrainingRun) -> None:
    app = compared()
    link = {key: value if isinstance(value, str) else value[0] for key, value in app.query_params.items()}
    guest = open_page("pages/training.py", link, SOMEBODY)
    assert [app.selectbox(box).value for box in ("choose_a", "choose_b")] == [
        guest.selectbox(box).value for box in ("choose_a", "choose_b")
    ]


def test_the_same_weights_twice_are_called_so(writable_app_setup: AppSetup) -> None:
    app = compared(a_step="60")
    assert "A and B are the same weights: choose another run or training step." in html(app)
    assert "two steps of one run" not in html(app)


def test_untouched_steps_are_the_usual_ones_of_each_new_choice(other: TrainingRun) -> None:
    app = compared(b=other.digest)
    assert [app.select_slider(key).value for key in ("a_step", "b_step")] == [60, 10]
    default = get_registry().open_default().digest
    app.selectbox("choose_b").set_value(default).run()
    assert not app.exception
    fresh = compared(b=default)
    for key in ("a_step", "b_step"):
        assert app.select_slider(key).value == fresh.select_slider(key).value, "as a copied link shows"


@pytest.mark.parametrize(("linked", "shown"), [({}, 60), ({"a_step": "0"}, 0)])
def test_after_a_deletion_an_early_step_is_compared_again(
    other: TrainingRun, linked: dict[str, str], shown: int
) -> None:
    app = compared(b=other.digest, **linked)
    assert app.select_slider("a_step").value == shown
    get_run_lists().change(ME, lambda runs: runs.without_run(other.digest))
    get_registry().delete(other.digest)
    app.run()
    assert not app.exception
    assert 0 < app.select_slider("a_step").value < app.select_slider("b_step").value == 60
    assert "two steps of one run" in html(app)
