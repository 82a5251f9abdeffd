"""The calibration error is the weighted gap between probability and accuracy in bins of equal width."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from model.corpus import Corpus, Pair
from model.training.calibration import compute_calibration_error, measure_calibration_error
from model.training.snapshot import Snapshot

PREDICTIONS = st.lists(st.tuples(st.floats(2**-10, 1, width=32), st.booleans()), min_size=1, max_size=60)


def error(probabilities: list[float], is_correct: list[bool], n_bins: int = 15) -> float:
    return compute_calibration_error(torch.tensor(probabilities), torch.tensor(is_correct), n_bins)


def test_as_sure_as_right_is_calibrated() -> None:
    assert error([0.75] * 4 + [0.5] * 2, [True, True, True, False, True, False]) == pytest.approx(0)


def test_the_gap_of_a_bin_counts_by_its_predictions() -> None:
    assert error([1.0] * 10, [True] * 8 + [False] * 2) == pytest.approx(0.2)
    assert error([0.5] * 10, [True] * 8 + [False] * 2) == pytest.approx(0.3), "too unsure is as wrong as too sure"
    assert error([1.0] * 10 + [0.5] * 30, [True] * 8 + [False] * 2 + [True] * 30) == pytest.approx((2 + 15) / 40)


def test_bins_are_closed_above_and_their_gaps_do_not_cancel() -> None:
    assert error([0.5, 0.6], [True, False], n_bins=2) == pytest.approx((0.5 + 0.6) / 2)
    assert error([0.4, 0.5], [True, False], n_bins=2) == pytest.approx(abs(0.9 - 1) / 2), "within a bin they do"


@given(PREDICTIONS, st.integers(1, 20))
def test_it_equals_the_definition(predictions: list[tuple[float, bool]], n_bins: int) -> None:
    expected = 0.0
    for bin_ in range(n_bins):
        inside = [(p, ok) for p, ok in predictions if bin_ < torch.tensor(p) * n_bins <= bin_ + 1]
        if inside:
            confidence, accuracy = (sum(each) / len(inside) for each in zip(*inside, strict=True))
            expected += len(inside) / len(predictions) * abs(accuracy - confidence)
    measured = error([p for p, _ in predictions], [ok for _, ok in predictions], n_bins)
    assert measured == pytest.approx(expected, abs=1e-6)
    assert 0 <= measured <= 1


def test_a_model_without_doubt_errs_by_the_share_it_gets_wrong(snapshot: Snapshot, corpus: Corpus) -> None:
    certain = snapshot.translator.frozen()
    with torch.no_grad():
        certain.model.output.weight.mul_(1e4)
        certain.model.output.bias.mul_(1e4)
    pairs = corpus.held_out[:60]
    wrong = [Pair(pair.source, ("fromage", *pair.target[1:]), pair.alignment) for pair in pairs[:20]]
    assert not any(pair.target[0] == "fromage" for pair in pairs)
    n_tokens = sum(len(pair.target) + 1 for pair in pairs)
    right, partly = measure_calibration_error(certain, pairs), measure_calibration_error(certain, [*wrong, *pairs[20:]])
    assert right < 0.02
    assert partly >= 20 / n_tokens - right
    assert measure_calibration_error(snapshot.translator, pairs) > right, "label smoothing leaves doubt"
