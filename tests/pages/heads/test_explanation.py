"""The view "Explanation" of the Heads page: attribution methods over the typed words, and over the held-out set."""

from dataclasses import replace
from html import escape

import numpy as np
import pytest
import streamlit as st

from model.analysis.agreement_report import measure_agreement
from model.analysis.attributions import attribute_tokens, take_row
from model.corpus import Corpus, Pair, toy_corpus
from model.data.sentence import Sentence
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import chart, html
from ui.heads import cached_records, explanation
from ui.heads.cached_records import open_agreement
from ui.runs.registry import get_registry
from ui.shell import shell_keys
from ui.widgets import link_keys

PAGE = "pages/heads.py"


def test_the_explanation_shows_every_method_over_the_typed_words(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Explanation", "sentence": "the small dog sleeps tod"})  # half typed: left out
    assert not app.exception
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    words = ["the", "small", "dog", "sleeps"]
    translation = translate(snapshot.translator, words)
    figures = []
    for step in range(len(translation.steps)):
        app.slider(link_keys.STEP).set_value(step + 1).run()
        assert not app.exception
        assert f"Generating “{escape(translation.target[step])}”" in html(app)
        scores = take_row(attribute_tokens(snapshot.translator, words, translation, [step]), 0)
        bars = chart(app)["data"]
        assert len(bars) == len(scores)
        for drawn, expected in zip(bars, scores.values(), strict=True):
            np.testing.assert_allclose(drawn["y"], expected, atol=1e-5)
        figures.append(str(bars))
    assert len(set(figures)) == len(figures)


def test_a_copied_word_is_explained_as_the_token_that_was_generated(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute = explanation.compute_translation

    def compute_copied(snapshot: Snapshot, sentence: Sentence) -> Translation:
        translation = compute(snapshot, sentence)
        first, *others = translation.steps
        return replace(translation, steps=(replace(first, token="Zorbin", copied_from=0), *others))

    monkeypatch.setattr(explanation, "compute_translation", compute_copied)
    app = open_page(PAGE, {"view": "Explanation", "sentence": "the small dog sleeps", "step": "1"})
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    (generated, *_) = translate(snapshot.translator, ["the", "small", "dog", "sleeps"]).vocabulary_tokens
    assert f"Generating {escape(generated)}, copied as “Zorbin”" in html(app)


def test_integrated_gradients_that_miss_their_sum_are_said_to_be_rough(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_records, "N_SENTENCES", 1)
    app = open_page(PAGE, {"view": "Explanation", "sentence": "the small dog sleeps"})
    assert "are rough here" not in html(app)
    monkeypatch.setattr(explanation, "compute_incompleteness", lambda *_: 0.034)
    app.run()
    assert "by 3.4\u202f%" in html(app)


def test_the_table_of_agreement_covers_the_held_out_sentences(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_records, "N_SENTENCES", 3)
    app = open_page(PAGE, {"view": "Explanation"})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    open_agreement(run.state.snapshot, run).join(60)
    app.run()
    assert not app.exception
    assert "over 3 held-out sentences" in html(app)
    *_, report = measure_agreement(run.state.snapshot.translator, [pair.source for pair in run.corpus.held_out[:3]])
    for each in report.agreements:
        assert each.mean is not None
        mean = f"{each.mean:z.2f}".replace("-", "−")
        assert f"<td>{each.method}</td><td>{mean}</td>" in html(app)


def test_an_earlier_step_is_compared_on_request(writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_records, "N_SENTENCES", 2)
    app = open_page(PAGE, {"view": "Explanation", "training_step": "0"})
    assert "mean rank correlation" not in html(app)
    next(button for button in app.button if "Measure" in button.label).click().run()
    run = get_registry().open_default()
    first = run.load_snapshot(0)
    assert first is not None
    open_agreement(first, run).join(60)
    app.run()
    assert not app.exception
    assert "mean rank correlation" in html(app)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("", "Type a sentence"),
        ("dogs", "Fewer than 3 tokens"),
        ("zzz qqq <b>xx</b>", "An unknown word cannot be left out"),
        ("the " * 200, "tokens are read"),
        ("$$ &lt; \u200b 0", ""),
    ],
)
def test_no_sentence_breaks_the_explanation(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch, sentence: str, said: str
) -> None:
    monkeypatch.setattr(cached_records, "N_SENTENCES", 1)
    app = open_page(PAGE, {"view": "Explanation", "sentence": sentence, "step": "99"})
    assert not app.exception
    assert said in html(app) + " ".join(info.value for info in app.info)


def test_a_corpus_without_long_sentences_has_an_empty_table_of_agreement(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((word,), (word,), frozenset()) for word in "abcdefgh")
    run = get_registry().create_run(
        Corpus("words", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert run.join(60).status is Status.TRAINED
    app = open_page(PAGE, {"run": run.digest, "view": "Explanation", "sentence": "a b c"}, ME)
    assert run.state.snapshot is not None
    open_agreement(run.state.snapshot, run).join(60)
    app.run()
    assert not app.exception
    assert "<td>attention</td><td>–</td><td>–</td><td>0</td>" in html(app)


def test_the_comparison_waits_for_the_end_of_the_training(training_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Explanation"})
    assert not app.exception
    assert "rank correlation" in str(chart(app))
    assert "begins when the training ends" in html(app)


def test_the_unknown_word_of_text_of_ones_own_is_said_to_be_not_learned(writable_app_setup: AppSetup) -> None:
    toy = toy_corpus(seed=2, train=60, held_out=6)
    corpus = Corpus("own", tuple(toy.train), tuple(toy.held_out), is_raw_text=True)
    run = get_registry().create_run(corpus, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    remark = "a vector that it has not learned"
    assert remark in html(open_page(PAGE, {"run": run.digest, "view": "Explanation"}, ME))
    assert remark not in html(open_page(PAGE, {"view": "Explanation"}))


def test_the_sentence_is_kept_where_the_page_is_left_before_it_is_drawn(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_page(PAGE, {"view": "Explanation"})
    monkeypatch.setattr(explanation, "_explain", lambda *_: st.stop())
    app.text_input(link_keys.SENTENCE).set_value("the cat sleeps").run()
    assert app.session_state[shell_keys.PAGE_LINKS]["Heads"][link_keys.SENTENCE] == "the cat sleeps"
