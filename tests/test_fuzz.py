"""Tests of the fuzzer: every reader is reached, and what no caller expects is found."""

import io
import zipfile
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz import attempts
from fuzz.__main__ import fuzz
from fuzz.attempts import Attempts
from fuzz.mutations import mutate_archive, mutate_text
from fuzz.pages import tiny_app
from fuzz.samples import Samples, make_samples
from fuzz.targets import Target, list_targets
from model.inference.row_labels import shift_right
from tests.typechecker import unchecked


@pytest.fixture(scope="module")
def samples() -> Samples:
    return make_samples()


def test_the_shares_are_those_of_all_inputs(samples: Samples) -> None:
    assert sum(target.share for target in list_targets(samples).values()) == pytest.approx(1)


def test_no_reader_fails_on_a_few_inputs(samples: Samples) -> None:
    with unchecked(), tiny_app():  # other tests check shapes
        assert fuzz(list_targets(samples), 1000, 1) == 0


@pytest.mark.parametrize("kind", ["runs", "NPZ", "records, JSON"])
def test_files_get_many_of_the_inputs(samples: Samples, kind: str) -> None:
    assert all(target.share >= 0.05 for name, target in list_targets(samples).items() if kind in name)


def test_damaged_members_have_valid_checksums(samples: Samples) -> None:
    checked = []

    @settings(max_examples=200, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(mutate_archive(samples.archive))
    def check(data: bytes) -> None:
        with suppress(zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
            checked.append(zipfile.ZipFile(io.BytesIO(data)).testzip() is None)

    check()
    assert sum(checked) > 100


def test_inputs_that_reach_new_lines_are_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "_TRACED", 1)
    n_varied = []

    def vary(text: str) -> st.SearchStrategy[str]:
        n_varied.append(text)
        return mutate_text(text)

    tried = Attempts(Target(st.text(max_size=20), lambda text: shift_right(tuple(text)), (), 1.0, vary))
    assert tried.try_inputs(200, 1) is None
    assert tried.n_tried >= 200
    assert any(path.endswith("model/inference/row_labels.py") for path, _ in tried.trace.lines)
    assert tried.kept
    assert n_varied


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
