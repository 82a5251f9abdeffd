"""All runs of a process: opened once, and found again by the next process as they were left."""

import os
import threading
import time
from pathlib import Path

import pytest

from model.corpus import Corpus
from model.runs.registry import RunRegistry
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.loop import train
from tests.paced_trainer import FORTY, SMALL, Pace, same_weights, seeds, wait_until

ONE = TrainingConfig(steps=1, batch_size=16, device="cpu")


def test_eight_visitors_who_ask_at_once_get_one_run_trained_once(small_corpus: Corpus, tmp_path: Path) -> None:
    pace = Pace()
    runs, line, found = RunRegistry(tmp_path, small_corpus, trainer=pace), threading.Barrier(8), []

    def ask() -> None:
        line.wait()
        found.append(runs.create_run(small_corpus, SMALL, FORTY))

    visitors = [threading.Thread(target=ask) for _ in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1
    assert found[0].join(60).status is Status.TRAINED
    assert pace.taken == 40
    assert runs.open_run(found[0].digest) is found[0]


@pytest.mark.parametrize("left", ["going on", "paused", "stopped", "paused before anything was kept"])
def test_the_next_process_goes_on_with_what_nobody_stopped(left: str, small_corpus: Corpus, tmp_path: Path) -> None:
    pace = Pace(may_take=0 if "before" in left else 15)
    earlier = RunRegistry(tmp_path, small_corpus, trainer=pace)
    run = earlier.create_run(small_corpus, SMALL, FORTY)
    pace.until(0 if "before" in left else 15)
    if "paused" in left:
        run.pause()
    if left == "stopped":
        run.stop()
    wait_until(lambda: run.folder.has_description if "before" in left else run.state.snapshot)
    if left in ("paused", "stopped"):
        pace.let(15.5)
        assert run.join(60).status.value == left
    later = RunRegistry(tmp_path, small_corpus, trainer=Pace(may_take=0))
    later.resume_interrupted()
    expected = {"going on": [run.digest]}.get(left, [])
    assert [digest for digest in later.digests if later.describe(digest).status is Status.WAITING] == expected
    if not expected:
        assert later.open_run(run.digest).state.status.value == left.split()[0]
    for each in (later.open_run(run.digest), run):
        each.stop()
        each._trainer.let(1000)
        wait_until(lambda each=each: not each.is_busy)


def test_what_is_removed_stays_removed(runs: RunRegistry, small_corpus: Corpus) -> None:
    for holds_still in (False, True):
        run = runs.create_run(small_corpus, SMALL, FORTY)
        run.wait(60)
        if holds_still:
            run.pause()
            run.join(60)
        runs.delete(run.digest)
        run.start()
        run.restart()
        assert not run.is_busy
        assert not run.folder.path.exists()
        assert runs.open_run(run.digest) is None
        assert runs.describe(run.digest) is None
    runs.delete("../../somewhere")


def test_a_run_that_is_begun_again_while_it_is_deleted_stays(
    runs: RunRegistry, small_corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.create_run(small_corpus, SMALL, ONE)
    run.join(60)
    wait_until(lambda: not run.is_busy)
    delete, later = run.delete, []

    def begin_again() -> None:
        delete()
        later.append(runs.create_run(small_corpus, SMALL, ONE))

    monkeypatch.setattr(run, "delete", begin_again)
    runs.delete(run.digest)
    assert later[0] is not run
    assert runs.get_open_run(run.digest) is later[0]
    assert later[0].join(60).status is Status.TRAINED


def test_a_run_of_ones_own_corpus_is_found_though_it_lives_in_memory_only(small_corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where a folder should be")
    runs = RunRegistry(tmp_path / "file", small_corpus)
    own = Corpus("own", small_corpus.train[:100], small_corpus.held_out[:10], is_raw_text=True)
    run = runs.create_run(own, SMALL, ONE, keeps_corpus=True)
    assert run.join(60).status is Status.TRAINED
    assert runs.open_run(run.digest) is run
    assert len(run.state.notices) == 1
    assert runs.digests == ()


def test_the_next_process_has_the_corpus_too(runs: RunRegistry, small_corpus: Corpus, tmp_path: Path) -> None:
    own = Corpus("own", small_corpus.train[:100], small_corpus.held_out[:10], is_raw_text=True)
    digest = runs.create_run(own, SMALL, ONE, keeps_corpus=True).digest
    runs.open_run(digest).join(60)
    later = RunRegistry(tmp_path, small_corpus, trainer=lambda *_, **__: iter(()))
    assert tuple(later.open_run(digest).corpus.train) == own.train
    for damaged in (b"another\tautre\n", b"", b"\xff\xfe", b"no tab"):
        (tmp_path / digest / "train.tsv").write_bytes(damaged)
        assert RunRegistry(tmp_path, small_corpus).open_run(digest) is None


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_corpus_that_stays_in_the_folder_outlasts_beginning_anew(
    is_damaged: bool, runs: RunRegistry, small_corpus: Corpus, tmp_path: Path
) -> None:
    own = Corpus("own", small_corpus.train[:100], small_corpus.held_out[:10], is_raw_text=True)
    first = runs.create_run(own, SMALL, ONE, keeps_corpus=True)
    first.join(60)
    wait_until(lambda: not first.is_busy)
    if is_damaged:
        (first.folder.path / "step-0000001.safetensors").write_bytes(b"damaged")
    later = RunRegistry(tmp_path, small_corpus).open_run(first.digest)
    later.restart()
    state = later.join(60)
    assert (state.status, state.error) == (Status.TRAINED, "")
    assert same_weights(state.snapshot, first.state.snapshot)
    assert tuple(later.corpus.train) == own.train


def test_a_folder_under_another_name_is_no_run(runs: RunRegistry, small_corpus: Corpus, tmp_path: Path) -> None:
    run = runs.create_run(small_corpus, SMALL, ONE)
    run.join(60)
    wait_until(lambda: not run.is_busy)
    (tmp_path / run.digest).rename(tmp_path / ("0" * 32))
    later = RunRegistry(tmp_path, small_corpus)
    assert later.digests == ("0" * 32,)
    assert later.describe("0" * 32) is None
    assert later.open_run("0" * 32) is None
    assert train is later._trainer
    assert RunFolder(tmp_path / ("0" * 32)).steps == (0, 1)


def test_a_run_is_stale_once_it_has_ended_and_nobody_opens_it(small_corpus: Corpus, tmp_path: Path) -> None:
    runs = RunRegistry(tmp_path, small_corpus, SMALL, FORTY)
    digests = [runs.create_run(small_corpus, SMALL, config).digest for config in seeds(3)]
    for digest in digests:
        assert runs.open_run(digest).join(60).status is Status.TRAINED
        wait_until(lambda digest=digest: not runs.open_run(digest).is_busy)
    runs.folder(digests[0]).write_description(runs.describe(digests[0]).with_status(Status.PAUSED))
    day = 86_400
    for digest, age in zip(digests, (300 * day, 200 * day, 31 * day), strict=True):
        os.utime(tmp_path / digest / "run.json", times=(time.time() - age,) * 2)
    assert runs.find_stale() is None, "they are in memory"
    later = RunRegistry(tmp_path, small_corpus, SMALL, FORTY)
    assert later.find_stale() == digests[1], "the oldest one may still be resumed"
    assert later.open_run(digests[1]) is not None
    assert RunRegistry(tmp_path, small_corpus, SMALL, FORTY).find_stale() == digests[2]
    os.utime(tmp_path / digests[2] / "run.json", times=(time.time() - 29 * day,) * 2)
    assert RunRegistry(tmp_path, small_corpus, SMALL, FORTY).find_stale() is None


@pytest.mark.parametrize("status", Status)
def test_only_a_run_that_has_ended_becomes_stale(
    status: Status, runs: RunRegistry, small_corpus: Corpus, tmp_path: Path
) -> None:
    run = runs.create_run(small_corpus, SMALL, ONE)
    run.join(60)
    wait_until(lambda: not run.is_busy)
    run.folder.write_description(run.description.with_status(status))
    os.utime(tmp_path / run.digest / "run.json", (0, 0))
    is_stale = RunRegistry(tmp_path, small_corpus, SMALL, FORTY).find_stale() == run.digest
    assert is_stale == (status in (Status.TRAINED, Status.STOPPED, Status.FAILED))


def test_the_default_run_never_becomes_stale(small_corpus: Corpus, tmp_path: Path) -> None:
    run = RunRegistry(tmp_path, small_corpus, SMALL, ONE).open_default()
    run.join(60)
    wait_until(lambda: not run.is_busy)
    os.utime(tmp_path / run.digest / "run.json", (0, 0))
    assert RunRegistry(tmp_path, small_corpus, SMALL, ONE).find_stale() is None
    assert RunRegistry(tmp_path, small_corpus, SMALL, FORTY).find_stale() == run.digest


def test_old_marks_of_deleted_runs_are_swept(runs: RunRegistry, tmp_path: Path) -> None:
    old, new = tmp_path / f"{'0' * 32}.deleted", tmp_path / f"{'1' * 32}.deleted"
    for mark in (old, new):
        mark.touch()
    os.utime(old, (0, 0))
    runs.resume_interrupted()
    assert not old.exists()
    assert new.exists(), "another process may still write to that folder"


def test_a_process_that_measures_keeps_another_from_measuring_but_not_from_training(
    small_corpus: Corpus, tmp_path: Path
) -> None:
    one, other = (RunRegistry(tmp_path / "runs", small_corpus, SMALL, ONE) for _ in range(2))  # of two processes
    assert one.measurement_lock.try_acquire("measures")
    assert other.measurement_lock.is_elsewhere
    assert not other.measurement_lock.try_acquire("measures too")
    assert not other.trainer_lock.is_elsewhere
    assert other.trainer_lock.try_acquire("trains")
    one.measurement_lock.release("measures")
    assert other.measurement_lock.try_acquire("measures too")
    other.measurement_lock.release("measures too")
    other.trainer_lock.release("trains")
