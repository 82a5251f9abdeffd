"""Memory to train on a corpus of a hundred times the pairs, read from its file and split into subwords.

``python -m benchmarks.streaming FILE`` trains on a file and prints its peak memory in megabytes and its seconds.
"""

import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.memory import measure_private
from benchmarks.server import ROOT
from benchmarks.table import Row
from model.corpus import sample_pair
from model.corpus.tsv import read_tsv_file
from model.data import subwords
from model.training.config import TrainingConfig
from model.training.loop import train
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig

_FEW, _MANY = 10_000, 1_000_000
_STEPS = 40
_PIECES = 900  # subwords per language for any number of pairs, so that the model does not grow
_STATUS = Path("/proc/self/status")


def run() -> list[Row]:
    """Measure the peak of a process's private memory, without mapped files; Linux only."""
    if not _STATUS.exists():
        return []
    with tempfile.TemporaryDirectory() as folder:
        (few, _), (many, seconds) = (_measure(Path(folder) / f"{n}.tsv", n) for n in (_FEW, _MANY))
    return [
        Row(f"memory to train one model on {_MANY:,} pairs to {_FEW:,}", many, "MB", few, many / few, 1.1),
        Row(f"… seconds until its first {_STEPS} steps are done", seconds, "s"),
    ]


def _measure(path: Path, n_pairs: int) -> tuple[float, float]:
    """Return peak megabytes and seconds of a process that trains on a number of pairs."""
    draw = random.Random(0)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(n_pairs):
            pair = sample_pair(draw)
            file.write(f"{_format_sentence(pair.source)}\t{_format_sentence(pair.target)}\n")
    command = [sys.executable, "-m", "benchmarks.streaming", str(path)]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    path.unlink()
    peak, seconds = map(float, output.split())
    return peak, seconds


def _format_sentence(words: tuple[str, ...]) -> str:
    text = " ".join(words).replace("' ", "'")
    return f"{text[:1].upper()}{text[1:]}."


def _main(path: Path) -> None:
    peak, is_done = 0.0, threading.Event()

    def watch() -> None:
        nonlocal peak
        while not is_done.wait(0.01):
            peak = max(peak, measure_private())

    watcher = threading.Thread(target=watch)
    watcher.start()
    subwords.MAX_PIECES = _PIECES
    start = time.perf_counter()
    try:
        for _ in train(TranslationTask(read_tsv_file(path), ModelConfig()), TrainingConfig(steps=_STEPS)):
            pass
    finally:  # the process does not end before its threads do
        is_done.set()
        watcher.join()
    print(peak, time.perf_counter() - start)


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
