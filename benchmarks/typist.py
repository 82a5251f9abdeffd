"""A visitor who types a letter every half second, and what it sees."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.drawn_map import DrawnMap, Reference, is_overview, read_echo, read_map
from benchmarks.trained import trained
from benchmarks.visitor import Visitor

_SUCCESSES = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
_INTERVAL = 0.5  # seconds between two keys
_PATIENCE = 30.0  # seconds for the last keys to be answered


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
        self._typed: set[tuple[str, ...]] = set()  # the columns of all that it has typed
        self._layers = {int(self.params.get("layer", 0))}  # that it may look at
        self.maps: list[DrawnMap] = []
        self.forget()

    def forget(self) -> None:
        """Forget what was seen so far; maps that were drawn when the page was opened may be drawn again."""
        self._typed |= {drawn.keys for drawn in self.maps}
        self.to_map: list[float] = []
        self.to_overview: list[float] = []
        self.to_end: list[float] = []
        self.maps = []
        self.n_keys = self.n_unchanged = self.n_folded = self._n_replaced = 0
        self.n_exceptions = self.n_failed = self.n_foreign = 0
        self._waiting: list[tuple[float, tuple[str, ...]]] = []  # keys without a map yet
        self._newest: tuple[str, ...] = ()  # the columns of what was typed last
        self._awaits_heads = False  # True after a map, until its overview has come
        self._drawn: list[float] = []  # keys with a map, without an overview yet
        self._unfinished: list[float] = []  # keys with a map, whose script run has not ended

    async def type(self, visitor: Visitor, seconds: float, rng: random.Random) -> None:
        """Type for so many seconds, and wait for the answers."""
        await asyncio.sleep(rng.uniform(0, _INTERVAL))
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            await self._type_sentence(visitor, self.sentences[number % len(self.sentences)], end)
            # A run that is still to come would end in place of the one that an action starts.
            if not self.is_only_typing and await self._until_answered(end):
                await self._act(visitor)
            number += 1
        await self._until_answered(end + _PATIENCE)
        await visitor.until_quiet()  # keys that change no map are drawn too, and would be cut between map and heads

    async def _until_answered(self, end: float) -> bool:
        """Wait until the script runs of all keys have ended; return False if they had not by then."""
        while (is_busy := bool(self.n_unanswered or self._drawn or self._unfinished)) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        return not is_busy and time.monotonic() < end

    def see(self, element: Element, now: float) -> None:
        """Take in an element that arrived."""
        self.n_exceptions += element.WhichOneof("type") == "exception"
        drawn = read_echo(element) if self.is_echo else read_map(element)
        if drawn is not None:
            self._see_map(drawn, now)
        if is_overview(element) or (self.is_echo and drawn is not None):
            self._awaits_heads = False
            self.to_overview += [1000 * (now - sent) for sent in self._drawn]
            self._drawn.clear()

    def end(self, status: int, now: float) -> None:
        """Take in the end of a script run."""
        self.n_failed += status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR
        if status in _SUCCESSES:
            ended = [sent for sent in self._unfinished if sent not in self._drawn]
            self.to_end += [1000 * (now - sent) for sent in ended]
            self._unfinished = [sent for sent in self._unfinished if sent not in ended]

    @property
    def n_unanswered(self) -> int:
        """Keys without a map, but the last ones that a later key took back: "they sing" before "they singi"."""
        is_newest = [keys == self._newest for _, keys in self._waiting]
        return max((place + 1 for place, is_it in enumerate(is_newest) if is_it), default=0)

    @property
    def n_alone(self) -> int:
        """Maps without the heads below them: another map, or the end, came first."""
        return self._n_replaced + self._awaits_heads

    def _see_map(self, drawn: DrawnMap, now: float) -> None:
        self.maps.append(drawn)
        self._n_replaced += self._awaits_heads
        self._awaits_heads = True
        self.n_foreign += not self._is_own(drawn)
        latest = max((place for place, (_, keys) in enumerate(self._waiting) if keys == drawn.keys), default=-1)
        for sent, _ in self._waiting[: latest + 1]:  # earlier keys were folded into this one
            self.to_map.append(1000 * (now - sent))
            self._drawn.append(sent)
            self._unfinished.append(sent)
        self.n_folded += max(0, latest)
        del self._waiting[: latest + 1]

    def _is_own(self, drawn: DrawnMap) -> bool:
        """Return True if a map is of a text that this visitor has typed, and of a kind and layer that it has chosen."""
        is_chosen = drawn.name.startswith("cross attention,") and drawn.layer in self._layers
        return self.is_echo or (drawn.keys in self._typed and is_chosen)

    def count_wrong(self) -> int:
        """Return how many of the maps seen are of another visitor or differ from those computed directly."""
        if self.is_echo:
            return 0
        head = int(self.params.get("head", 0))
        return self.n_foreign + sum(not self.reference.is_right(drawn, head) for drawn in self.maps)

    async def _type_sentence(self, visitor: Visitor, sentence: str, end: float) -> None:
        shown: set[tuple[str, ...]] = set()
        for n_letters in range(1, len(sentence) + 1):
            due = time.monotonic() + _INTERVAL
            letters = sentence[:n_letters]
            keys = tuple(letters.split()) if self.is_echo else self.reference.read(letters)
            self._typed.add(keys)
            self._newest = keys
            if keys and keys not in shown:
                self._waiting.append((time.monotonic(), keys))
            else:
                self.n_unchanged += 1
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
        self._layers = {int(layer), int(3 - layer)}
        for act in acts:
            n_finished = visitor.n_finished
            await act()
            await visitor.until_finished(n_finished + 1)
            await asyncio.sleep(_INTERVAL)
        self._layers = {int(layer)}


def make_typists(n: int, *, first: int = 0, is_echo: bool = False, is_only_typing: bool = False) -> list[Typist]:
    """Return typists, each with sentences and a head of its own; another ``first`` gives them other sentences."""
    reference = Reference(Path(trained().folder))
    config, sentences = reference.translator.model.config, reference.sentences
    typists = []
    for number in range(n):
        layer, head = number // config.n_heads % config.n_layers, number % config.n_heads
        params = {"kind": "cross", "layer": f"{layer + 1}", "head": f"{head + 1}", "mean": "false"}
        places = ((first + number + part * len(sentences) // 8) % len(sentences) for part in range(8))
        own_sentences = [sentences[place] for place in places]
        typists.append(Typist(reference, {} if is_echo else params, own_sentences, is_echo, is_echo or is_only_typing))
    return typists
