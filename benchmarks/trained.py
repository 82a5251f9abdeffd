"""A training from an empty cache in a process of its own, as at the first start of the app.

``python -m benchmarks.trained FOLDER SECONDS_SINCE_THE_EPOCH`` trains into a folder and prints its results as JSON; the
seconds say when it was started.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.server import ROOT

if TYPE_CHECKING:
    from model.inference.translator import Translator

USEFUL, GOOD = 0.80, 0.99  # held-out exact match
N_SCORED = 1000  # held-out sentences


@dataclass(frozen=True, slots=True)
class Trained:
    """The results of one training.

    Attributes:
        folder: the cache folder that now holds the weights.
        seconds_to_useful: from the start of the process to the first published weights that reach ``USEFUL``.
        seconds_to_good: likewise that reach ``GOOD``; infinite if none does.
        step_of_good: their training step.
        seconds: from the start of the process to the end of the training.
        cpu_seconds: processor time of the whole process.
        exact_match: on held-out sentences, at the end.
        alignment_accuracy: on held-out sentences, at the end.
        mutual_alignment: likewise, of all heads in both directions.
    """

    folder: str
    seconds_to_useful: float
    seconds_to_good: float
    step_of_good: int
    seconds: float
    cpu_seconds: float
    exact_match: float
    alignment_accuracy: float
    mutual_alignment: float


@cache
def trained() -> Trained:
    """Train the default model once per benchmark run; the folder is removed when this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="attention-playground-")
    atexit.register(folder.cleanup)
    command = [sys.executable, "-m", "benchmarks.trained", folder.name, repr(time.time())]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return Trained(**json.loads(output))


@cache
def load_translator(folder: Path) -> "Translator":
    """Return the trained default model of a cache folder.

    Raises:
        RuntimeError: it is missing.
    """
    from model.corpus import toy_corpus
    from model.runs.registry import RunRegistry

    snapshot = RunRegistry(folder / "runs", toy_corpus()).open_default().state.snapshot
    if snapshot is None:
        raise RuntimeError("the trained model is missing")
    return snapshot.translator


def train_into(folder: Path, started: float) -> Trained:
    """Train the default model as the app does, watching the weights it publishes.

    Args:
        folder: an empty cache folder.
        started: when the process was started, in seconds since the epoch.
    """
    from model.analysis.alignment_reading import ALL_HEADS
    from model.analysis.teacher_forced_maps import read_maps
    from model.corpus.corpus_file import open_toy_corpus
    from model.runs.registry import RunRegistry
    from model.training.evaluation import evaluate
    from model.training.snapshot import Snapshot
    from model.transformer.kind import Kind

    corpus = open_toy_corpus(folder)
    run = RunRegistry(folder / "runs", corpus).open_default()
    published: list[tuple[float, Snapshot]] = []
    while True:
        now = run.state
        if now.snapshot and (not published or published[-1][1] is not now.snapshot):
            published.append((time.time() - started, now.snapshot))
        if not now.is_training:
            break
        time.sleep(0.01)
    times = os.times()
    cpu_seconds = times.user + times.system + times.children_user + times.children_system  # children draw the corpus
    seconds = time.time() - started
    if now.snapshot is None or now.error:
        raise RuntimeError(f"the training failed: {now.error}")
    # A training evaluates earlier snapshots on fewer sentences; here all are scored on the same ones.
    scored = corpus.held_out[:N_SCORED]
    scores = [(at, snapshot.step, evaluate(snapshot.translator, scored).exact_match) for at, snapshot in published]
    seconds_to_useful = next((at for at, _, score in scores if score >= USEFUL), float("inf"))
    good = ((at, step) for at, step, score in scores if score >= GOOD)
    seconds_to_good, step_of_good = next(good, (float("inf"), -1))
    last = evaluate(now.snapshot.translator, scored)
    mutual_alignment = ALL_HEADS.score(read_maps(now.snapshot.translator, scored, [Kind.CROSS]))
    return Trained(
        str(folder),
        seconds_to_useful,
        seconds_to_good,
        step_of_good,
        seconds,
        cpu_seconds,
        last.exact_match,
        last.alignment_accuracy or 0.0,  # the toy corpus always has gold alignments
        mutual_alignment or 0.0,
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m benchmarks.trained FOLDER SECONDS_SINCE_THE_EPOCH")
    print(json.dumps(asdict(train_into(Path(sys.argv[1]), float(sys.argv[2])))))
