"""Many visitors who type at once, over Streamlit's own websocket, against a page that only echoes.

Each visitor has a sentence and a head of its own, types a letter every half second, and at the end of each sentence
moves a slider, steps, and switches a head off and on. Only keys that change the map are timed. Every map that arrives
is compared with the one computed directly, so a map of another visitor would be found.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil
from streamlit.proto.Element_pb2 import Element

from benchmarks.drawn_map import DrawnMap, Reference, is_overview, read_echo, read_map
from benchmarks.memory import own
from benchmarks.server import APP, CACHE_VARIABLE, ECHO, served
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained
from benchmarks.visitor import Visitor

_VISITORS = (1, 10, 20, 50, 100)
_SECONDS = 30.0  # of typing, at each number of visitors
_INTERVAL = 0.5  # seconds between two keys of a visitor
_PATIENCE = 30.0  # seconds for the last keys to be answered
_GOALS = {20: 200.0}  # visitors to milliseconds, at the 95th percentile, on one process of two cores
_CPU_GOAL = 12.0  # milliseconds of processor time a key


@dataclass
class Typist:
    """One visitor and what it has seen.

    Attributes:
        reference: what the page should show.
        params: of the URL that opens its page.
        sentences: typed one after the other.
        is_echo: True if the page only echoes.
        is_only_typing: True to move no slider and switch nothing off.
    """

    reference: Reference
    params: dict[str, str]
    sentences: Sequence[str]
    is_echo: bool = False
    is_only_typing: bool = False

    def __post_init__(self) -> None:
        self.to_map: list[float] = []
        self.to_overview: list[float] = []
        self.maps: list[DrawnMap] = []
        self.n_keys = self.n_overviews = 0
        self._waiting: list[tuple[float, tuple[str, ...]]] = []  # keys without a map yet
        self._drawn: list[float] = []  # keys with a map, without an overview yet

    async def type(self, visitor: Visitor, seconds: float, rng: random.Random) -> None:
        """Type for so many seconds, and wait for the answers."""
        await asyncio.sleep(rng.uniform(0, _INTERVAL))
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            await self._type_sentence(visitor, self.sentences[number % len(self.sentences)], end)
            if not self.is_only_typing and time.monotonic() < end:
                await self._act(visitor)
            number += 1
        while (self._waiting or self._drawn) and time.monotonic() < end + _PATIENCE:
            await asyncio.sleep(0.05)

    def see(self, element: Element, now: float) -> None:
        """Take in an element that arrived."""
        drawn = read_echo(element) if self.is_echo else read_map(element)
        if drawn is not None:
            self._see_map(drawn, now)
        if is_overview(element) or (self.is_echo and drawn is not None):
            self.n_overviews += 1
            self.to_overview += [1000 * (now - sent) for sent in self._drawn]
            self._drawn.clear()

    @property
    def n_unanswered(self) -> int:
        """Keys without a map."""
        return len(self._waiting)

    def _see_map(self, drawn: DrawnMap, now: float) -> None:
        self.maps.append(drawn)
        latest = max((place for place, (_, keys) in enumerate(self._waiting) if keys == drawn.keys), default=-1)
        for sent, _ in self._waiting[: latest + 1]:  # earlier keys were folded into this one
            self.to_map.append(1000 * (now - sent))
            self._drawn.append(sent)
        del self._waiting[: latest + 1]

    def count_wrong(self) -> int:
        """Return how many of the maps seen differ from those computed directly."""
        head = int(self.params.get("head", 0))
        return 0 if self.is_echo else sum(not self.reference.is_right(drawn, head) for drawn in self.maps)

    async def _type_sentence(self, visitor: Visitor, sentence: str, end: float) -> None:
        shown: set[tuple[str, ...]] = set()
        for n_letters in range(1, len(sentence) + 1):
            due = time.monotonic() + _INTERVAL
            letters = sentence[:n_letters]
            keys = tuple(letters.split()) if self.is_echo else self.reference.read(letters)
            if keys and keys not in shown:
                self._waiting.append((time.monotonic(), keys))
            shown.add(keys)
            self.n_keys += 1
            await visitor.write("sentence", letters)
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if due > end:
                return

    async def _act(self, visitor: Visitor) -> None:
        """Change layer and step, and switch a head off, and take all of it back, each once the last is drawn."""
        layer = float(self.params["layer"])
        acts: tuple[Callable[[], Awaitable[None]], ...] = (
            lambda: visitor.slide("layer", 3 - layer), lambda: visitor.slide("layer", layer),
            lambda: visitor.press("back"), lambda: visitor.press("last"),
            lambda: visitor.press("switch"), lambda: visitor.press("switch"),
        )  # fmt: skip
        await visitor.until_quiet()
        for act in acts:
            n_finished = visitor.n_finished
            await act()
            await visitor.until_finished(n_finished + 1)
            await asyncio.sleep(_INTERVAL)


@dataclass(frozen=True, slots=True)
class Load:
    """What so many visitors met: milliseconds to the map and to the overview, and what the server spent."""

    to_map: list[float]
    to_overview: list[float]
    n_keys: int
    n_maps: int
    n_overviews: int
    n_unanswered: int
    n_wrong: int
    cpu_per_key: float
    memory_per_visitor: float


async def load(url: str, server: psutil.Process, typists: Sequence[Typist], seconds: float) -> Load:
    """Open a page for every typist, let all type at once, and close the pages."""
    before = own(server.pid)
    visitors = [await Visitor.open(url, typist.see, typist.params) for typist in typists]
    receiving = [asyncio.create_task(visitor.receive()) for visitor in visitors]
    for visitor in visitors:
        await visitor.until_finished(1)
    for typist in typists:
        typist.__post_init__()
    start = sum(server.cpu_times()[:2])
    await asyncio.gather(
        *(typist.type(visitor, seconds, random.Random(place))
          for place, (typist, visitor) in enumerate(zip(typists, visitors, strict=True)))
    )  # fmt: skip
    cpu, memory = sum(server.cpu_times()[:2]) - start, own(server.pid) - before
    for task, visitor in zip(receiving, visitors, strict=True):
        task.cancel()
        await visitor.socket.close()
    n_keys = sum(typist.n_keys for typist in typists)
    return Load(
        to_map=[ms for typist in typists for ms in typist.to_map],
        to_overview=[ms for typist in typists for ms in typist.to_overview],
        n_keys=n_keys,
        n_maps=sum(len(typist.maps) for typist in typists),
        n_overviews=sum(typist.n_overviews for typist in typists),
        n_unanswered=sum(typist.n_unanswered for typist in typists),
        n_wrong=sum(typist.count_wrong() for typist in typists),
        cpu_per_key=1000 * cpu / n_keys,
        memory_per_visitor=memory / len(typists),
    )


def make_typists(n: int, *, is_echo: bool = False, is_only_typing: bool = False) -> list[Typist]:
    """Return typists, each with sentences and a head of its own."""
    reference = Reference(Path(trained().folder))
    config, sentences = reference.translator.model.config, reference.sentences
    typists = []
    for number in range(n):
        layer, head = number // config.n_heads % config.n_layers, number % config.n_heads
        params = {"kind": "cross", "layer": f"{layer + 1}", "head": f"{head + 1}", "mean": "false"}
        own_sentences = sentences[number :: len(sentences) // 8][:8]
        typists.append(Typist(reference, {} if is_echo else params, own_sentences, is_echo, is_echo or is_only_typing))
    return typists


def run() -> list[Row]:
    """Measure every number of visitors on the app and on the echo page, each on one process."""
    rows = []
    with served(APP, env={CACHE_VARIABLE: trained().folder}) as (url, server), served(ECHO) as (echo_url, echo_server):
        app, echo = psutil.Process(server.pid), psutil.Process(echo_server.pid)
        asyncio.run(load(url, app, make_typists(4), 10.0))  # fills shared caches
        for n in _VISITORS:
            floor = asyncio.run(load(echo_url, echo, make_typists(n, is_echo=True), _SECONDS / 2))
            rows += _list_rows(n, asyncio.run(load(url, app, make_typists(n), _SECONDS)), floor)
    return rows


def _list_rows(n: int, ours: Load, floor: Load) -> list[Row]:
    name = f"{n} visitors" if n > 1 else "1 visitor"

    def latency(what: str, of: float, over: float, goal: float | None = None) -> Row:
        return Row(f"{name}: {what}", of, "ms", over, None if goal else of / over, goal)

    mapped, floored = percentile(ours.to_map, 0.95), percentile(floor.to_map, 0.95)
    return [
        latency(f"key to map, median of {len(ours.to_map)}", median(ours.to_map), median(floor.to_map)),
        latency("… 95th percentile", mapped, floored, _GOALS.get(n)),
        latency("key to all heads, median", median(ours.to_overview), median(floor.to_overview)),
        latency("… 95th percentile", percentile(ours.to_overview, 0.95), percentile(floor.to_overview, 0.95)),
        latency("processor time a key", ours.cpu_per_key, floor.cpu_per_key, _CPU_GOAL if n == 1 else None),
        Row(f"{name}: maps drawn, of {ours.n_keys} keys", ours.n_maps, ""),
        Row(f"{name}: … without the heads below them", ours.n_maps - ours.n_overviews, "", goal=0),
        Row(f"{name}: keys never answered", ours.n_unanswered, "", goal=0),
        Row(f"{name}: maps that differ from the direct ones", ours.n_wrong, "", goal=0),
        Row(f"{name}: memory a visitor", ours.memory_per_visitor, "MB"),
    ]
