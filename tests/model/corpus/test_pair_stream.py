"""Pairs are the same by however many processes they are drawn, also when a process fails, and none is left behind."""

import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import psutil
import pytest

from model.corpus import Pair, pair_stream
from model.corpus.pair import write_pair
from model.corpus.pair_stream import stream_pairs

N = 2_300  # several blocks for each process


def draw(seed: int = 5) -> list[Pair]:
    with closing(stream_pairs(seed, N)) as pairs:
        return list(islice(pairs, N))


def count_processes() -> int:
    """Return how many processes this one has started that still run; other tests may have some."""
    return len(psutil.Process().children())


@pytest.fixture(scope="module")
def expected() -> list[Pair]:
    return draw()


@pytest.fixture(params=[2, 3])
def many(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let several processes draw."""
    monkeypatch.setattr(pair_stream, "_MANY", 0)
    monkeypatch.setattr("os.cpu_count", lambda: request.param)
    return request.param


def test_any_number_of_processes_draws_the_same(many: int, expected: list[Pair]) -> None:
    before = count_processes()
    with closing(stream_pairs(5, N)) as pairs:
        first = list(islice(pairs, 10))
        assert count_processes() == before + many
    assert first == expected[:10]
    assert draw() == expected
    assert draw(seed=6) != expected
    assert count_processes() == before


def test_no_more_than_four_processes_draw(monkeypatch: pytest.MonkeyPatch, expected: list[Pair]) -> None:
    monkeypatch.setattr(pair_stream, "_MANY", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    before = count_processes()
    with closing(stream_pairs(5, N)) as pairs:
        assert next(pairs) == expected[0]
        assert count_processes() == before + 4


@pytest.mark.usefixtures("many")
def test_what_processes_fail_to_write_is_drawn_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: list[Pair]
) -> None:
    written = "".join(f"{write_pair(pair)}\n" for pair in expected[:500]).encode()
    within_letter = written.index("é".encode()) + 1
    for n_bytes in (0, within_letter, len(written) - 1):
        cut = tmp_path / f"python{n_bytes}"
        cut.write_text(f'#!/bin/sh\n"{sys.executable}" "$@" | head -c {n_bytes}\n')
        cut.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(cut))
        assert draw() == expected
    for executable in (str(tmp_path / "none"), ""):
        monkeypatch.setattr(sys, "executable", executable)
        assert draw() == expected


@pytest.mark.usefixtures("many")
def test_few_pairs_start_no_process(monkeypatch: pytest.MonkeyPatch, expected: list[Pair]) -> None:
    monkeypatch.setattr(pair_stream, "_MANY", N + 1)
    monkeypatch.setattr(sys, "executable", "")
    before = count_processes()
    with closing(stream_pairs(5, N)) as pairs:
        assert next(pairs) == expected[0]
        assert count_processes() == before
