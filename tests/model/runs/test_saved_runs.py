"""Runs that the command line made."""

from pathlib import Path

from model.runs.run_state import Status
from model.runs.saved_runs import find_runs
from tests.paced_trainer import Small


def test_runs_of_the_command_line_are_found_by_their_names(small: Small, tmp_path: Path) -> None:
    assert find_runs(tmp_path / "nowhere") == ()
    small(seed=7).join(60)
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (run,) = find_runs(tmp_path)
    assert (run.name, run.description.status) == ("7", Status.TRAINED)
