"""The times that benchmarks compare."""

import pytest

from benchmarks.timing import Compared, paired, percentile


def test_a_percentile_is_the_smallest_value_that_enough_others_do_not_exceed() -> None:
    assert percentile(range(100, 0, -1), 0.95) == 95
    assert [percentile([3.0, 1.0, 2.0], share) for share in (0.0, 0.33, 0.34, 0.67, 1.0)] == [1, 1, 2, 3, 3]
    assert percentile([7.0], 0.95) == 7


def test_pairs_are_timed_in_turns_and_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("benchmarks.timing.time.perf_counter", lambda: clock[0])
    seconds = {"ours": iter((99.0, 1.0, 2.0, 9.0)), "floor": iter((99.0, 1.0, 4.0, 3.0))}
    calls = []

    def spend(name: str) -> None:
        calls.append(name)
        clock[0] += next(seconds[name])

    compared = paired(lambda: spend("ours"), lambda: spend("floor"), rounds=3, warmup=1)
    assert compared == Compared(ours=2000.0, floor=3000.0, ratio=1.0)
    assert calls == ["ours", "floor", "floor", "ours"] * 2
