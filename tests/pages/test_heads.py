"""The Heads page: every head measured, at any training step, for any corpus."""

import sys
from html import escape
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.agreement_report import summarize_agreement
from model.analysis.attributions import attribute_token, correlate_sentence
from model.analysis.head_description import describe_head
from model.analysis.head_importance import HeadImportance, ImportanceReport, PredictionScores
from model.analysis.head_report import report_heads
from model.corpus import Corpus, Pair
from model.inference.greedy_decoding import translate
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import chart, html
from ui.heads import cached_records, explanation, importance
from ui.heads.cached_records import measure_aligners, open_agreement, open_importance
from ui.runs import quotas
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
    best = table.loc[table["confidence"].idxmax()]
    (name,) = set(sentences.columns) - {"sentence", "open"}
    assert (name == "confidence") == (not best["roles"]), "a role comes before the chosen measure"
    assert list(sentences[name]) == sorted(sentences[name], reverse=True)
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
    assert len(seen) == 9


def test_errors_are_best_where_they_are_smallest(trained: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "error"})
    table = app.dataframe[0].value
    best = table.loc[table["error"].idxmin()]
    assert f"Cross attention, layer {best['layer']}, head {best['head']}" in html(app)


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
    missing = {"alignment", "error", "as fed", "error as fed", "relation"}
    assert missing.isdisjoint(app.button_group(link_keys.MEASURE).options)
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


def test_the_finding_follows_what_is_switched_off(measured: AppTest) -> None:
    run = get_registry().open_default()
    report = run.folder.load_importance(run.state.steps)
    score = importance.SCORES["exact match"]
    texts = []
    for name, is_alone in (("each head", False), ("the others of its layer", True)):
        measured.button_group(link_keys.ABLATION).set_value(name).run()
        texts.append(importance.describe_finding(report, score, is_alone=is_alone))
        assert escape(texts[-1]) in html(measured)
    assert "those of" in texts[0]
    assert "best head alone" in texts[1]


@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize(("layer", "verdict"), [(1, ", as Michel et al."), (0, ", unlike what Michel et al.")])
def test_the_finding_is_compared_with_that_of_michel(*, is_alone: bool, layer: int, verdict: str) -> None:
    good, bad = PredictionScores(0.9, 1, 0), PredictionScores(0.2, 1, 0)
    heads = tuple(
        HeadImportance(kind, at, 0, *([bad if (kind, at) == (Kind.CROSS, layer) else good] * 2))
        for kind in Kind
        for at in (0, 1)
    )
    report = ImportanceReport(10, PredictionScores(1, 1, 0), heads)
    text = importance.describe_finding(report, importance.SCORES["exact match"], is_alone=is_alone)
    assert f"cross attention in layer {layer + 1}" in text
    assert verdict in text
    assert ("80.00 points" in text) == is_alone


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


def test_nothing_is_measured_while_too_much_waits(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_QUEUED", 0)
    app = open_page(PAGE, {"view": "Importance"})
    assert not app.exception
    (button,) = (each for each in app.button if "Measure" in each.label)
    assert button.disabled
    assert "try again" in button.help
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    assert not open_importance(run.state.snapshot, run).is_busy


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
    report = measure_aligners(run.state.snapshot, run.corpus)  # fast_align sums in parallel, in any order
    shown = html(app)
    for score in report.scores:
        assert f"<td>{score.name}</td><td>{format_percent(score.error_rate)}</td>" in shown
    assert f"layer {report.reading.layer + 1}, " in shown
    for index, pair in enumerate(report.pairs[:3]):
        app.selectbox(link_keys.ALIGNED).set_value(" ".join(pair.source)).run()
        assert not app.exception
        wrong = sum(len(score.links[index] - pair.alignment) for score in report.scores)
        assert html(app).count(" ✗") == wrong, "besides the line that explains the mark"


def test_the_link_holds_the_sentence_whose_links_are_shown(trained: AppSetup) -> None:
    sentences = [" ".join(pair.source) for pair in get_registry().open_default().corpus.held_out]
    app = open_page(PAGE, {"view": "Aligners", "aligned": sentences[3]})
    assert app.selectbox(link_keys.ALIGNED).value == sentences[3]
    assert not app.toast
    first = open_page(PAGE, {"view": "Aligners", "aligned": sentences[0]})
    assert not first.toast, "the default is no invalid value"
    odd = open_page(PAGE, {"view": "Aligners", "aligned": "no such sentence"})
    assert odd.selectbox(link_keys.ALIGNED).value == sentences[0]
    assert "aligned “no such sentence”" in odd.toast[0].value


def test_the_chosen_head_is_described_in_words(trained: AppSetup) -> None:
    app = open_page(PAGE, {})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    scores = report_heads(run.state.snapshot.translator, run.corpus.held_out)
    best = max(scores, key=lambda head: head.confidence)
    assert f"{best.kind.value.capitalize()} attention, layer {best.layer + 1}, head {best.head + 1}" in html(app)
    assert escape(describe_head(best)) in html(app)


def test_without_gold_links_model_1_stands_in_with_a_word(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), (f"{one}x", f"{two}x"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest, "view": "Aligners"}, ME)
    assert not app.exception
    assert "IBM Model 1 stands in for it" in html(app)


