"""Damaged files are set aside with a notice and trained again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.loop import train
from model.training.translation_task import TranslationTask
from tests.paced_trainer import FORTY, SMALL, Pace, Small, same_weights, wait_until

LAST = "step-0000040.safetensors"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def fill(path: Path) -> None:
    path.write_bytes(b"{}" if path.suffix == ".json" else b"damaged")


@pytest.mark.parametrize(("name", "damage"), [(LAST, fill), (LAST, cut), ("run.json", fill), ("run.json", cut)])
def test_a_trained_run_that_is_damaged(name: str, damage: Callable[[Path], None], small: Small) -> None:
    folder = small().folder
    small.runs[0].join(60)
    wait_until(lambda: not small.runs[0].is_busy)
    damage(folder.path / name)
    beside = folder.path.parent / "2"
    beside.mkdir()
    run = small()
    assert run.join(60).status is Status.TRAINED
    (notice,) = run.state.notices
    assert "set aside as 1.damaged, and the training restarts" in notice
    assert "\n" not in notice
    assert same_weights(run.state.snapshot, small.result())
    assert RunFolder(folder.path.parent / "1.damaged").steps == run.folder.steps
    assert beside.exists()
    assert small().state.status is Status.TRAINED


def test_each_damaged_folder_is_kept(small: Small) -> None:
    folder = small().folder
    for _ in range(3):
        small.runs[-1].join(60)
        wait_until(lambda: not small.runs[-1].is_busy)
        fill(folder.path / LAST)
        small()
    assert small.runs[-1].join(60).status is Status.TRAINED
    for name in ("1.damaged", "1.damaged-2", "1.damaged-3"):
        assert (folder.path.parent / name / LAST).read_bytes() == b"damaged"
    assert "set aside as 1.damaged-3" in small.runs[-1].state.notices[0]


@pytest.mark.parametrize("damage", [fill, cut])
def test_a_training_whose_newest_weights_are_damaged_resumes(damage: Callable[[Path], None], small: Small) -> None:
    stopped = small.stopped(Pace(may_take=33))
    damage(stopped.folder.path / "step-0000020.safetensors")
    pace = Pace()
    later = small(pace)
    assert later.state.status is Status.STOPPED
    assert later.state.snapshot.step == 15
    assert later.folder.path.joinpath("step-0000020.damaged").exists()
    (notice,) = later.state.notices
    assert notice.startswith("The weights of step 20 were set aside; the training can resume from its saved state: ")
    later.start()
    assert later.join(60).status is Status.TRAINED
    assert pace.taken == 20, "it went on from step 20"
    assert same_weights(later.state.snapshot, small.result())


def test_weights_of_another_model_are_set_aside(small: Small) -> None:
    run = small()
    run.join(60)
    wait_until(lambda: not run.is_busy)
    *_, last = train(TranslationTask(small.corpus, replace(SMALL, d_ff=8)), FORTY)
    run.folder.save_snapshot(last.snapshot())
    again = small()
    assert again.join(60).status is Status.TRAINED
    (notice,) = again.state.notices
    assert "weights of another training" in notice
    assert same_weights(again.state.snapshot, small.result())


@pytest.mark.parametrize("damage", [fill, cut])
def test_a_state_that_is_damaged(damage: Callable[[Path], None], small: Small) -> None:
    pace = Pace(may_take=33)
    run = small(pace)
    pace.until(33)
    run.stop()
    pace.let(100)
    run.join(60)
    wait_until(lambda: not run.is_busy)
    damage(run.folder.path / "state.safetensors")
    later = small()
    assert later.state.status is Status.STOPPED, "nobody wants it to go on"
    assert same_weights(later.state.snapshot, run.state.snapshot)
    assert [later.load_snapshot(step).step for step in (0, 5, 33)] == [0, 5, run.state.snapshot.step]
    (notice,) = later.state.notices
    assert "state.safetensors" in notice
    assert "restarts" in notice
    assert later.folder.path.joinpath("state.damaged").exists()
    later.start()
    assert later.join(60).status is Status.TRAINED
    assert same_weights(later.state.snapshot, small.result())
    damage_while_open = small(Pace(may_take=20), seed=2)
    damage_while_open._trainer.until(20)
    damage_while_open.stop()
    damage_while_open._trainer.let(1000)
    wait_until(lambda: not damage_while_open.is_busy)
    damage(damage_while_open.folder.path / "state.safetensors")
    damage_while_open.start()
    assert damage_while_open.join(60).status is Status.TRAINED
    assert "the training restarts instead of resuming" in damage_while_open.state.notices[0]


@pytest.mark.parametrize("look", ["read_description", "load_snapshot", "load_state"])
def test_a_run_that_is_deleted_while_it_is_opened_is_not_damaged(
    look: str, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.stopped(Pace(may_take=33))
    real = getattr(RunFolder, look)

    def delete_then_look(folder: RunFolder, *arguments: int) -> object:
        monkeypatch.setattr(RunFolder, look, real)
        folder.delete()
        return real(folder, *arguments)

    monkeypatch.setattr(RunFolder, look, delete_then_look)
    run = small()
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert not run.state.notices
    assert not list(small.path.glob("*.damaged"))


def test_a_state_of_the_last_step_without_its_weights_is_set_aside(small: Small) -> None:
    run = small.stopped(Pace(may_take=33))
    *_, last = train(TranslationTask(small.corpus, SMALL), run.description.training)
    run.folder.save_state(last.state(), run.description.training_digest)
    later = small()
    assert later.state.status is Status.STOPPED
    (notice,) = later.state.notices
    assert "it is of the last step, whose weights are missing" in notice
    later.start()
    assert later.join(60).status is Status.TRAINED
    assert same_weights(later.state.snapshot, small.result())


def test_damaged_earlier_snapshots_are_no_longer_kept_steps(small: Small) -> None:
    run = small()
    run.join(60)
    wait_until(lambda: not run.is_busy)
    fill(run.folder.path / "step-0000005.safetensors")
    later = small()
    assert {5, 10} < set(later.kept_steps)
    run.folder.path.joinpath("step-0000010.safetensors").unlink()
    for step in (5, 10, 5):
        assert later.load_snapshot(step) is later.state.snapshot
    assert later.load_snapshot(20).step == 20
    assert not {5, 10} & set(later.kept_steps)
    assert later.folder.path.joinpath("step-0000005.damaged").exists()
    damaged, gone = later.state.notices
    assert damaged.startswith("The weights of step 5 cannot be shown: ")
    reason = "step-0000010.safetensors cannot be read (No such file or directory)."
    assert gone == f"The weights of step 10 cannot be shown: {reason}"
    assert "\n" not in damaged


def test_a_kept_step_without_its_file_is_not_offered(small: Small) -> None:
    run = small()
    run.join(60)
    wait_until(lambda: not run.is_busy)
    run.folder.path.joinpath("step-0000010.safetensors").unlink()
    assert set(small().kept_steps) == set(run.kept_steps) - {10}


def test_a_folder_of_another_training_is_set_aside(small: Small) -> None:
    small(seed=2).join(60)
    wait_until(lambda: not small.runs[0].is_busy)
    small.runs[0].folder.path.rename(small.path / "1")
    run = small(seed=1)
    assert run.join(60).status is Status.TRAINED
    assert "another training" in run.state.notices[0]
    assert same_weights(run.state.snapshot, small.result(1))
