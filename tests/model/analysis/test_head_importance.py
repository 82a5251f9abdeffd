"""Importance is what scores lose without a head: nothing for a head without output, much for one that is needed."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.analysis.head_importance import HeadImportance, ImportanceReport, measure_importance, score_layers
from model.analysis.prediction_scores import PredictionScores, score_without
from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.inference.named_head import Head
from model.inference.translator import Translator
from model.training.evaluation import evaluate
from model.training.loop import train
from model.training.snapshot import Snapshot
from model.training.translation_task import TranslationTask
from model.transformer.kind import Kind
from tests.model.conftest import SHORT, SMALL

N = 60


@pytest.fixture(scope="module")
def pairs(corpus: Corpus) -> Sequence[Pair]:
    return corpus.held_out[:N]


@pytest.fixture(scope="module")
def report(snapshot: Snapshot, pairs: Sequence[Pair]) -> ImportanceReport:
    *_, last = measure_importance(snapshot.translator, pairs)
    return last


@pytest.fixture(scope="module")
def single_headed(small_corpus: Corpus) -> Translator:
    *_, last = train(TranslationTask(small_corpus, replace(SMALL, n_heads=1)), replace(SHORT, device="cpu"))
    return last.snapshot().translator


def test_every_head_is_switched_off_and_left_alone(small_corpus: Corpus) -> None:
    *_, last = train(TranslationTask(small_corpus, replace(SMALL, n_layers=2, n_heads=4)), replace(SHORT, device="cpu"))
    translator, pairs = last.snapshot().translator, small_corpus.held_out[:4]
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    *_, report = measure_importance(translator, pairs)
    for each in report.heads:
        others = [replace(each.head, head=other) for other in range(4) if other != each.head.head]
        assert each.without == score_without(translator, pairs, encoded, [each.head])
        assert each.alone == score_without(translator, pairs, encoded, others)
    assert len({head.without for head in report.heads} | {head.alone for head in report.heads}) == 2 * 3 * 2 * 4


def test_reports_grow_by_one_head_in_order(snapshot: Snapshot, pairs: Sequence[Pair]) -> None:
    sizes = [each.step for each in measure_importance(snapshot.translator, pairs[:4])]
    config = snapshot.translator.model.config
    assert sizes == list(range(1 + len(Kind) * config.n_layers * config.n_heads))


def test_untouched_scores_are_those_of_the_evaluation(
    report: ImportanceReport, snapshot: Snapshot, pairs: Sequence[Pair]
) -> None:
    evaluation = evaluate(snapshot.translator, pairs)
    assert report.untouched.exact_match == evaluation.exact_match
    assert report.untouched.log_probability == pytest.approx(-evaluation.loss, abs=1e-5)


def test_the_only_head_of_a_layer_alone_is_the_whole_model(small_corpus: Corpus, single_headed: Translator) -> None:
    *_, report = measure_importance(single_headed, small_corpus.held_out)
    for head in report.heads:
        assert head.alone.exact_match == report.untouched.exact_match
        assert head.alone.log_probability == pytest.approx(report.untouched.log_probability, abs=1e-6)


def test_scores_of_layers_by_hand() -> None:
    """The second layer loses more on average without a head, the first with its best head alone."""
    without, alone = [0.1, 0.9, 0.4, 0.5], [0.2, 0.3, 0.0, 0.8]
    heads = tuple(
        HeadImportance(Head(Kind.CROSS, n // 2, n % 2), PredictionScores(one, 1, 0), PredictionScores(other, 1, 0))
        for n, (one, other) in enumerate(zip(without, alone, strict=True))
    )
    report = ImportanceReport(10, PredictionScores(1, 1, 0), heads)
    means = score_layers(report, lambda each: each.exact_match, is_alone=False)
    assert means == {(Kind.CROSS, 0): 0.5, (Kind.CROSS, 1): 0.45}
    best = score_layers(report, lambda each: each.exact_match, is_alone=True)
    assert best == {(Kind.CROSS, 0): 0.3, (Kind.CROSS, 1): 0.8}


def test_shares_and_log_probabilities_are_in_range(report: ImportanceReport) -> None:
    for scores in (report.untouched, *(each for head in report.heads for each in (head.without, head.alone))):
        assert 0 <= scores.exact_match <= 1
        assert 0 <= scores.token_accuracy <= 1
        assert -math.inf < scores.log_probability <= 0


def test_a_report_survives_json(report: ImportanceReport) -> None:
    assert ImportanceReport.from_json(report.to_json()) == report


def test_heads_in_json_have_the_keys_of_files_that_are_kept(report: ImportanceReport) -> None:
    keys = {tuple(head) for head in json.loads(report.to_json())["heads"]}
    assert keys == {("kind", "layer", "head", "without", "alone")}


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["n_sentences", "untouched", "heads"]), inner),
    )
)
def test_other_json_is_refused(values: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        ImportanceReport.from_json(json.dumps(values).encode())


def test_scores_that_are_no_numbers_are_refused(report: ImportanceReport) -> None:
    data = report.to_json().replace(b'"exact_match": ', b'"exact_match": "x", "y": ', 1)
    with pytest.raises(ValueError, match=r"."):
        ImportanceReport.from_json(data)


@pytest.mark.parametrize("data", [b"", b"\xff", b"{", b"[" * 100_000])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        ImportanceReport.from_json(data)
