"""Visitors who come, type, train and leave for half an hour: how memory, threads and open files grow.

Not among the benchmarks that run by default; ``--minutes`` sets another duration.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import psutil

from benchmarks.load import load
from benchmarks.memory import measure_private
from benchmarks.server import APP, run_server
from benchmarks.table import Row
from benchmarks.trained import trained
from benchmarks.trainee import train_and_delete
from benchmarks.typist import make_typists
from model.runs.archive import pack
from model.runs.run_folder import RunFolder
from model.storage.cache_folders import CACHE_VARIABLE

_VISITORS = 8  # at a time
_SECONDS = 20.0  # that each of them types, before others come
_WARM_UP = 0.3  # share of the time, in which caches fill and sessions of visitors who left pile up to their limit
_MIN_ROUNDS = 3  # after warm-up, for a slope
_GOALS = {"memory": 1.0, "threads": 0.1, "open files": 0.1}  # largest change a minute; memory in MB


def run(minutes: float = 30.0) -> list[Row]:
    """Measure one process for so many minutes."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(trained().folder, folder, dirs_exist_ok=True)
        (default,) = (Path(folder) / "runs").iterdir()
        archive = pack(RunFolder(default))
        with run_server(APP, env={CACHE_VARIABLE: folder}) as (url, server):
            samples, problems = asyncio.run(_soak(url, psutil.Process(server.pid), archive, 60 * minutes))
        n_runs = len(list((Path(folder) / "runs").glob("*/run.json")))
    rows = [row for place, what in enumerate(_GOALS, start=1) for row in _list_rows(what, samples, place)]
    rows += [Row(f"soak: {what}", number, "", goal=0) for what, number in problems.items()]
    return [*rows, Row("soak: runs left on disk beside the default one", n_runs - 1, "", goal=0)]


async def _soak(
    url: str, server: psutil.Process, archive: bytes, seconds: float
) -> tuple[list[tuple[float, float, float, float]], Counter[str]]:
    """Return minutes, megabytes, threads and open files after each group of visitors, and what went wrong how often."""
    start = time.monotonic()
    problems = Counter(dict.fromkeys(("maps that were wrong", "keys never answered", "script runs that failed"), 0))
    samples: list[tuple[float, float, float, float]] = []
    while time.monotonic() - start < seconds:
        number = len(samples)
        measured, _ = await asyncio.gather(
            load(url, [server], make_typists(_VISITORS, first=number * _VISITORS), _SECONDS),
            asyncio.to_thread(train_and_delete, url, archive, 1000 + number),
        )
        problems["maps that were wrong"] += measured.n_wrong
        problems["keys never answered"] += measured.n_unanswered
        problems["script runs that failed"] += measured.n_exceptions + measured.n_failed
        minutes = (time.monotonic() - start) / 60
        samples.append((minutes, measure_private(server.pid), float(server.num_threads()), float(_count_files(server))))
    return samples, problems


def _count_files(server: psutil.Process) -> int:
    return int(server.num_fds() if os.name == "posix" else server.num_handles())


def _list_rows(what: str, samples: Sequence[tuple[float, ...]], place: int) -> list[Row]:
    table = np.array(samples)
    settled = table[int(_WARM_UP * len(table)) :]
    has_slope = len(settled) >= _MIN_ROUNDS
    slope = float(np.polyfit(settled[:, 0], settled[:, place], 1)[0]) if has_slope else float("nan")
    unit = "MB" if what == "memory" else ""
    name = f"soak of {table[-1, 0]:.0f} minutes: {what}"
    return [Row(f"{name}, at the end", float(table[-1, place]), unit),
            Row(f"{name}, change a minute after warm-up", slope, unit, goal=_GOALS[what])]  # fmt: skip
