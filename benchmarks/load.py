"""Many visitors who type at once, over Streamlit's own websocket, against a page that only echoes.

Each visitor has a sentence and a head of its own, types a letter every half second, and at the end of each sentence
moves a slider, steps, and switches a head off and on. Only keys that change the map are timed. Every map that arrives
is compared with the one computed directly, so a map of another visitor would be found.
"""

import asyncio
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

import psutil

from benchmarks.memory import measure_private
from benchmarks.server import APP, ECHO, find_free_ports, run_command, run_server
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained
from benchmarks.typist import Typist, make_typists
from benchmarks.visitor import Visitor
from model.storage.cache_folders import CACHE_VARIABLE

_VISITORS = (1, 10, 20, 50, 100)
_SECONDS = 30.0  # of typing, at each number of visitors
_GOALS = {20: 200.0}  # visitors to milliseconds, at the 95th percentile, on one process of two cores
_ON_TWO, _GOAL_ON_TWO = 50, 600.0  # the same on two processes
_OTHERS = 200  # the first sentence of typists whose keys are not counted
_CPU_GOAL = 12.0  # milliseconds of processor time a key
_SECONDS_KEPT = 130.0  # longer than Streamlit keeps the session of a visitor who left
_LEFT_GOAL = 10.0  # MB
_SECONDS_TO_START = 120.0  # both processes and nginx


@dataclass(frozen=True, slots=True)
class Load:
    """The measurements of one number of visitors; times are in milliseconds from the key."""

    to_map: list[float]
    to_overview: list[float]
    to_end: list[float]
    medians: list[float]  # of each visitor, to the map
    n_keys: int
    n_unchanged: int  # keys that do not change the map
    n_folded: int  # keys whose map was not drawn, for a later key came first
    n_exceptions: int
    n_failed: int  # script runs
    n_maps: int
    n_alone: int  # maps without the heads below them
    n_unanswered: int
    n_wrong: int
    cpu_per_key: float
    memory_per_visitor: float
    kilobytes_per_key: float  # that the server sends


async def load(url: str, servers: Sequence[psutil.Process], typists: Sequence[Typist], seconds: float) -> Load:
    """Open a page for every typist, let all type at once, and close the pages."""
    before = sum(measure_private(server.pid) for server in servers)
    async with asyncio.TaskGroup() as group:  # ends with the error of a visitor who cannot go on
        visitors, receiving = [], []
        for typist in typists:
            visitors.append(await Visitor.open(url, typist.see, typist.end, typist.params))
            receiving.append(group.create_task(visitors[-1].receive()))
        for visitor in visitors:
            await visitor.until_finished(1)
        for typist in typists:
            typist.forget()
        received = sum(visitor.n_bytes for visitor in visitors)
        start = sum(sum(server.cpu_times()[:2]) for server in servers)
        await asyncio.gather(
            *(typist.type(visitor, seconds, random.Random(place))
              for place, (typist, visitor) in enumerate(zip(typists, visitors, strict=True)))
        )  # fmt: skip
        cpu = sum(sum(server.cpu_times()[:2]) for server in servers) - start
        memory = sum(measure_private(server.pid) for server in servers) - before
        received = sum(visitor.n_bytes for visitor in visitors) - received
        for task, visitor in zip(receiving, visitors, strict=True):
            task.cancel()
            await visitor.socket.close()
    n_keys = sum(typist.n_keys for typist in typists)
    return Load(
        to_map=[ms for typist in typists for ms in typist.to_map],
        to_overview=[ms for typist in typists for ms in typist.to_overview],
        to_end=[ms for typist in typists for ms in typist.to_end],
        medians=[median(typist.to_map) for typist in typists if typist.to_map],
        n_keys=n_keys,
        n_unchanged=sum(typist.n_unchanged for typist in typists),
        n_folded=sum(typist.n_folded for typist in typists),
        n_exceptions=sum(typist.n_exceptions for typist in typists),
        n_failed=sum(typist.n_failed for typist in typists),
        n_maps=sum(len(typist.maps) for typist in typists),
        n_alone=sum(typist.n_alone for typist in typists),
        n_unanswered=sum(typist.n_unanswered for typist in typists),
        n_wrong=sum(typist.count_wrong() for typist in typists),
        cpu_per_key=1000 * cpu / n_keys,
        memory_per_visitor=memory / len(typists),
        kilobytes_per_key=received / n_keys / 1000,
    )


