"""Two processes started by torchrun train what one process trains with the same batches."""

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from model.__main__ import main
from model.runs.kept_state import KeptState
from model.runs.run_folder import RunFolder
from model.training.distributed import ALONE, open_team
from model.training.learning_curve import LearningCurve

ROOT = Path(__file__).parents[3]
TINY = ["--steps=20", "--layers=1", "--heads=2", "--d-model=16", "--d-ff=16", "--device=cpu"]
NAMES = ("Anna", "Paul", "the dog", "the cat", "a child", "a king", "the queen", "a bird")
DEEDS = {"sleeps": "dort", "eats much": "mange beaucoup", "sings": "chante", "runs": "court", "laughs": "rit"}

pytestmark = pytest.mark.timeout(600)  # three processes that import PyTorch begin in each test


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "pairs.tsv"
    path.write_text("".join(f"{who} {does}\t{who} {fait}\n" for who in NAMES for does, fait in DEEDS.items()))
    return path


def torchrun(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "-m", "model"]
    return subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=280)


def curve(folder: Path) -> LearningCurve:
    return RunFolder(folder).load_snapshot().learning_curve


def same(one: LearningCurve, other: LearningCurve) -> bool:
    return [point.step for point in one] == [point.step for point in other] and all(
        (math.isnan(a.loss) or abs(a.loss - b.loss) < 1e-4)
        and abs(a.evaluation.loss - b.evaluation.loss) < 1e-4
        and a.n_tokens == b.n_tokens
        for a, b in zip(one, other, strict=True)
    )


def test_two_processes_train_what_one_does(pairs: Path, tmp_path: Path) -> None:
    arguments = ["train", f"--corpus={pairs}", "--batch-size=7", *TINY]  # the last of an epoch has one pair, for one
    assert main([*arguments, f"--out={tmp_path / 'one'}"]) == 0
    done = torchrun(*arguments, f"--out={tmp_path / 'two'}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("held out\n") == 1, "one of them speaks"
    assert "holds the model of step 20" in done.stdout
    assert same(curve(tmp_path / "one"), curve(tmp_path / "two"))
    assert {path.name for path in (tmp_path / "one").iterdir()} == {path.name for path in (tmp_path / "two").iterdir()}


def test_two_processes_go_on_with_what_one_began(pairs: Path, tmp_path: Path, monkeypatch) -> None:
    from model.runs import training_run as training

    arguments = ["train", f"--corpus={pairs}", "--batch-size=7", *TINY]
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    assert main([*arguments, f"--out={whole}"]) == 0
    monkeypatch.setattr(training, "_SECONDS_BETWEEN_STATES", 0.0)
    write = KeptState.write

    def fails(state: KeptState) -> None:
        write(state)
        if state.in_memory is not None and state.in_memory.step == 15:
            raise RuntimeError("the power went out")

    monkeypatch.setattr(KeptState, "write", fails)
    assert main([*arguments, f"--out={parted}"]) == 2
    assert RunFolder(parted).load_state().step == 15
    done = torchrun(*arguments, f"--out={parted}")
    assert done.returncode == 0, done.stderr
    assert same(curve(whole), curve(parted))


@pytest.mark.skipif(sys.platform != "linux", reason="threads are read from /proc")
def test_a_team_that_ends_leaves_no_thread_behind() -> None:
    script = """
import torch
from pathlib import Path
from model.training import distributed

distributed._count_processes = lambda: 2
threads = lambda: [name for file in Path("/proc/self/task").glob("*/comm") if "gloo" in (name := file.read_text())]
with distributed.open_team(torch.device("cpu")) as team:
    team.wrap(torch.nn.Linear(2, 2))(torch.ones(1, 2)).sum().backward()
    assert threads()
assert not threads()
"""
    alone = {"RANK": "0", "WORLD_SIZE": "1", "MASTER_ADDR": "localhost", "MASTER_PORT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=os.environ | alone, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("size", ["2", "x"])
def test_a_number_of_processes_without_torchrun_is_refused(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], size: str
) -> None:
    monkeypatch.setenv("WORLD_SIZE", size)
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'x'}", *TINY]) == 2
    assert f"WORLD_SIZE={size} is not set by torchrun" in capsys.readouterr().err


def test_a_process_alone_is_no_team() -> None:
    with open_team(torch.device("cpu")) as team:
        assert team is ALONE
        assert team.is_leader
        assert team.mean(0.5) == 0.5
        assert team.broadcast("hello") == "hello"
