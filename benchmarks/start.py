"""Time from a first start to good weights, and from a later start to the first heatmap."""

import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from benchmarks.browser import chromium
from benchmarks.server import APP, ECHO, serve
from benchmarks.table import Row
from benchmarks.trained import GOOD, USEFUL, trained
from model.storage.cache_folders import CACHE_VARIABLE

_ROUNDS = 3
# True in the frame after the element appears: an animation frame, then a task after it.
_PAINTED = """
(selector) => document.querySelector(selector)
  && new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true))))
"""


def run() -> list[Row]:
    """Measure from an empty cache to good weights, then from a start with trained weights to the first heatmap."""
    training = trained()
    to_good = f"empty cache to {GOOD:.0%} held-out exact match (step {training.step_of_good})"
    return [
        Row(f"empty cache to {USEFUL:.0%} held-out exact match", training.seconds_to_useful, "s", goal=8),
        Row(to_good, training.seconds_to_good, "s", goal=25),
        Row("empty cache to the end of training", training.seconds, "s"),
        Row("… the same in processor time", training.cpu_seconds, "s"),
        *_warm_starts({CACHE_VARIABLE: training.folder}),
    ]


def _warm_starts(env: Mapping[str, str]) -> list[Row]:
    ours: list[tuple[float, float]] = []
    floor: list[tuple[float, float]] = []
    with chromium() as browser:
        for _ in range(_ROUNDS):
            floor.append(_first_paint(browser, ECHO, {}, ".st-key-echo p"))
            ours.append(_first_paint(browser, APP, env, ".st-key-attention image"))
    rows = []
    for place, what in enumerate(("server start, trained, to first heatmap", "… of this, from opening the page")):
        mine, echo = ([times[place] for times in measured] for measured in (ours, floor))
        ratio = median(one / other for one, other in zip(mine, echo, strict=True))
        rows.append(Row(what, median(mine), "s", median(echo), ratio))
    return rows


def _first_paint(browser: Browser, script: Path, env: Mapping[str, str], selector: str) -> tuple[float, float]:
    """Return the seconds from the start of a server, and from opening its page, to the first paint of an element."""
    started = time.perf_counter()
    with serve(script, env=env) as url:
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        opened = time.perf_counter()
        page.goto(f"{url}/?sentence=she+does+not+like+the+small+black+dog", wait_until="commit")
        page.wait_for_function(_PAINTED, arg=selector, timeout=60_000)
        painted = time.perf_counter()
        page.close()
    return painted - started, painted - opened
