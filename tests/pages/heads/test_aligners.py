"""The view "Aligners" of the Heads page: cross-attention beside word aligners."""

import sys
from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.head_description import describe_head
from model.analysis.head_report import report_heads
from model.analysis.word_aligners import N_FAST_ALIGN_ROUNDS, N_ROUNDS
from model.corpus import Corpus, Pair
from model.corpus.tsv import CorpusError
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import html
from ui.heads import cached_records
from ui.heads.cached_records import measure_aligners
from ui.runs.registry import get_registry
from ui.widgets import link_keys
from ui.widgets.number_format import format_percent

PAGE = "pages/heads.py"


def test_aligners_are_listed_beside_cross_attention_and_disagreements_marked(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Aligners"})
    assert not app.exception
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    report = measure_aligners(run.state.snapshot, run.corpus)  # fast_align sums in parallel, in any order
    shown = html(app)
    for score in report.scores:
        assert f"<td>{score.name}</td><td>{format_percent(score.error_rate)}</td>" in shown
    layer, is_mutual = report.reading.layer, report.reading.is_mutual
    assert ("at the mean of all heads, " if layer is None else f"at layer {layer + 1}, ") in shown
    assert (", in both directions. " in shown) == (" multiplied by its share of all weights" in shown) == is_mutual
    opened_at = app.selectbox(link_keys.ALIGNED).value
    for index, pair in enumerate(report.pairs):
        is_telling = any(score.links[index] - pair.alignment for score in report.scores)
        if is_telling or index == len(report.pairs) - 1:
            assert opened_at == " ".join(pair.source), "the first with a wrong link"
            break
    for index, pair in enumerate(report.pairs[:3]):
        app.selectbox(link_keys.ALIGNED).set_value(" ".join(pair.source)).run()
        assert not app.exception
        wrong = sum(len(score.links[index] - pair.alignment) for score in report.scores)
        assert html(app).count(" ✗") == wrong, "besides the line that explains the mark"


def test_the_explanation_tells_the_rounds_of_learning(app_setup: AppSetup) -> None:
    text = " ".join(" ".join(each.value for each in open_page(PAGE, {"view": "Aligners"}).markdown).split())
    assert f"in {N_ROUNDS} rounds of expectation maximization" in text
    assert f"learns how strongly, in {N_FAST_ALIGN_ROUNDS} rounds" in text


def test_the_link_holds_the_sentence_whose_links_are_shown(app_setup: AppSetup) -> None:
    sentences = [" ".join(pair.source) for pair in get_registry().open_default().corpus.held_out]
    app = open_page(PAGE, {"view": "Aligners", "aligned": sentences[3]})
    assert app.selectbox(link_keys.ALIGNED).value == sentences[3]
    assert not app.toast
    default = open_page(PAGE, {"view": "Aligners"}).selectbox(link_keys.ALIGNED).value
    assert not open_page(PAGE, {"view": "Aligners", "aligned": default}).toast, "the default is no invalid value"
    odd = open_page(PAGE, {"view": "Aligners", "aligned": "no such sentence"})
    assert odd.selectbox(link_keys.ALIGNED).value == default
    assert "aligned “no such sentence”" in odd.toast[0].value


def test_the_chosen_head_is_described_in_words(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    scores = report_heads(run.state.snapshot.translator, run.corpus.held_out)
    best = max(scores, key=lambda head: head.confidence)
    assert best.head.title.capitalize() in html(app)
    assert escape(describe_head(best)) in html(app)


def pair_words(ending: str) -> tuple[Pair, ...]:
    """Return pairs of two words without links, each translated by itself with an ending."""
    both = [(one, two) for one in "abcde" for two in "fghij"]
    return tuple(Pair(words, tuple(f"{word}{ending}" for word in words), frozenset()) for words in both)


def open_trained(name: str, pairs: tuple[Pair, ...]) -> AppTest:
    """Return the view of a model that was trained on some pairs."""
    corpus = Corpus(name, pairs, pairs[:5])
    run = get_registry().create_run(corpus, ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    app = open_page(PAGE, {"run": run.digest, "view": "Aligners"}, ME)
    assert not app.exception
    return app


def test_without_gold_links_model_1_stands_in_with_a_word(writable_app_setup: AppSetup) -> None:
    app = open_trained("unaligned", pair_words("x"))
    assert "the links of IBM Model 1 take its place" in html(app)


def test_a_server_without_fast_align_says_so(writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    app = open_trained("without", pair_words("y"))
    assert "fast_align is not compared" in html(app)


def test_a_corpus_that_cannot_be_aligned_is_named(writable_app_setup: AppSetup) -> None:
    app = open_trained("words", tuple(Pair((word,), (), frozenset()) for word in "abcdefgh"))
    assert "can be aligned" in html(app)


def test_training_pairs_that_are_damaged_are_not_called_too_few(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise CorpusError("line 3 has one column")

    monkeypatch.setattr(cached_records, "train_aligners", fail)
    app = open_trained("damaged", pair_words("z"))
    assert "The training pairs of this corpus cannot be read." in html(app)
    assert "can be aligned" not in html(app)


def test_a_sentence_chosen_in_one_corpus_does_not_disturb_another(writable_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Aligners"}, ME)
    last = app.selectbox(link_keys.ALIGNED).options[-1]
    app.selectbox(link_keys.ALIGNED).select(last).run()
    assert not app.exception
    pairs = pair_words("x")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert run.join(60).status is Status.TRAINED
    app.query_params["run"] = run.digest
    app.run()
    assert not app.exception
    assert app.selectbox(link_keys.ALIGNED).options == [" ".join(pair.source) for pair in pairs[:5]]
