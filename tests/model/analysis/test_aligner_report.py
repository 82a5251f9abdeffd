"""The report scores every aligner on held-out pairs; what it chooses, it chooses on training pairs."""

from dataclasses import replace

import pytest

from model.analysis.aligner_report import (
    ATTENTION,
    DIAGONAL,
    FAST_ALIGN,
    MODEL_1,
    TrainedAligners,
    report_aligners,
    train_aligners,
)
from model.corpus import Corpus, Pair
from model.training.snapshot import Snapshot


@pytest.fixture(scope="module")
def aligners(small_corpus: Corpus) -> TrainedAligners:
    return train_aligners(small_corpus.train)


def _strip(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return tuple(replace(pair, alignment=frozenset()) for pair in pairs)


def test_every_aligner_is_scored_against_the_gold_links(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    report = report_aligners(barely_trained.translator, aligners, small_corpus.train, small_corpus.held_out)
    assert report.has_gold
    assert report.pairs == small_corpus.held_out
    assert [score.name for score in report.scores] == [ATTENTION, DIAGONAL, MODEL_1, FAST_ALIGN]
    rates = {score.name: score.error_rate for score in report.scores}
    assert rates[FAST_ALIGN] < rates[DIAGONAL] < rates[ATTENTION], "a model that is barely trained aligns worst"
    for score in report.scores:
        assert {j for each in score.links for _, j in each} <= set(range(max(len(p.target) for p in report.pairs)))
        assert len(score.links) == len(report.pairs)
        for links, pair in zip(score.links, report.pairs, strict=True):
            assert all(i < len(pair.source) and j < len(pair.target) for i, j in links), "they are those of the pair"


def test_the_reading_does_not_depend_on_the_held_out_pairs(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    reports = [
        report_aligners(barely_trained.translator, aligners, small_corpus.train, [pair])
        for pair in small_corpus.held_out
    ]
    assert len({report.reading for report in reports}) == 1


def test_without_gold_links_model_1_stands_in(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    train_pairs, held_out = _strip(tuple(small_corpus.train)), _strip(small_corpus.held_out)
    report = report_aligners(barely_trained.translator, aligners, train_pairs, held_out)
    assert not report.has_gold
    assert [score.name for score in report.scores] == [ATTENTION, DIAGONAL, FAST_ALIGN]
    assert all(pair.alignment == aligners.model_1.align(pair) for pair in report.pairs)


def test_model_1_stands_in_where_only_held_out_pairs_have_gold_links(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    train_pairs = _strip(tuple(small_corpus.train))
    assert not report_aligners(barely_trained.translator, aligners, train_pairs, small_corpus.held_out).has_gold


def test_model_1_stands_in_where_only_training_pairs_have_gold_links(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    held_out = _strip(small_corpus.held_out)
    assert not report_aligners(barely_trained.translator, aligners, small_corpus.train, held_out).has_gold


def test_pairs_that_cannot_be_linked_are_refused(
    barely_trained: Snapshot, aligners: TrainedAligners, small_corpus: Corpus
) -> None:
    with pytest.raises(ValueError, match="no pair has links"):
        report_aligners(barely_trained.translator, aligners, small_corpus.train, [Pair(("the",), (), frozenset())])
