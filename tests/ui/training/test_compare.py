"""The comparison of two runs, or of two steps of one."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.head_alignment import score_heads
from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.training.translation_task import GUIDED_HEAD
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import AppSetup
from tests.apptest.reading import html
from tests.ui.training.comparison import cells, compared, figures
from ui.runs.registry import get_registry, get_toy_corpus
from ui.widgets.number_format import format_percent


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


def test_the_legend_names_the_alignment_only_if_known(writable_app_setup: AppSetup) -> None:
    assert "━ A, alignment" in html(compared())
    pairs = tuple(Pair((one, two), ("un", "zwei"), frozenset()) for one in "abcde" for two in "fghij")
    strange = Corpus("strange", pairs, pairs[:5], is_raw_text=False)
    run = get_registry().create_run(strange, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    assert "━ A, alignment" not in html(compared(a=run.digest, b=run.digest))


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
    assert "<th>guided alignment</th><td>0\u202f%</td><td>50\u202f%</td>" in html(app)
    unguided = compared(run=plain.digest)
    assert "guided head" not in html(unguided)
    assert (unguided.slider("layer").value, unguided.toggle("mean").value) == (2, True)


def test_the_same_weights_twice_are_called_so(writable_app_setup: AppSetup) -> None:
    app = compared(a_step="60")
    assert "A and B are the same weights: choose another run or training step." in html(app)
    assert "two steps of one run" not in html(app)
