"""A file that cannot be read now, or a folder that cannot be written, is said, and what is there stays."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from model.runs.run_state import Status
from tests.paced_trainer import Pace, Small, same_weights, wait_until

LAST = "step-0000040.safetensors"


@contextmanager
def unreadable(path: Path) -> Iterator[None]:
    """Let the system refuse to open a file for the length of a block."""
    valid = path.rename(path.with_name("valid"))
    path.symlink_to(path)
    yield
    assert path.is_symlink(), "it was neither set aside nor replaced"
    valid.replace(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows lets no file name itself")
@pytest.mark.parametrize("name", [LAST, "run.json"])
def test_a_trained_run_that_cannot_be_read_now_stays(name: str, small: Small) -> None:
    trained = small()
    trained.join(60)
    wait_until(lambda: not trained.is_busy)
    held = sorted(path.name for path in trained.folder.path.iterdir())
    with unreadable(trained.folder.path / name):
        run = small()
        assert run.state.status is Status.FAILED
        assert run.state.error.startswith(f"{name} cannot be read (Too many levels of symbolic links")
    assert sorted(path.name for path in run.folder.path.iterdir()) == held
    assert not run.folder.path.with_name("1.damaged").exists()
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert same_weights(run.state.snapshot, trained.state.snapshot)
    assert not run.state.notices


@pytest.mark.skipif(os.name == "nt", reason="Windows lets no file name itself")
def test_a_state_that_cannot_be_read_now_stays(small: Small) -> None:
    run = small.stopped(Pace(may_take=33))
    steps = run.folder.steps
    with unreadable(run.folder.path / "state.safetensors"):
        later = small()
        assert later.state.status is Status.STOPPED
        for opened in (run, later):
            opened._store.release_state()
            opened.start()
            state = opened.join(60)
            assert state.status is Status.FAILED
            assert state.error.startswith("state.safetensors cannot be read (")
            assert not state.notices
            assert opened.folder.steps == steps
            wait_until(lambda opened=opened: not opened.is_busy)
    later.start()
    assert later.join(60).status is Status.TRAINED
    assert same_weights(later.state.snapshot, small.result())
    assert later.state.snapshot.learning_curve[1:4] == run.state.snapshot.learning_curve[1:4], "it resumed"


def test_an_earlier_snapshot_that_cannot_be_read_now_stays_a_kept_step(small: Small) -> None:
    run = small()
    run.join(60)
    wait_until(lambda: not run.is_busy)
    later = small()
    with unreadable(run.folder.path / "step-0000005.safetensors"):
        for _ in range(2):
            assert later.load_snapshot(5) is later.state.snapshot
        (notice,) = later.state.notices
        assert notice.startswith("The weights of step 5 cannot be shown: step-0000005.safetensors cannot be read (")
    assert later.load_snapshot(5).step == 5


def test_a_folder_that_cannot_be_written_is_said_once(small: Small) -> None:
    (small.path / "1").write_text("a file where a folder should be")
    pace = Pace(may_take=30)
    run = small.stopped(pace)
    run.start()
    assert run.join(60).status is Status.TRAINED
    (notice,) = run.state.notices
    assert "memory only" in notice
    assert pace.taken == 30 + 20, "it went on from what is in memory"
    for step in run.kept_steps:
        assert run.load_snapshot(step).step == step
    run.restart()
    assert run.join(60).status is Status.TRAINED
    assert len(run.state.notices) == 1
