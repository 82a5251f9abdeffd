"""Heads planted in a model are found by their measures; a report covers every head, with or without gold links."""

import weakref
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.head_report import report_heads
from model.analysis.head_roles import find_roles
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Corpus
from model.inference.attention_maps import AttentionMaps
from model.inference.named_head import Head
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.model.analysis.planted_models import BY_WORD, N_WORDS, make_pair, plant_translator


@pytest.mark.parametrize("is_fed", [False, True])
def test_every_head_planted_in_a_model_is_found_by_its_measure_alone(*, is_fed: bool) -> None:
    orders = np.random.default_rng(0).permuted(np.tile(np.arange(N_WORDS), (40, 1)), axis=1).tolist()
    heads = report_heads(plant_translator(is_fed=is_fed), [make_pair(order) for order in orders])
    for kind in Kind:
        previous, sink, uniform, by_word = (head for head in heads if head.head.kind is kind)
        last = {Kind.CROSS: ("aligner",), Kind.ENCODER: (), Kind.DECODER: ("positional",)}[kind]
        roles = [find_roles(head) for head in (previous, sink, uniform, by_word)]
        assert roles == [("positional",), ("sink",), ("diffuse",), last], kind
        assert (previous.best_offset, by_word.best_offset if kind is Kind.DECODER else 0) == (-1, 0)
        found = [previous.offset_share, previous.offset_weight, sink.sink, uniform.entropy]
        assert found == pytest.approx([1, 1, 1, 1], abs=1e-5)
        sharp = [previous, sink, by_word] if kind is not Kind.CROSS else [previous, sink]
        assert [head.entropy for head in sharp] == pytest.approx([0] * len(sharp), abs=1e-5)
        assert [head.confidence for head in sharp] == pytest.approx([1] * len(sharp), abs=1e-5)
    (aligner,) = (each for each in heads if each.head == Head(Kind.CROSS, 0, BY_WORD))
    generated, fed = (aligner.alignment_accuracy, aligner.aer), (aligner.alignment_accuracy_fed, aligner.aer_fed)
    right, wrong = (fed, generated) if is_fed else (generated, fed)
    assert right == pytest.approx((1, 0))
    assert wrong[0] < 0.4 < wrong[1]


def test_maps_are_dropped_once_they_are_counted(barely_trained: Snapshot, small_corpus: Corpus) -> None:
    """No more than one batch is held at a time, however many sentences are measured."""
    alive = weakref.WeakSet[AttentionMaps]()
    most = 0

    def watch(maps: Iterable[PairMaps]) -> Iterator[PairMaps]:
        nonlocal most
        for each in maps:
            alive.add(each.maps)
            most = max(most, len(alive))
            yield each

    report_heads(barely_trained.translator, small_corpus.held_out, watch)
    assert most <= 2


def test_a_report_covers_every_head_once(barely_trained: Snapshot, small_corpus: Corpus) -> None:
    heads = report_heads(barely_trained.translator, small_corpus.held_out)
    assert [each.head for each in heads] == [Head(kind, 0, i) for kind in Kind for i in range(2)]
    assert all((each.aer is not None) == (each.head.kind is Kind.CROSS) for each in heads)


def test_without_gold_links_alignment_is_absent(barely_trained: Snapshot, small_corpus: Corpus) -> None:
    pairs = [replace(pair, alignment=frozenset()) for pair in small_corpus.held_out]
    heads = report_heads(barely_trained.translator, pairs)
    assert all(
        head.alignment_accuracy is head.aer is head.alignment_accuracy_fed is head.aer_fed is None for head in heads
    )
    assert all(0 <= head.entropy <= 1 for head in heads)


def test_maps_do_not_depend_on_the_other_pairs_of_a_batch(barely_trained: Snapshot, small_corpus: Corpus) -> None:
    pair = small_corpus.held_out[0]
    alone = report_heads(barely_trained.translator, [pair])
    beside = report_heads(barely_trained.translator, [pair, pair])
    assert [head.entropy for head in alone] == pytest.approx([head.entropy for head in beside], abs=1e-5)
