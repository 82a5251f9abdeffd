"""The choice of a training step, on the Translate page and in the view "Watch"."""

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus.tsv import read_tsv
from model.runs.run_folder import HELD_OUT
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import TINY, AppSetup, Open, forget, open_page, open_training
from tests.apptest.reading import chart, chips, html
from ui.runs.registry import get_registry


def slider(app: AppTest):
    return app.select_slider("training_step")


def watch(**query: str) -> AppTest:
    return open_training("Watch", **query)


def test_the_newest_weights_are_shown_first(opened: Open) -> None:
    app = opened()
    assert slider(app).value == 60
    assert "training_step" not in app.query_params


def test_an_earlier_step_shows_the_maps_of_its_weights(app_setup: AppSetup, opened: Open) -> None:
    newest = chart(opened())["data"][0]["z"]
    app = opened()
    slider(app).set_value(5).run()
    assert not app.exception
    earlier = chart(app)["data"][0]["z"]
    assert earlier != newest
    linked = opened(training_step="5")
    assert chart(linked)["data"][0]["z"] == earlier
    run = get_registry().open_default()
    assert run.load_snapshot(5).step == 5
    slider(linked).set_value(60).run()
    assert chart(linked)["data"][0]["z"] == newest, "the newest maps come back exactly"


@pytest.mark.parametrize("step", ["abc", "-1", "7", "1e9", "", "9" * 400, "<b>"])
def test_a_link_with_a_step_that_is_not_kept_shows_the_newest(opened: Open, step: str) -> None:
    app = opened(training_step=step)
    assert not app.exception
    assert slider(app).value == 60
    assert chart(app)["data"][0]["z"] == chart(opened())["data"][0]["z"]


def test_play_goes_through_the_training(opened: Open) -> None:
    app = opened()
    app.button("play_training").click().run()
    assert not app.exception
    assert slider(app).value == 0
    slider(app).set_value(20).run()
    assert slider(app).value == 20, "moving the slider stops the playback"


def test_the_sentence_and_step_of_decoding_stay_where_they_are(opened: Open) -> None:
    app = opened(sentence="i eat fish ", step="2")
    slider(app).set_value(40).run()
    assert chips(app, "English") == ["i", "eat", "fish"]
    assert app.slider("step").value == 2


@pytest.mark.parametrize("view", ["", "Watch", "Compare"])
def test_a_training_that_restarts_meanwhile_draws_the_page_again(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch, view: str
) -> None:
    kept, calls = TrainingRun.kept_steps, []

    def kept_steps(run: TrainingRun) -> tuple[int, ...]:
        calls.append(run)
        return () if len(calls) == 1 else kept.fget(run)

    monkeypatch.setattr(TrainingRun, "kept_steps", property(kept_steps))
    app = open_training(view) if view else open_page("", {})
    assert not app.exception
    assert len(calls) > 1
    assert html(app)


@pytest.mark.usefixtures("app_setup")
def test_watching_draws_the_learning_curve_and_four_sentences() -> None:
    app = watch(sentence="i eat fish")
    assert not app.exception
    curve, *maps = [chart(app, number) for number in range(len(app.get("plotly_chart")))]
    assert len(maps) == 4
    steps = curve["data"][0]["x"]
    assert steps == [0, 1, 2, 5, 10, 15, 20, 40, 60]
    assert "held-out loss" in html(app)
    assert maps[0]["layout"]["xaxis"]["ticktext"] == ["i", "eat", "fish"]


@pytest.mark.usefixtures("app_setup")
def test_watching_at_an_earlier_step_marks_it_and_changes_every_map() -> None:
    app = watch()
    before = [chart(app, number)["data"][0]["z"] for number in range(1, 5)]
    slider(app).set_value(10).run()
    assert not app.exception
    (mark,) = chart(app)["layout"]["shapes"]
    assert mark["x0"] == 10
    after = [chart(app, number)["data"][0]["z"] for number in range(1, 5)]
    assert all(now != then for now, then in zip(after, before, strict=True))


@pytest.mark.usefixtures("app_setup")
def test_nobody_controls_the_default_training() -> None:
    app = watch()
    assert not {"Pause", "Stop", "Restart", "Resume"} & {button.label for button in app.button}


@pytest.mark.parametrize("sentence", ["", "   ", "🎉🎉", "<script>alert(1)</script>", "x" * 10_000, "\0\x1b", "عربي"])
@pytest.mark.usefixtures("app_setup")
def test_any_sentence_can_be_watched(sentence: str) -> None:
    app = watch(sentence=sentence)
    assert not app.exception
    assert len(app.get("plotly_chart")) == 5


def test_a_link_to_a_missing_run_is_reported(opened: Open) -> None:
    for digest in ("0" * 32, "../../etc/passwd", "<b>"):
        app = opened(run=digest)
        assert not app.exception
        assert any("not here" in warning.value for warning in app.warning)
        assert chart(app)["data"]


@pytest.mark.usefixtures("app_setup")
def test_bleu_is_measured_on_demand() -> None:
    app = watch()
    assert "BLEU" not in html(app)
    next(button for button in app.button if button.label == "Measure BLEU").click().run()
    assert not app.exception
    assert "BLEU" in html(app)
    slider(app).set_value(5).run()
    assert "BLEU" not in html(app), "not the result of other weights"


def test_a_link_to_a_run_without_its_corpus_is_reported(writable_app_setup: AppSetup, opened: Open) -> None:
    pairs = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort." for a in "bcdfg" for b in "klmnp")
    config = TrainingConfig(steps=2, batch_size=8)
    run = get_registry().create_run(read_tsv(pairs.encode()), ModelConfig(n_layers=1), config, keeps_corpus=True)
    assert not run.join(60).error
    digest = run.digest
    (run.folder.path / HELD_OUT).unlink()
    del run
    forget()
    app = opened(run=digest)
    assert not app.exception
    assert any("not here" in warning.value for warning in app.warning)


def test_during_training_the_slider_names_the_newest_step(training_app_setup: AppSetup, opened: Open) -> None:
    newest = get_registry().open_default().state.snapshot.step
    assert newest < TINY.steps
    app = opened()
    assert app.select_slider("training_step").label == f"Training step ({newest} so far)"
    training_app_setup.trainer.let(TINY.steps)
    get_registry().open_default().join(60)
    assert app.run().select_slider("training_step").label == "Training step"
