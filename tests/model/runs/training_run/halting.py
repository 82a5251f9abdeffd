"""Trains a small run up to a step and stays there until told to go on, as a process of its own; not a test itself.

``python halting.py FOLDER STEPS``: prints a line once it has got there, and goes on when it reads one. It looks at
its folder before each step.
"""

import sys
from pathlib import Path

from model.corpus import toy_corpus
from model.runs import shared_run, training_run
from model.runs.registry import RunRegistry
from tests.paced_trainer import FORTY, SMALL, Pace


def main(folder: Path, steps: int) -> None:
    training_run._SECONDS_BETWEEN_STATES = shared_run.SECONDS_BETWEEN_LOOKS = 0.0
    pace = Pace(may_take=steps)
    run = RunRegistry(folder, toy_corpus(seed=1, train=300, held_out=20), SMALL, FORTY, pace).open_default()
    pace.until(steps)
    print("there", flush=True)
    sys.stdin.readline()
    pace.let(float("inf"))
    print(run.join().status.value, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
