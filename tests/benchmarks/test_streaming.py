"""The benchmark of corpora that stay in their files."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.server import ROOT


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory as Linux tells it")
def test_a_training_that_fails_ends_the_process_that_watches_its_memory(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.streaming", str(tmp_path / "missing.tsv")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "missing.tsv" in done.stderr
