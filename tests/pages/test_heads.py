"""The Heads page: every head measured, at any training step, for any corpus."""

import base64
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.aligner_report import report_aligners, train_aligners
from model.analysis.attributions import attribute_token
from model.analysis.head_report import report_heads
from model.corpus import Corpus, Pair
from model.inference.greedy_decoding import translate
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import chart, html
from ui.heads import heads_page_keys
from ui.heads.cached_records import open_importance
from ui.runs.registry import get_registry
from ui.widgets import link_keys
from ui.widgets.number_format import format_percent

PAGE = "pages/heads.py"


@pytest.fixture
def trained(app_setup: AppSetup) -> AppSetup:
    return app_setup


def test_the_table_shows_what_is_measured(trained: AppSetup) -> None:
    app = open_page(PAGE, {})
    assert not app.exception
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    scores = report_heads(run.state.snapshot.translator, run.corpus.held_out)
    table = app.dataframe[0].value
    assert len(table) == len(scores) == 2 * 4 * 3
    assert list(zip(table["kind"], table["layer"], table["head"], strict=True)) == [
        (each.kind.value, each.layer + 1, each.head + 1) for each in scores
    ]
    np.testing.assert_allclose(table["confidence"], [100 * each.confidence for each in scores])
    aligned = [each.alignment_accuracy for each in scores if each.alignment_accuracy is not None]
    np.testing.assert_allclose(table["alignment"].dropna(), 100 * np.array(aligned))
    assert len(aligned) == 8, "cross-attention only"
    assert table["open"][0] == "./?kind=cross&layer=1&head=1&mean=false"


def test_sentences_that_show_a_measure_most_are_one_click_away(trained: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "confidence"})
    table, sentences = (each.value for each in app.dataframe)
    assert 1 <= len(sentences) <= 5
    assert list(sentences["confidence"]) == sorted(sentences["confidence"], reverse=True)
    best = table.loc[table["confidence"].idxmax()]
    for sentence, link in zip(sentences["sentence"], sentences["open"], strict=True):
        query = parse_qs(urlsplit(link).query)
        assert query["sentence"] == [sentence]
        assert (query["kind"], query["layer"]) == ([best["kind"]], [str(best["layer"])])


def test_every_measure_colours_the_heads(trained: AppSetup) -> None:
    app = open_page(PAGE, {})
    seen = set()
    for name in app.button_group(link_keys.MEASURE).options:
        app.button_group(link_keys.MEASURE).set_value(name).run()
        assert not app.exception
        seen.add(str(chart(app)["data"][0]["z"]))
    assert len(seen) == 5


def test_a_training_step_has_measures_of_its_own(trained: AppSetup) -> None:
    last, first = (open_page(PAGE, query).dataframe[0].value for query in ({}, {"training_step": "0"}))
    assert not np.allclose(last["confidence"], first["confidence"])


def test_without_gold_links_alignment_is_absent_with_a_word(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest}, ME)
    assert not app.exception
    assert "alignment" not in app.button_group(link_keys.MEASURE).options
    assert "no gold alignment" in html(app)


def test_sentences_of_one_word_cannot_be_measured_and_the_page_says_so(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((word,), (), frozenset()) for word in "abcdefgh")
    run = get_registry().create_run(
        Corpus("words", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest}, ME)
    assert not app.exception
    assert "too short" in html(app)


@pytest.mark.parametrize("value", ["", "zzz", "99", "<b>", "alignment,"])
def test_a_nonsense_link_is_corrected(trained: AppSetup, value: str) -> None:
    app = open_page(PAGE, {"head_measure": value, "training_step": value})
    assert not app.exception
    assert app.button_group(link_keys.MEASURE).value in app.button_group(link_keys.MEASURE).options


@pytest.fixture
def measured(writable_app_setup: AppSetup) -> AppTest:
    app = open_page(PAGE, {"view": "Importance"})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    assert not open_importance(run.state.snapshot, run).join(60).error
    return app.run()


def test_importance_is_what_scores_lose(measured: AppTest) -> None:
    assert not measured.exception
    run = get_registry().open_default()
    report = run.folder.load_importance(run.state.steps)
    table = measured.dataframe[0].value
    assert len(table) == len(report.heads) == 2 * 4 * 3
    lost = [100 * (report.untouched.exact_match - head.without.exact_match) for head in report.heads]
    np.testing.assert_allclose(table["exact match"], lost, atol=1e-9)
    assert table["open"][0] == "./?kind=cross&layer=1&head=1&mean=false&off=cross-1-1"
    assert "matters most" in html(measured)


def test_every_score_and_ablation_colours_the_heads(measured: AppTest) -> None:
    seen = set()
    for key in (link_keys.SCORE, link_keys.ABLATION):
        for name in measured.button_group(key).options:
            measured.button_group(key).set_value(name).run()
            assert not measured.exception
            seen.add(str(chart(measured)["data"][0]["z"]))
    assert len(seen) == 4


