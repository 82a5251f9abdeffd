"""Cached records are keyed by the weights that computed them."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from model.data.typed_sentence import read_sentence
from model.training.snapshot import Snapshot
from tests.apptest.fixtures import AppSetup
from ui.runs.cached_records import compute_translation
from ui.runs.record_cache import SlowRecord
from ui.runs.registry import get_registry


def test_replaced_weights_have_their_own_record(app_setup: AppSetup) -> None:
    """A deleted run and an imported run may have equal settings and steps, but other weights."""
    first = get_registry().open_default().state.snapshot
    other = Snapshot(first.learning_curve, first.translator.frozen())
    sentence = read_sentence("the cat sees a dog ", first.translator.source)
    other.translator.model.output.weight.neg_()
    assert compute_translation(first, sentence) is compute_translation(first, sentence)
    assert compute_translation(first, sentence).target != compute_translation(other, sentence).target


def test_a_slow_record_is_computed_again_only_after_a_failure() -> None:
    record, values = SlowRecord[int](), iter((7, 8))

    def fail() -> int:
        raise ArithmeticError("the page was left")

    with pytest.raises(ArithmeticError):
        record.get(fail)
    assert [record.get(lambda: next(values)) for _ in range(2)] == [7, 7]


def test_who_asks_while_a_slow_record_is_computed_waits_for_it() -> None:
    record, values = SlowRecord[int](), iter((7, 8))

    def compute() -> int:
        value = next(values)
        time.sleep(0.2)  # long enough for the other thread to compute it too, if nothing keeps it
        return value

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda _: record.get(compute), range(2))) == [7, 7]


def test_the_same_words_typed_in_other_letters_have_a_record_of_their_own(app_setup: AppSetup) -> None:
    snapshot = get_registry().open_default().state.snapshot
    sentences = [read_sentence(text, snapshot.translator.source) for text in ("the cat ", "THE cat ")]
    assert sentences[0].words == sentences[1].words
    assert [compute_translation(snapshot, each).source for each in sentences] == [("the", "cat"), ("THE", "cat")]
