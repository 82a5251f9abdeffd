"""A process that is killed loses nothing that was said to be saved, and its training ends as if undisturbed."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open

from tests.model.runs.training_run.killed_writers import WRITERS

ROOT = Path(__file__).parents[4]
KILLS_TRAINING = 22
KILLS_WRITING = {"archives": 7, "run lists": 7, "language models": 7, "importance": 7}  # fifty in all

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork and no SIGKILL"),
    pytest.mark.timeout(600),  # dozens of processes begin one after the other
]


def kill(folder: Path, kills: int, *what: str) -> None:
    """Kill processes that train, or write something else, and check after each what they have saved."""
    folder.mkdir()
    script = [sys.executable, str(Path(__file__).parent / "killed.py"), str(folder), str(kills), "1", *what]
    done = subprocess.run(script, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == kills


def trained(folder: Path, kills: int) -> list[Path]:
    """The folders of runs that were trained to their ends while processes were killed."""
    kill(folder, kills)
    return sorted(path for path in folder.iterdir() if path.is_dir())


def content(folder: Path) -> dict[str, Any]:
    """All that a run keeps, the seconds of its course apart."""
    kept: dict[str, Any] = {}
    for path in folder.iterdir():
        if path.suffix == ".part":
            continue
        if path.suffix != ".safetensors":
            kept[path.name] = path.read_bytes()
            continue
        with safe_open(path, framework="np") as file:
            facts = {name: fact for name, fact in file.metadata().items() if name != "course"}
            course = [{**point, "seconds": None} for point in json.loads(file.metadata()["course"])]
            bits = {name: hashlib.sha256(file.get_tensor(name).tobytes()).hexdigest() for name in file.keys()}  # noqa: SIM118
        kept[path.name] = facts, json.dumps(course), bits
    return kept


def test_killed_again_and_again_it_ends_the_same(tmp_path: Path) -> None:
    (undisturbed,) = trained(tmp_path / "undisturbed", 0)
    expected = content(undisturbed)
    assert {"run.json", "step-0000000.safetensors", "step-0000300.safetensors"} < expected.keys()
    assert "state.safetensors" not in expected
    assert json.loads(expected["run.json"])["status"] == "trained"
    for folder in trained(tmp_path / "killed", KILLS_TRAINING):
        found = content(folder)
        assert found.keys() == expected.keys(), folder
        for name, kept in expected.items():
            assert found[name] == kept, f"{folder}: {name}"


@pytest.mark.parametrize("what", WRITERS)
def test_what_was_written_is_found_again(tmp_path: Path, what: str) -> None:
    kill(tmp_path / "killed", KILLS_WRITING[what], what)