def run() -> list[Row]:
    """Measure every number of visitors on the app and on the echo page, each on one process."""
    rows: list[Row] = []
    env = {CACHE_VARIABLE: trained().folder}
    with run_server(APP, env=env) as (url, server), run_server(ECHO) as (echo_url, echo_server):
        app, echo = [psutil.Process(server.pid)], [psutil.Process(echo_server.pid)]
        asyncio.run(load(url, app, make_typists(4, first=_OTHERS), 10.0))  # what a process needs once
        floor = asyncio.run(load(echo_url, echo, make_typists(4, is_echo=True), _SECONDS / 2))
        ours = asyncio.run(load(url, app, make_typists(4, is_only_typing=True), _SECONDS))
        rows.append(Row("4 visitors who only type: processor time a key", ours.cpu_per_key, "ms", floor.cpu_per_key,
                        goal=_CPU_GOAL))  # fmt: skip
        rows.append(Row("4 visitors who only type: sent a key", ours.kilobytes_per_key, "kB", floor.kilobytes_per_key))
        for n in _VISITORS:
            floor = asyncio.run(load(echo_url, echo, make_typists(n, is_echo=True), _SECONDS / 2))
            name = f"{n} visitors" if n > 1 else "1 visitor"
            rows += _list_rows(name, asyncio.run(load(url, app, make_typists(n), _SECONDS)), floor, _GOALS.get(n))
        rows.append(_measure_left_memory(url, app))
        floor = asyncio.run(load(echo_url, echo, make_typists(_ON_TWO, is_echo=True), _SECONDS / 2))
    with serve_by_two() as (url, servers):
        asyncio.run(load(url, servers, make_typists(8, first=_OTHERS), 10.0))
        ours = asyncio.run(load(url, servers, make_typists(_ON_TWO), _SECONDS))
        rows += _list_rows(f"{_ON_TWO} visitors on two processes", ours, floor, _GOAL_ON_TWO)
    return rows


def _measure_left_memory(url: str, app: Sequence[psutil.Process]) -> Row:
    """Measure what visitors leave behind once their sessions have ended, after as many others have come and gone."""
    left = []
    for first in (0, _ON_TWO):
        asyncio.run(load(url, app, make_typists(_ON_TWO, first=first), _SECONDS / 2))
        time.sleep(_SECONDS_KEPT)
        asyncio.run(load(url, app, make_typists(1), 1.0))  # sessions end when another one does
        left.append(sum(measure_private(server.pid) for server in app))
    what = f"memory that {_ON_TWO} more visitors leave {_SECONDS_KEPT:.0f} s after they left"
    return Row(what, left[1] - left[0], "MB", goal=_LEFT_GOAL)


@contextmanager
def serve_by_two() -> Iterator[tuple[str, list[psutil.Process]]]:
    """Serve the app by two processes behind nginx; yield the URL and the processes."""
    port = find_free_ports(3)
    command = [sys.executable, "-m", "deploy.serve", "--processes=2", f"--port={port}"]
    with run_command(command, port, {CACHE_VARIABLE: trained().folder}, _SECONDS_TO_START) as (url, site):
        children = psutil.Process(site.pid).children()
        yield url, [each for each in children if "streamlit" in each.cmdline()]


def _list_rows(name: str, ours: Load, floor: Load, goal_ms: float | None = None) -> list[Row]:
    def latency(what: str, of: float, over: float, goal: float | None = None) -> Row:
        return Row(f"{name}: {what}", of, "ms", over, None if goal else of / over, goal)

    typical = median(ours.medians)
    slowest = Row(f"{name}: key to map, slowest visitor over the median one", max(ours.medians), "ms",
                  typical, max(ours.medians) / typical)  # fmt: skip
    mapped, floored = percentile(ours.to_map, 0.95), percentile(floor.to_map, 0.95)
    return [
        latency(f"key to map, median of {len(ours.to_map)}", median(ours.to_map), median(floor.to_map)),
        latency("… 95th percentile", mapped, floored, goal_ms),
        latency("key to all heads, median", median(ours.to_overview), median(floor.to_overview)),
        latency("… 95th percentile", percentile(ours.to_overview, 0.95), percentile(floor.to_overview, 0.95)),
        latency("key to the end of the script run, median", median(ours.to_end), median(floor.to_end)),
        latency("… 95th percentile", percentile(ours.to_end, 0.95), percentile(floor.to_end, 0.95)),
        slowest,
        latency("processor time a key, all changes included", ours.cpu_per_key, floor.cpu_per_key),
        Row(f"{name}: maps drawn, of {ours.n_keys} keys", ours.n_maps, ""),
        Row(f"{name}: keys that do not change the map", ours.n_unchanged, ""),
        Row(f"{name}: keys folded into a later one", ours.n_folded, ""),
        Row(f"{name}: … without the heads below them", ours.n_alone, "", goal=0),
        Row(f"{name}: keys never answered", ours.n_unanswered, "", goal=0),
        Row(f"{name}: maps of other visitors, or that differ from the direct ones", ours.n_wrong, "", goal=0),
        Row(f"{name}: exceptions shown, and script runs that failed", ours.n_exceptions + ours.n_failed, "", goal=0),
        Row(f"{name}: memory a visitor", ours.memory_per_visitor, "MB"),
    ]
