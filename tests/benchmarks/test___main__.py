"""The command that runs the benchmarks."""

import os
import subprocess
import sys

import pytest

from benchmarks import __main__ as program
from benchmarks.server import ROOT
from benchmarks.table import Row


def test_a_benchmark_that_fails_does_not_lose_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Module:
        def __init__(self, name: str) -> None:
            self.name = name

        def run(self) -> list[Row]:
            if self.name.endswith("keystroke"):
                raise RuntimeError("no browser")
            return [Row(f"measured by {self.name}", 1.0)]

    monkeypatch.setattr(program, "import_module", Module)
    monkeypatch.setattr("sys.argv", ["benchmarks", "start", "keystroke", "taps"])
    with pytest.raises(SystemExit, match="failed: keystroke"):
        program.main()
    shown = capsys.readouterr()
    assert shown.out.index("measured by benchmarks.start") < shown.out.index("measured by benchmarks.taps")
    assert "no browser" in shown.err


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM ends a process at once on other systems")
def test_a_benchmark_that_is_terminated_cleans_up() -> None:
    code = """
import os, signal
from benchmarks import __main__ as program

class Module:
    def __init__(self, name):
        pass

    def run(self):
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            print("stopped the servers")

program.import_module = Module
program.main()
"""
    done = subprocess.run([sys.executable, "-c", code, "start"], cwd=ROOT, capture_output=True, text=True, timeout=90)
    assert done.returncode == 143
    assert done.stdout.endswith("stopped the servers\n")