def test_an_earlier_step_is_measured_on_request(measured: AppTest, writable_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Importance", "training_step": "0"})
    assert not app.exception
    assert not app.dataframe
    next(button for button in app.button if "Measure" in button.label).click().run()
    run = get_registry().open_default()
    first = run.load_snapshot(0)
    assert first is not None
    open_importance(first, run).join(60)
    app.run()
    assert len(app.dataframe[0].value) == 2 * 4 * 3


def test_nothing_is_measured_while_the_weights_change(training_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Importance"})
    assert not app.exception
    assert "Heads are measured when" in html(app)


@pytest.mark.parametrize("value", ["", "zzz", "<b>"])
def test_a_nonsense_link_to_importance_is_corrected(measured: AppTest, value: str) -> None:
    app = open_page(PAGE, {"view": "Importance", "head_score": value, "ablation": value})
    assert not app.exception
    assert app.button_group(link_keys.SCORE).value == "exact match"


def test_aligners_are_listed_beside_cross_attention_and_disagreements_marked(trained: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Aligners"})
    assert not app.exception
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    report = report_aligners(
        run.state.snapshot.translator, train_aligners(run.corpus.train), run.corpus.train, run.corpus.held_out
    )
    shown = html(app)
    for score in report.scores:
        assert f"<td>{score.name}</td><td>{format_percent(score.error_rate)}</td>" in shown
    assert f"layer {report.reading.layer + 1}, " in shown
    for index, pair in enumerate(report.pairs[:3]):
        app.selectbox(heads_page_keys.SENTENCE).set_value(pair).run()
        assert not app.exception
        wrong = sum(len(score.links[index] - pair.alignment) for score in report.scores)
        assert html(app).count(" ✗") == wrong, "besides the line that explains the mark"


def test_without_gold_links_model_1_stands_in_with_a_word(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), (f"{one}x", f"{two}x"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest, "view": "Aligners"}, ME)
    assert not app.exception
    assert "IBM Model 1 stands in for it" in html(app)


def test_a_corpus_that_cannot_be_aligned_is_named(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((word,), (), frozenset()) for word in "abcdefgh")
    run = get_registry().create_run(
        Corpus("words", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest, "view": "Aligners"}, ME)
    assert not app.exception
    assert "could be aligned" in html(app)


def test_a_sentence_chosen_in_one_corpus_does_not_disturb_another(writable_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Aligners"}, ME)
    last = app.selectbox(heads_page_keys.SENTENCE).options[-1]
    app.selectbox(heads_page_keys.SENTENCE).select(last).run()
    assert not app.exception
    pairs = tuple(Pair((one, two), (f"{one}x", f"{two}x"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app.query_params["run"] = run.digest
    app.run()
    assert not app.exception
    assert app.selectbox(heads_page_keys.SENTENCE).options == [" ".join(pair.source) for pair in pairs[:5]]


def numbers(values: Any) -> list[float]:
    """Return the numbers of a figure's array, which may be packed."""
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    return list(values)


def explain(**query: str) -> AppTest:
    app = open_page(PAGE, {"view": "Explanation", **query})
    assert not app.exception
    return app


def test_every_method_has_a_bar_for_every_word_of_the_sentence(trained: AppSetup) -> None:
    app = explain(sentence="the small cat sleeps", step="1")
    bars = [each for each in chart(app)["data"] if each["type"] == "bar"]
    assert len(bars) == 6
    assert all(len(each["customdata"]) == 4 for each in bars)
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    translator = run.state.snapshot.translator
    words = ("the", "small", "cat", "sleeps")
    tokens = translate(translator, words).vocabulary_tokens
    attributions = attribute_token(translator, words, tokens, 0)
    assert app.slider(link_keys.STEP).value == 1
    np.testing.assert_allclose(numbers(bars[0]["y"]), attributions.leaving_out, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(numbers(bars[1]["y"]), attributions.attention, rtol=1e-4, atol=1e-6)


def test_another_step_and_another_sentence_have_other_bars(trained: AppSetup) -> None:
    app = explain(sentence="the small cat sleeps", step="1")
    first = str(chart(app)["data"][2]["y"])
    app.slider(link_keys.STEP).set_value(2).run()
    second = str(chart(app)["data"][2]["y"])
    app.text_input(link_keys.SENTENCE).set_value("the dog").run()
    assert not app.exception
    assert len({first, second, str(chart(app)["data"][2]["y"])}) == 3


def test_methods_are_compared_on_request(trained: AppSetup) -> None:
    app = explain()
    assert "standard deviation" not in html(app)
    app.toggle(link_keys.COMPARED).set_value(True).run()
    assert not app.exception
    assert "standard deviation" in html(app)
    assert "integrated gradients" in html(app)


@pytest.mark.parametrize("sentence", ["", " ", "zz", "a" * 300, "<b>x</b>", "the " * 70])
def test_any_sentence_can_be_explained_or_is_asked_for(trained: AppSetup, sentence: str) -> None:
    app = explain(sentence=sentence)
    assert bool(app.get("plotly_chart")) == bool(sentence.strip())
