"""A training from an empty cache in a process of its own, as a first start of the app does it.

``python -m benchmarks.trained FOLDER`` trains into a folder and prints what it came to, as JSON.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from benchmarks.server import ROOT

GOOD = 0.99  # share of held-out sentences translated exactly right


@dataclass(frozen=True, slots=True)
class Trained:
    """What one training came to.

    Attributes:
        folder: the cache folder that now holds the weights.
        seconds_to_good: from the start of the process to the first published weights that reach ``GOOD``.
        step_of_good: the training step of those weights.
        seconds: from the start of the process to the end of the training.
        cpu_seconds: processor time of the whole process.
        exact_match: share of held-out sentences translated exactly right, at the end.
        alignment_accuracy: share of held-out target words whose attention points at the gold word, at the end.
    """

    folder: str
    seconds_to_good: float
    step_of_good: int
    seconds: float
    cpu_seconds: float
    exact_match: float
    alignment_accuracy: float


@cache
def trained() -> Trained:
    """Train the default model once per benchmark run; the folder is removed when this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="attention-playground-")
    atexit.register(folder.cleanup)
    command = [sys.executable, "-m", "benchmarks.trained", folder.name, repr(time.time())]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Trained(**json.loads(output))


def train_into(folder: Path, started: float) -> Trained:
    """Train the default model as the app does, watching the weights it publishes.

    Args:
        folder: an empty cache folder.
        started: when the process was started, in seconds since the epoch.
    """
    from model.config import ModelConfig, TrainingConfig
    from model.corpus import toy_corpus
    from model.run import TrainingRun

    run = TrainingRun(toy_corpus(), ModelConfig(), TrainingConfig(), folder)
    seconds_to_good, step_of_good = float("inf"), -1
    while True:
        now = run.state
        if step_of_good < 0 and now.snapshot and now.snapshot.evaluation.exact_match >= GOOD:
            seconds_to_good, step_of_good = time.time() - started, now.snapshot.step
        if not now.is_training:
            break
        time.sleep(0.02)
    if now.snapshot is None or now.error:
        raise RuntimeError(f"the training failed: {now.error}")
    return Trained(
        str(folder), seconds_to_good, step_of_good, time.time() - started, time.process_time(),
        now.snapshot.evaluation.exact_match, now.snapshot.evaluation.alignment_accuracy,
    )  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(asdict(train_into(Path(sys.argv[1]), float(sys.argv[2])))))
