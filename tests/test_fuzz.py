"""Tests of the fuzzer: every reader is reached, and what no caller expects is found."""

import pytest
from hypothesis import strategies as st

from fuzz.__main__ import fuzz
from fuzz.samples import Samples, make_samples
from fuzz.targets import Target, list_targets


@pytest.fixture(scope="module")
def samples() -> Samples:
    return make_samples()


def test_the_shares_are_those_of_all_inputs(samples: Samples) -> None:
    assert sum(target.share for target in list_targets(samples).values()) == pytest.approx(1)


def test_no_reader_fails_on_a_few_inputs(samples: Samples) -> None:
    assert fuzz(list_targets(samples), 1000, 1) == 0


def test_what_no_caller_expects_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def read(number: int) -> None:
        if number > 100:
            raise KeyError(number)

    broken = Target(st.integers(), read, (ValueError,), 1.0)
    assert fuzz({"broken": broken}, 500, 1) == 1
    assert "KeyError: 101" in capsys.readouterr().err, "the smallest input is reported"


def test_a_refusal_needs_words() -> None:
    def read(number: int) -> None:
        raise ValueError

    assert fuzz({"silent": Target(st.integers(), read, (ValueError,), 1.0)}, 10, 1) == 1
