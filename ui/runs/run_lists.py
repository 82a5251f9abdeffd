"""The run lists of all visitors; the runs are shared, the lists are not."""

import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from model.corpus.text import normalize_typed_text
from model.storage.atomic_file import delete_partial_files, write_atomically
from model.storage.folder_lock import exclude_other_processes

MAX_RUNS = 20  # in one list
MAX_NAME = 60  # characters
_FOR_THIS_USER = 0o700  # rights of the folder: other users of the machine do not read the names of runs
_UNSAVED = "Your list of runs cannot be saved here, and is lost when this server ends"
_LOCK = threading.RLock()


@dataclass(frozen=True, slots=True)
class RunList:
    """The runs of one visitor.

    Attributes:
        names: the visitor's names of runs by digest, oldest entry first.
        started: digests of the runs that this visitor started or imported; others were added, for example from a link.
    """

    names: dict[str, str] = field(default_factory=dict)
    started: frozenset[str] = frozenset()

    def with_run(self, digest: str, name: str, *, is_started: bool = False) -> "RunList":
        """Return the list with a run added or renamed; one without a new name keeps its own."""
        clean = clean_name(name) or self.names.get(digest) or digest[:8]
        return RunList({**self.names, digest: clean}, self.started | {digest} if is_started else self.started)

    def without_run(self, digest: str) -> "RunList":
        """Return the list without a run."""
        return RunList({key: name for key, name in self.names.items() if key != digest}, self.started - {digest})

    def to_json(self) -> bytes:
        """Return the content of the file."""
        values = {"names": self.names, "begun": sorted(self.started)}  # named as in the files of every version
        return json.dumps(values, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "RunList":
        """Return the list that ``to_json`` wrote.

        Raises:
            ValueError: the data are not a run list.
        """
        values = json.loads(data)
        names, started = values["names"], values["begun"]
        if not isinstance(names, dict) or not all(isinstance(each, str) for each in (*names.values(), *started)):
            raise ValueError("not a run list")
        return cls(names, frozenset(started))

    @property
    def is_full(self) -> bool:
        """True if no run can be added."""
        return len(self.names) >= MAX_RUNS


def clean_name(name: str) -> str:
    """Return a name as one short line without invisible characters; "" if nothing of it is visible."""
    return " ".join(normalize_typed_text(name).split())[:MAX_NAME]


class RunLists:
    """The run lists of all visitors, one file each, named by the hash of the visitor's secret."""

    def __init__(self, path: Path) -> None:
        delete_partial_files(path)
        with suppress(OSError):
            path.chmod(_FOR_THIS_USER)
        self._path = path
        self._in_memory: dict[Path, RunList] = {}  # that were not saved
        self._problems: dict[Path, str] = {}  # that were not reported yet

    def read(self, visitor: str) -> RunList:
        """Return a visitor's list; an empty one if there is none or it cannot be read."""
        path = self._file(visitor)
        return self._in_memory.get(path) or _read(path)

    def change(self, visitor: str, change: Callable[[RunList], RunList]) -> RunList:
        """Replace a visitor's list by the result of ``change`` and return it; keep it in memory if it is not saved."""
        path, runs = self._file(visitor), None
        with _LOCK:
            try:
                with exclude_other_processes(self._path):
                    runs = change(self.read(visitor))
                    if runs.names:
                        self._path.mkdir(mode=_FOR_THIS_USER, parents=True, exist_ok=True)
                        write_atomically(path, runs.to_json())
                    else:
                        path.unlink(missing_ok=True)
                self._in_memory.pop(path, None)
                self._problems.pop(path, None)
            except OSError as error:
                runs = runs or change(self.read(visitor))
                if path not in self._in_memory:
                    self._problems[path] = f"{_UNSAVED} ({error.strerror})."
                self._in_memory[path] = runs
            return runs

    def take_problem(self, visitor: str) -> str:
        """Return once why a visitor's list is in memory only; "" if it is on disk or the problem was returned."""
        return self._problems.pop(self._file(visitor), "")

    def is_listed(self, digest: str, *, except_visitor: str = "") -> bool:
        """Return True if the list of any visitor has a run, apart from the list of one visitor."""
        paths = {*self._in_memory}
        with suppress(OSError):
            paths |= set(self._path.glob("*.json"))
        paths.discard(self._file(except_visitor))
        return any(digest in (self._in_memory.get(path) or _read(path)).names for path in paths)

    def _file(self, visitor: str) -> Path:
        return self._path / f"{hashlib.sha256(visitor.encode()).hexdigest()}.json"


def _read(path: Path) -> RunList:
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        return RunList.from_json(path.read_bytes())
    return RunList()
