"""What a snapshot, an open run and a visitor cost in memory: a process's own, files that the system maps for it aside.

``python -m benchmarks.memory FOLDER`` prints the megabytes that the trained run in a cache folder takes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.browser import chromium
from benchmarks.server import APP, CACHE_VARIABLE, ROOT, served
from benchmarks.table import Row
from benchmarks.trained import trained

_UNCOUNTED, _COUNTED = 4, 12  # visitors; the first ones fill caches that all share
_PAGE = "?sentence=she+does+not+like+the+small+black+dog"


def run() -> list[Row]:
    """The default model; only where Linux tells."""
    if not Path("/proc/self/status").exists():
        return []
    command = [sys.executable, "-m", "benchmarks.memory", trained().folder]
    n_stations, snapshot, whole = json.loads(
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    )
    return [
        Row("memory of one snapshot", snapshot, "MB"),
        Row(f"memory of an open run, all its {n_stations} stations visited", whole, "MB"),
        Row(f"memory that a visitor adds, mean of {_COUNTED}", _visitor(), "MB"),
    ]


def own(process: int | str = "self") -> float:
    """Megabytes of memory that are a process's own."""
    found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1000 if found else float("nan")


def _visitor() -> float:
    with served(APP, env={CACHE_VARIABLE: trained().folder}) as (url, server), chromium() as browser:
        before = 0.0
        for number in range(_UNCOUNTED + _COUNTED):
            if number == _UNCOUNTED:
                before = own(server.pid)
            visitor = browser.new_context(viewport={"width": 1440, "height": 1000})
            page = visitor.new_page()
            page.goto(f"{url}/{_PAGE}")
            page.locator(".st-key-attention image").first.wait_for(timeout=60_000)
            page.locator(".st-key-heads image").first.wait_for(timeout=60_000)
            visitor.close()  # the server remembers who left for two minutes
        return (own(server.pid) - before) / _COUNTED


def _run(folder: Path) -> tuple[int, float, float]:
    """How many stations the run has, and the megabytes of a snapshot and of all of it, the first one loaded aside."""
    from model.corpus import toy_corpus
    from model.runs.registry import RunRegistry
    from model.runs.run_folder import RunFolder

    corpus = toy_corpus()
    (path,) = (folder / "runs").iterdir()
    RunFolder(path).newest()  # what loading itself needs, once
    before = own()
    run = RunRegistry(folder / "runs", corpus).default()
    opened = own()
    held = [run.at(step) for step in run.stations]
    after = own()
    return len(held), (after - opened) / (len(held) - 1), after - before


if __name__ == "__main__":
    print(json.dumps(_run(Path(sys.argv[1]))))