def test_a_server_without_fast_align_says_so(writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    pairs = tuple(Pair((one, two), (f"{one}y", f"{two}y"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("without", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app = open_page(PAGE, {"run": run.digest, "view": "Aligners"}, ME)
    assert not app.exception
    assert "fast_align is not compared" in html(app)


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
    last = app.selectbox(link_keys.ALIGNED).options[-1]
    app.selectbox(link_keys.ALIGNED).select(last).run()
    assert not app.exception
    pairs = tuple(Pair((one, two), (f"{one}x", f"{two}x"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
    app.query_params["run"] = run.digest
    app.run()
    assert not app.exception
    assert app.selectbox(link_keys.ALIGNED).options == [" ".join(pair.source) for pair in pairs[:5]]


def test_the_explanation_shows_every_method_over_the_typed_words(trained: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Explanation", "sentence": "the small dog sleeps"})
    assert not app.exception
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    words = ["the", "small", "dog", "sleeps"]
    translation = translate(snapshot.translator, words)
    figures = []
    for step in range(len(translation.steps)):
        app.slider(link_keys.STEP).set_value(step + 1).run()
        assert not app.exception
        assert f"Generating {escape(translation.target[step])}" in html(app)
        scores = attribute_token(snapshot.translator, words, translation, step)
        bars = chart(app)["data"]
        assert len(bars) == len(scores)
        for drawn, expected in zip(bars, scores.values(), strict=True):
            np.testing.assert_allclose(drawn["y"], expected, atol=1e-5)
        figures.append(str(bars))
    assert len(set(figures)) == len(figures)


def test_integrated_gradients_that_miss_their_sum_are_said_to_be_rough(
    trained: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_records, "N_AGREEMENT", 1)
    app = open_page(PAGE, {"view": "Explanation", "sentence": "the small dog sleeps"})
    assert "are rough here" not in html(app)
    monkeypatch.setattr(explanation, "compute_incompleteness", lambda *_: 0.034)
    app.run()
    assert "by 3.4%" in html(app)


def test_the_table_of_agreement_covers_the_first_held_out_sentences(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_records, "N_AGREEMENT", 3)
    app = open_page(PAGE, {"view": "Explanation"})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    open_agreement(run.state.snapshot, run).join(60)
    app.run()
    assert not app.exception
    assert "the first 3 held-out sentences" in html(app)
    correlations = [
        token
        for pair in run.corpus.held_out[:3]
        for token in correlate_sentence(run.state.snapshot.translator, pair.source)
    ]
    for row in summarize_agreement(correlations):
        assert row.mean is not None
        mean = f"{row.mean:.2f}".replace("-", "−")
        assert f"<td>{row.method}</td><td>{mean}</td>" in html(app)


def test_an_earlier_step_is_compared_on_request(writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_records, "N_AGREEMENT", 2)
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
    trained: AppSetup, monkeypatch: pytest.MonkeyPatch, sentence: str, said: str
) -> None:
    monkeypatch.setattr(cached_records, "N_AGREEMENT", 1)
    app = open_page(PAGE, {"view": "Explanation", "sentence": sentence, "step": "99"})
    assert not app.exception
    assert said in html(app) + " ".join(info.value for info in app.info)


def test_a_corpus_without_long_sentences_has_an_empty_table_of_agreement(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((word,), (word,), frozenset()) for word in "abcdefgh")
    run = get_registry().create_run(
        Corpus("words", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert not run.join(60).error
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
