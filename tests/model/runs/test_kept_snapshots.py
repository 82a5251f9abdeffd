"""The kept snapshots of a training: bounded, the same in memory and on disk, and never touched again."""

import os
import threading
from dataclasses import replace

import pytest
import torch

from model.runs import kept_snapshots
from model.runs.kept_snapshots import MAX_BYTES, MAX_KEPT, MIN_KEPT, KeptSnapshots, choose_kept_steps, count_kept
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderDamagedError
from model.runs.run_folder import RunFolder
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.snapshot import Snapshot
from tests.paced_trainer import FORTY, Pace, Small, same_weights, wait_until


def test_every_station_is_the_kept_file(small: Small) -> None:
    run = small()
    run.join(60)
    assert run.kept_steps == run.folder.steps == (0, 1, 2, 5, 10, 15, 20, 40)
    opened = small()
    for step in run.kept_steps:
        assert same_weights(run.load_snapshot(step), run.folder.load_snapshot(step))
        assert same_weights(opened.load_snapshot(step), run.folder.load_snapshot(step))
        assert run.load_snapshot(step).learning_curve[1:] == run.folder.load_snapshot(step).learning_curve[1:]
    for step in (None, 41, 10**9, 3, -1):
        assert run.load_snapshot(step) is run.state.snapshot


def test_what_a_reader_holds_does_not_change(small: Small) -> None:
    pace = Pace(may_take=12)
    run = small(pace)
    pace.until(12)
    held = [run.state.snapshot, *(run.load_snapshot(step) for step in run.kept_steps)]
    copies = [{name: x.clone() for name, x in each.translator.model.state_dict().items()} for each in held]
    pace.let(40)
    run.join(60)
    for each, copy in zip(held, copies, strict=True):
        assert all(torch.equal(x, copy[name]) for name, x in each.translator.model.state_dict().items())


@pytest.mark.parametrize("fit", [3, 32])
def test_however_often_it_is_stopped_little_is_kept(fit: int, small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_snapshots, "count_kept", lambda _: fit)
    pace = Pace(may_take=0)
    config = TrainingConfig(steps=400, batch_size=4, device="cpu")
    description = RunDescription.of(small.corpus, small.result().translator.model.config, config)
    run = TrainingRun(small.corpus, description, RunFolder(small.path / "x"), pace)
    small.runs.append(run)
    for _ in range(8):
        pace.let(pace.taken + 45)
        wait_until(lambda: run.state.snapshot)
        pace.until(int(pace.may_take))
        run.stop()
        pace.let(pace.taken + 1)
        wait_until(lambda: not run.is_busy)
        for step in run.kept_steps:
            run.load_snapshot(step)
        assert len(run.folder.steps) <= fit + 1
        assert len(run._store.kept._loaded) <= fit + 1
        assert run.folder.steps[-1] == run.state.snapshot.step
        run.start()
    pace.let(10_000)
    run.join(100)
    assert run.folder.steps == run.kept_steps == choose_kept_steps(config, fit)
    assert tuple(sorted(run._store.kept._loaded)) == run.kept_steps


def test_nothing_more_is_to_be_kept_of_a_run_that_was_stopped(small: Small) -> None:
    pace = Pace(may_take=12)
    run = small(pace)
    pace.until(12)
    assert run.kept_steps == (0, 1, 2, 5, 10, 15, 20, 40), "while it trains"
    run.stop()
    pace.let(13)
    wait_until(lambda: not run.is_busy)
    newest = run.state.snapshot.step
    assert run.kept_steps == (*(step for step in (0, 1, 2, 5, 10) if step < newest), newest, 40)


def test_a_snapshot_that_is_deleted_while_it_is_loaded_is_not_kept(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, folder, load = small.result(), RunFolder(small.path / "x"), RunFolder.load_snapshot
    early, newest = (Snapshot((replace(last.learning_curve[-1], step=n),), last.translator) for n in (7, 12))
    folder.save_snapshot(early)
    kept = KeptSnapshots(folder, FORTY, lambda write: write(folder))
    training = threading.Thread(target=kept.keep, args=(newest,))

    def load_while_training(*arguments: object) -> Snapshot:
        snapshot = load(*arguments)
        training.start()
        training.join(0.5)  # it may have to wait for the end of this
        return snapshot

    monkeypatch.setattr(RunFolder, "load_snapshot", load_while_training)
    assert kept.load(7).step == 7
    training.join(60)
    assert folder.steps == (12,)
    assert kept.loaded == (newest,)


def test_a_snapshot_that_is_deleted_after_the_folder_was_listed_is_listed_no_more(small: Small) -> None:
    last, folder = small.result(), RunFolder(small.path / "x")
    early, newest = (Snapshot((replace(last.learning_curve[-1], step=n),), last.translator) for n in (7, 12))
    folder.save_snapshot(early)
    kept = KeptSnapshots(folder, FORTY, lambda write: write(folder))
    assert 7 in kept.steps(newest, is_training=False), "the newest is published before it is kept"
    kept.keep(newest)
    assert kept.steps(newest, is_training=False) == (12, 40)


def test_a_step_whose_file_was_damaged_is_kept_again_once_it_is_trained_again(small: Small) -> None:
    last, folder = small.result(), RunFolder(small.path / "x")
    snapshot = Snapshot((replace(last.learning_curve[-1], step=7),), last.translator)
    folder.save_snapshot(snapshot)
    (folder.path / "step-0000007.safetensors").write_bytes(b"damaged")
    kept = KeptSnapshots(folder, FORTY, lambda write: write(folder))
    with pytest.raises(RunFolderDamagedError):
        kept.load(7)
    assert 7 not in kept.steps(last, is_training=False)
    kept.keep(snapshot)
    assert 7 in kept.steps(last, is_training=False)
    assert kept.load(7) is snapshot


def test_big_models_keep_fewer(small: Small) -> None:
    translator = small.result().translator
    assert count_kept(translator) == MAX_KEPT
    translator.model.add_module("big", torch.nn.Linear(1000, 2000))
    assert count_kept(translator) == 7 <= MAX_BYTES // 8_000_000
    translator.model.add_module("bigger", torch.nn.Linear(10_000, 2000))
    assert count_kept(translator) == MIN_KEPT


def test_parts_that_a_killed_process_left_are_swept(small: Small) -> None:
    run = small()
    run.join(60)
    old, new = run.folder.path / "step-1234567.part", run.folder.path / "state2.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    small()
    assert not old.exists()
    assert new.exists(), "another process may be writing it"
