"""Private memory of a snapshot, an open run and a visitor, without mapped files.

``python -m benchmarks.memory FOLDER`` prints the megabytes of the trained run in a cache folder.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.browser import chromium
from benchmarks.server import APP, ROOT, run_server
from benchmarks.table import Row
from benchmarks.trained import trained
from model.storage.cache_folders import CACHE_VARIABLE

_UNCOUNTED, _COUNTED = 4, 12  # visitors; the first ones fill shared caches
_PAGE = "?sentence=she+does+not+like+the+small+black+dog"  # the example


def run() -> list[Row]:
    """Measure the default model; Linux only."""
    if not Path("/proc/self/status").exists():
        return []
    command = [sys.executable, "-m", "benchmarks.memory", trained().folder]
    n_steps, snapshot, whole = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    return [
        Row("memory of one snapshot", snapshot, "MB"),
        Row(f"memory of an open run, all {n_steps} snapshots loaded", whole, "MB"),
        Row(f"memory that a visitor who opens the example adds, mean of {_COUNTED}", _visitor(), "MB"),
    ]


def measure_private(process: int | str = "self") -> float:
    """Return the private memory of a process in megabytes."""
    match = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(match[1]) / 1000 if match else float("nan")


def _visitor() -> float:
    with run_server(APP, env={CACHE_VARIABLE: trained().folder}) as (url, server), chromium() as browser:
        before = 0.0
        for number in range(_UNCOUNTED + _COUNTED):
            if number == _UNCOUNTED:
                before = measure_private(server.pid)
            visitor = browser.new_context(viewport={"width": 1440, "height": 1000})
            page = visitor.new_page()
            page.goto(f"{url}/{_PAGE}")
            page.locator(".st-key-attention image").first.wait_for(timeout=60_000)
            page.locator(".st-key-heads image").first.wait_for(timeout=60_000)
            visitor.close()  # the server keeps the session for two minutes
        return (measure_private(server.pid) - before) / _COUNTED


def _run(folder: Path) -> tuple[int, float, float]:
    """Return the number of kept steps, and the megabytes of a snapshot and of the whole run without the first one."""
    from model.corpus import toy_corpus
    from model.runs.registry import RunRegistry
    from model.runs.run_folder import RunFolder

    corpus = toy_corpus()
    (path,) = (folder / "runs").iterdir()
    RunFolder(path).load_snapshot()  # allocates what only the first load needs
    before = measure_private()
    run = RunRegistry(folder / "runs", corpus).open_default()
    opened = measure_private()
    snapshots = [run.load_snapshot(step) for step in run.kept_steps]
    after = measure_private()
    return len(snapshots), (after - opened) / (len(snapshots) - 1), after - before


if __name__ == "__main__":
    print(json.dumps(_run(Path(sys.argv[1]))))
