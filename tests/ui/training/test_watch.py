"""The view "Watch": the learning curve, the maps at an earlier step, BLEU."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import AppSetup, open_training
from tests.apptest.reading import chart, html
from ui.runs.registry import get_registry


def watch(**query: str) -> AppTest:
    return open_training("Watch", **query)


@pytest.mark.usefixtures("app_setup")
def test_watching_draws_the_learning_curve_and_four_sentences() -> None:
    app = watch(sentence="i eat fish")
    assert not app.exception
    losses, scores, *maps = [chart(app, number) for number in range(len(app.get("plotly_chart")))]
    assert len(maps) == 4
    for curves in (losses, scores):
        assert curves["data"][0]["x"] == [0, 1, 2, 5, 10, 15, 20, 40, 60]
        assert len({line["line"]["color"] for line in curves["data"]}) == len(curves["data"]) == 2
    assert "held-out loss" in html(app)
    assert maps[0]["layout"]["xaxis"]["ticktext"] == ["i", "eat", "fish"]


@pytest.mark.usefixtures("app_setup")
def test_watching_at_an_earlier_step_marks_it_and_changes_every_map() -> None:
    app = watch()
    before = [chart(app, number)["data"][0]["z"] for number in range(2, 6)]
    app.select_slider("training_step").set_value(10).run()
    assert not app.exception
    marked = [[mark["x0"] for mark in chart(app, number)["layout"]["shapes"]] for number in (0, 1)]
    assert marked == [[10, TrainingConfig(steps=60).n_smoothed], [10]], "the losses have the end of label smoothing too"
    after = [chart(app, number)["data"][0]["z"] for number in range(2, 6)]
    assert all(now != then for now, then in zip(after, before, strict=True))


@pytest.mark.parametrize("sentence", ["", "   ", "🎉🎉", "<script>alert(1)</script>", "x" * 10_000, "\0\x1b", "عربي"])
@pytest.mark.usefixtures("app_setup")
def test_any_sentence_can_be_watched(sentence: str) -> None:
    app = watch(sentence=sentence)
    assert not app.exception
    assert len(app.get("plotly_chart")) == 6


@pytest.mark.usefixtures("app_setup")
def test_words_outside_the_vocabulary_are_named() -> None:
    assert "Not in the vocabulary: “Zorbin”, “日本”." in html(watch(sentence="the cat sees Zorbin 日本 "))
    half_typed = watch(sentence="the cat sees a wom")
    assert "Not in the vocabulary" not in html(half_typed)
    assert chart(half_typed, 2)["layout"]["xaxis"]["ticktext"] == ["the", "cat", "sees", "a"]


@pytest.mark.usefixtures("app_setup")
def test_bleu_is_measured_on_demand() -> None:
    app = watch()
    assert "BLEU" not in html(app)
    next(button for button in app.button if button.label == "Measure BLEU").click().run()
    assert not app.exception
    assert "BLEU" in html(app)
    app.select_slider("training_step").set_value(5).run()
    assert "BLEU" not in html(app), "not the result of other weights"


def test_without_gold_links_there_is_no_alignment_and_with_one_layer_no_other(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    unaligned = Corpus("unaligned", pairs, pairs[:5], is_raw_text=False)
    run = get_registry().create_run(unaligned, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    app = watch(run=run.digest, layer="2")
    assert app.slider("layer").value == 1, "it has no other"
    watched = html(app)
    assert "<b>–</b><span>alignment</span>" in watched
    assert "━ alignment" not in watched
    n_held_out = len(unaligned.held_out)
    assert f"Measured on {n_held_out} held-out sentence" in watched, "few: each moves the curve"


@pytest.mark.usefixtures("app_setup")
def test_scores_while_typing_are_those_of_the_last_step_and_unknown_before() -> None:
    labels = ("doubled word", "stopped at the length limit", "words taken back", "calibration error")
    app = watch()
    for label in labels:
        assert re.search(rf"<b>[\d.]+(\u202f%)?</b><span>{label}</span>", html(app)), label
    app.select_slider("training_step").set_value(10).run()
    assert not app.exception
    for label in labels:
        assert f"<b>–</b><span>{label}</span>" in html(app)
