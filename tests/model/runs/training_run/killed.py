"""Trains small runs while they are killed (SIGKILL) again and again, and says how often; not a test itself.

``python killed.py FOLDER KILLS SEED``: a process of its own, for it forks before any other thread has begun.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from model.corpus import Corpus, toy_corpus
from model.runs import training_run
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig, Norm

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, norm=Norm.POST)
CONFIG = TrainingConfig(steps=300, batch_size=16, device="cpu")
WRITES = ("fsync", "replace")


def corpus() -> Corpus:
    return toy_corpus(seed=1, train=300, held_out=20)


def go_on(pairs: Corpus, folder: Path) -> bool:
    """Train until the end, in this process; returns whether it was reached."""
    torch.set_num_threads(1)
    training_run._SECONDS_BETWEEN_STATES = 0.0
    return TrainingRun(pairs, SMALL, CONFIG, RunFolder(folder), keeps_corpus=True).join().status is Status.TRAINED


def die_while_writing(name: str, calls: int, *, before: bool) -> None:
    """Let this process kill itself at a call that puts a file where it belongs."""
    real: Callable[..., Any] = getattr(os, name)
    left = [calls]

    def call(*arguments: Any) -> None:
        left[0] -= 1
        if not left[0] and before:
            os.kill(os.getpid(), signal.SIGKILL)
        real(*arguments)
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(os, name, call)


def attempt(pairs: Corpus, folder: Path, chance: random.Random | None, patience: float = 0.0) -> bool:
    """Go on in a child that is killed at a random moment or while it writes; returns whether it lived to the end.

    Args:
        pairs: what to train on.
        folder: where.
        chance: chooses the moment; without it nothing is killed.
        patience: seconds that the child may live.
    """
    writes = chance is not None and chance.random() < 0.5
    child = os.fork()
    if not child:
        if chance and writes:
            die_while_writing(chance.choice(WRITES), chance.randint(1, 12), before=chance.random() < 0.5)
        os._exit(0 if go_on(pairs, folder) else 1)
    if chance and not writes:
        time.sleep(chance.random() * patience)
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, -signal.SIGKILL):
        raise RuntimeError(f"the training ended with {code}")
    return code == 0


def main(folder: Path, kills: int, seed: int) -> None:
    """Train one run after the other to its end, each in a folder of its own, until so many children were killed."""
    pairs, chance, patience, n_killed, n_trained = corpus(), random.Random(seed), 0.15, 0, 0
    while n_killed < kills:
        path = folder / str(n_trained)
        steps = RunFolder(path).steps
        if attempt(pairs, path, chance, patience):
            n_trained += 1
            continue
        n_killed += 1
        if RunFolder(path).steps == steps:
            patience *= 1.2  # a slow machine
    attempt(pairs, folder / str(n_trained), None)
    print(n_killed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
