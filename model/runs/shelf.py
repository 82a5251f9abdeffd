"""The runs of one visitor, by the names the visitor gave them; what is trained is shared, these lists are not."""

import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from model.storage import write_whole

MOST_RUNS = 20  # on one shelf
MAX_NAME = 60  # characters
_LOCK = threading.RLock()


@dataclass(frozen=True, slots=True)
class Shelf:
    """What one visitor has: the names of runs by their digests, in the order they came."""

    names: dict[str, str] = field(default_factory=dict)

    def put(self, digest: str, name: str) -> "Shelf":
        """With a run added, or named anew."""
        clean = " ".join(name.split())[:MAX_NAME] or digest[:8]
        return replace(self, names={**self.names, digest: clean})

    def without(self, digest: str) -> "Shelf":
        """Without a run."""
        return replace(self, names={key: name for key, name in self.names.items() if key != digest})

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
                write_whole(path, json.dumps(shelf.names, ensure_ascii=False).encode())
                self._in_memory.pop(path, None)
            except OSError:
                self._in_memory[path] = shelf
            return shelf

    def hold(self, digest: str) -> bool:
        """Whether any visitor has a run."""
        paths = {*self._in_memory}
        with suppress(OSError):
            paths |= set(self._path.glob("*.json"))
        return any(digest in (self._in_memory.get(path) or _read(path)).names for path in paths)

    def _file(self, visitor: str) -> Path:
        return self._path / f"{hashlib.sha256(visitor.encode()).hexdigest()}.json"


def _read(path: Path) -> Shelf:
    with suppress(OSError, ValueError, RecursionError):
        names = json.loads(path.read_bytes())
        if isinstance(names, dict) and all(isinstance(name, str) for name in names.values()):
            return Shelf(names)
    return Shelf()
