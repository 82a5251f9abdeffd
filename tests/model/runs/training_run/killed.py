"""Trains small runs and writes other files while it is killed (SIGKILL) again and again; not a test itself.

``python killed.py FOLDER KILLS SEED`` trains; with a NAME after these, one of ``WRITERS`` writes. It is a process
of its own, for it forks before any other thread has begun. A child logs what it has been told is saved;
after each kill the files are opened again and compared with the log.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from model.corpus import Corpus, toy_corpus
from model.runs import training_run
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.transformer.config import ModelConfig, Norm
from tests.model.runs.training_run.killed_writers import WRITERS, Log

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, norm=Norm.POST)
CONFIG = TrainingConfig(steps=300, batch_size=16, device="cpu")
WRITES = ("fsync", "replace")


def corpus() -> Corpus:
    return toy_corpus(seed=1, train=300, held_out=20)


def go_on(pairs: Corpus, folder: Path, log: Log) -> bool:
    """Train until the end, in this process; returns whether it was reached."""
    training_run._SECONDS_BETWEEN_STATES = 0.0
    save_snapshot, save_state = RunFolder.save_snapshot, RunFolder.save_state
    delete_snapshot = RunFolder.delete_snapshot

    def log_snapshot(self: RunFolder, snapshot: Any) -> None:
        save_snapshot(self, snapshot)
        log.write("kept", snapshot.step)

    def log_state(self: RunFolder, state: Any, digest: str) -> None:
        save_state(self, state, digest)
        log.write("state", state.step)

    def log_deletion(self: RunFolder, step: int) -> None:
        log.write("deleted", step)
        delete_snapshot(self, step)

    def log_resumption(*arguments: Any, resume: Any, **options: Any) -> Iterator[Progress]:
        log.write("resumed", resume.step if resume else 0)
        yield from train(*arguments, resume=resume, **options)

    RunFolder.save_snapshot, RunFolder.save_state = log_snapshot, log_state  # type: ignore[method-assign]
    RunFolder.delete_snapshot = log_deletion  # type: ignore[method-assign]
    description = RunDescription.of(pairs, SMALL, CONFIG)
    run = TrainingRun(pairs, description, RunFolder(folder), log_resumption, keeps_corpus=True)
    return run.join().status is Status.TRAINED


def check(folder: Path, log: Log) -> None:
    """Assert that all that was said to be saved is there, and that each process went on from it."""
    kept: set[int] = set()
    state = newest = 0
    for what, step in log.read():
        match what:
            case "kept":
                kept.add(step)
                newest = max(newest, step)
            case "deleted":
                kept.discard(step)
            case "state":
                state = max(state, step)
            case "resumed":
                assert step >= state, f"a training resumed at step {step}, and {state} was saved"
    run = RunFolder(folder)
    assert kept <= set(run.steps), "a kept snapshot is lost"
    for step in run.steps:
        assert run.load_snapshot(step).step == step
    assert max(run.steps, default=0) >= newest
    found = run.load_state() if state else None
    reached = max(found.step if found else 0, max(run.steps, default=0) if newest == CONFIG.steps else 0)
    assert reached >= state, f"step {state} was saved, and {reached} is there"


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


def attempt(
    act: Callable[[], bool], chance: random.Random | None, patience: float = 0.0, calls: Sequence[str] = WRITES
) -> bool:
    """Act in a child that is killed at a random moment or while it writes; returns whether it lived to the end.

    Args:
        act: returns whether it succeeded.
        chance: chooses the moment; without it nothing is killed.
        patience: seconds that the child may live.
        calls: one of these is where it is killed while it writes.
    """
    writes = chance is not None and chance.random() < 0.5
    child = os.fork()
    if not child:
        if chance and writes:
            die_while_writing(chance.choice(calls), chance.randint(1, 12), before=chance.random() < 0.5)
        os._exit(0 if act() else 1)
    if chance and not writes:
        time.sleep(chance.random() * patience)
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, -signal.SIGKILL):
        raise RuntimeError(f"the child ended with {code}")
    return code == 0


def train_runs(folder: Path, kills: int, chance: random.Random) -> int:
    """Train one run after the other to its end, each in a folder of its own, until so many children were killed."""
    pairs, patience, n_killed, n_trained = corpus(), 0.15, 0, 0
    while n_killed < kills:
        path = folder / str(n_trained)
        log, steps = Log(folder / f"{n_trained}.log"), RunFolder(path).steps
        lived = attempt(lambda path=path, log=log: go_on(pairs, path, log), chance, patience)  # type: ignore[misc]
        check(path, log)
        if lived:
            n_trained += 1
            continue
        n_killed += 1
        if RunFolder(path).steps == steps:
            patience *= 1.2  # a slow machine
    log = Log(folder / f"{n_trained}.log")
    attempt(lambda: go_on(pairs, folder / str(n_trained), log), None)
    check(folder / str(n_trained), log)
    return n_killed


def write_files(folder: Path, kills: int, chance: random.Random, name: str) -> int:
    """Let one of ``WRITERS`` write until so many children were killed."""
    writer, n_killed = WRITERS[name](folder), 0
    calls = (*WRITES, "rename") if name == "archives" else WRITES
    while n_killed < kills:
        n_killed += not attempt(writer.write, chance, 0.1, calls)
        writer.check()
    return n_killed


if __name__ == "__main__":
    torch.set_num_threads(1)  # the threads of a pool do not survive a fork
    arguments = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    print(write_files(*arguments, sys.argv[4]) if len(sys.argv) > 4 else train_runs(*arguments))
