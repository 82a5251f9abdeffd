"""Visitors who come, type and leave for half an hour, while a model trains: memory, threads and open files stay flat.

Not among the benchmarks that run by default. ``SOAK_MINUTES`` sets another duration.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import psutil

from benchmarks.load import load
from benchmarks.memory import own
from benchmarks.server import APP, CACHE_VARIABLE, served
from benchmarks.table import Row
from benchmarks.trained import trained
from benchmarks.typist import make_typists
from model.corpus import toy_corpus
from model.runs.registry import DEFAULT_MODEL
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig

_VISITORS = 8  # at a time
_SECONDS = 20.0  # that each of them types, before others come
_WARM_UP = 0.3  # share of the time, in which caches fill and sessions of visitors who left pile up to their limit
_ENDLESS = TrainingConfig(steps=1_000_000, seed=7)


def run() -> list[Row]:
    """Measure one process."""
    minutes = float(os.environ.get("SOAK_MINUTES", 30))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(trained().folder, folder, dirs_exist_ok=True)
        description = RunDescription.of(toy_corpus(), DEFAULT_MODEL, _ENDLESS).with_status(Status.TRAINING)
        interrupted = RunFolder(Path(folder) / "runs" / description.digest)
        interrupted.path.mkdir()
        interrupted.write_description(description)  # the server resumes it
        with served(APP, env={CACHE_VARIABLE: folder}) as (url, server):
            samples = asyncio.run(_soak(url, psutil.Process(server.pid), 60 * minutes))
    return [row for place, what in enumerate(("memory", "threads", "open files"), start=1)
            for row in _list_rows(what, samples, place)]  # fmt: skip


async def _soak(url: str, server: psutil.Process, seconds: float) -> list[tuple[float, float, float, float]]:
    """Return minutes, megabytes, threads and open files after each group of visitors."""
    start, samples, wrong = time.monotonic(), [], 0
    while (minutes := (time.monotonic() - start) / 60) < seconds / 60:
        measured = await load(url, [server], make_typists(_VISITORS), _SECONDS)
        wrong += measured.n_wrong + measured.n_unanswered
        samples.append((minutes, own(server.pid), float(server.num_threads()), float(server.num_fds())))
    if wrong:
        raise RuntimeError(f"{wrong} maps were wrong or missing")
    return samples


def _list_rows(what: str, samples: Sequence[tuple[float, ...]], place: int) -> list[Row]:
    table = np.array(samples)
    settled = table[int(_WARM_UP * len(table)) :]
    slope = float(np.polyfit(settled[:, 0], settled[:, place], 1)[0])
    unit = "MB" if what == "memory" else ""
    name = f"soak of {table[-1, 0]:.0f} minutes: {what}"
    return [Row(f"{name}, at the end", float(table[-1, place]), unit),
            Row(f"{name}, change a minute after warm-up", slope, unit)]  # fmt: skip
