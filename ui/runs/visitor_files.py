"""The runs of one visitor, by the names the visitor gave them; what is trained is shared, these lists are not."""

import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from model.storage import write_whole

MOST_RUNS = 20  # on one shelf
MAX_NAME = 60  # characters
_LOCK = threading.RLock()


@dataclass(frozen=True, slots=True)
class Shelf:
    """What one visitor has.

    Attributes:
        names: of runs, by their digests, in the order they came.
        begun: the digests of those that this visitor began; the others were kept, with a link say.
    """

    names: dict[str, str] = field(default_factory=dict)
    begun: frozenset[str] = frozenset()

    def put(self, digest: str, name: str, *, is_begun: bool = False) -> "Shelf":
        """With a run added, or named anew."""
        clean = " ".join(name.split())[:MAX_NAME] or digest[:8]
        return Shelf({**self.names, digest: clean}, self.begun | {digest} if is_begun else self.begun)

    def without(self, digest: str) -> "Shelf":
        """Without a run."""
        return Shelf({key: name for key, name in self.names.items() if key != digest}, self.begun - {digest})

    def write(self) -> bytes:
        """As JSON."""
        return json.dumps({"names": self.names, "begun": sorted(self.begun)}, ensure_ascii=False).encode()

    @classmethod
    def read(cls, data: bytes) -> "Shelf":
        """What ``write`` wrote.

        Raises:
            ValueError: it was not that.
        """
        facts = json.loads(data)
        names, begun = facts["names"], facts["begun"]
        if not isinstance(names, dict) or not all(isinstance(each, str) for each in (*names.values(), *begun)):
            raise ValueError("it is no shelf")
        return cls(names, frozenset(begun))

    @property
    def is_full(self) -> bool:
        """Whether no run can be added."""
        return len(self.names) >= MOST_RUNS


class Shelves:
    """The shelves of all visitors, a file each; a visitor is known by a secret, and the file by its hash."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._in_memory: dict[Path, Shelf] = {}  # where the folder cannot be written

    def of(self, visitor: str) -> Shelf:
        """What a visitor has; nothing, if there is no such shelf or it cannot be read."""
        path = self._file(visitor)
        return self._in_memory.get(path) or _read(path)

    def change(self, visitor: str, change: Callable[[Shelf], Shelf]) -> Shelf:
        """Replace a visitor's shelf by another; returns it."""
        path = self._file(visitor)
        with _LOCK:
            shelf = change(self.of(visitor))
            try:
                write_whole(path, shelf.write())
                self._in_memory.pop(path, None)
            except OSError:
                self._in_memory[path] = shelf
            return shelf

    def hold(self, digest: str, *, besides: str = "") -> bool:
        """Whether any visitor has a run, besides this one."""
        paths = {*self._in_memory}
        with suppress(OSError):
            paths |= set(self._path.glob("*.json"))
        paths.discard(self._file(besides))
        return any(digest in (self._in_memory.get(path) or _read(path)).names for path in paths)

    def _file(self, visitor: str) -> Path:
        return self._path / f"{hashlib.sha256(visitor.encode()).hexdigest()}.json"


def _read(path: Path) -> Shelf:
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        return Shelf.read(path.read_bytes())
    return Shelf()
