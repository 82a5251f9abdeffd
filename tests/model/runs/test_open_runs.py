"""The runs of a process in memory: bounded, and opened once."""

import gc

from model.corpus import Corpus
from model.runs.open_runs import MAX_IDLE
from model.runs.registry import RunRegistry
from model.runs.run_state import Status
from tests.paced_trainer import FORTY, SMALL, seeds, wait_until


def test_not_too_many_are_held_and_all_are_found_again(runs: RunRegistry, small_corpus: Corpus) -> None:
    digests = []
    for config in seeds(MAX_IDLE + 4):
        run = runs.create_run(small_corpus, SMALL, config)
        digests.append(run.digest)
        run.join(60)
        wait_until(lambda run=run: not run.is_busy)
    del run
    gc.collect()
    assert len(runs._open_runs._held) == len(runs._open_runs.digests) == MAX_IDLE + 1 == 9, "eight, as the README says"
    for digest in digests:
        assert runs.describe(digest).status is Status.TRAINED
        assert runs.open_run(digest).state.snapshot.step == 1
        assert len(runs._open_runs._held) <= MAX_IDLE + 1


def test_the_run_that_was_used_last_is_held_longest(runs: RunRegistry, small_corpus: Corpus) -> None:
    opened = [runs.create_run(small_corpus, SMALL, config) for config in seeds(MAX_IDLE + 2)]
    for run in opened:
        run.join(60)
    for run in opened[: MAX_IDLE + 1]:
        runs.open_run(run.digest)
    assert runs.open_run(opened[0].digest) is opened[0]
    runs.open_run(opened[-1].digest)
    assert opened[0].digest in runs._open_runs._held
    assert opened[1].digest not in runs._open_runs._held


def test_a_run_that_a_visitor_holds_is_never_opened_twice(runs: RunRegistry, small_corpus: Corpus) -> None:
    held = runs.create_run(small_corpus, SMALL, FORTY)
    held.pause()
    held.join(60)
    for config in seeds(MAX_IDLE + 2):
        runs.create_run(small_corpus, SMALL, config).join(60)
    assert held.digest not in runs._open_runs._held
    wait_until(lambda: not held.is_busy)
    assert runs.describe(held.digest).status is Status.PAUSED
    assert runs.open_run(held.digest) is held
    held.start()
    assert held.join(60).status is Status.TRAINED
