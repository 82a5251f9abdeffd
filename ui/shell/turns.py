"""Pages are drawn one at a time, in the order in which visitors asked.

Python runs one thread at a time, so pages that are drawn side by side all finish late: each as late as the last would
in turn. A page that computes for long lets the next one begin meanwhile.

A page reads the newest sentence when it begins, and replaces the messages of the page before it that are still unsent.
So while several visitors wait, ``take`` returns only at the visitor's next turn: by then the drawn page has been sent,
and the next one begins at once, with the newest sentence.
"""

import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST = 0.25  # seconds; ten times what a page takes after a key
# Seconds after which a thread lets another go on. The thread that sends messages works in short steps, and waits so
# long for each of them: under load, that would be longer than drawing.
_USUAL, _UNDER_LOAD = sys.getswitchinterval(), 0.0002


class Turns:
    """A queue of pages.

    Args:
        longest: seconds after which a page that is being drawn no longer keeps the others waiting.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._lock = threading.Lock()
        self._current: _Turn | None = None
        self._waiting: deque[_Turn] = deque()
        self._mine = threading.local()

    @contextmanager
    def take(self) -> Iterator[None]:
        """Wait for one's turn and keep it for the block; a block inside another of the same thread goes on at once.

        A block that raises gives its turn back, and its thread waits at the end of the queue again.
        """
        if self._has_turn:
            yield
            return
        is_next, self._mine.is_next = getattr(self._mine, "is_next", False), False
        self._begin(is_next=is_next)
        try:
            yield
        except BaseException:
            self._end()
            raise
        self._end()
        self._mine.is_next = bool(self._waiting)
        if self._mine.is_next:
            self._begin()
            self._end()

    def pause(self, seconds: float) -> None:
        """Let others draw for so long, and wait for one's next turn; while others wait, go on at once.

        Otherwise a page would wait twice, and a key that comes between would discard the second half of it.
        """
        if self._waiting:
            return
        if not self._has_turn:
            time.sleep(seconds)
            return
        self._end()
        try:
            time.sleep(seconds)
        finally:
            self._begin()

    @property
    def _has_turn(self) -> bool:
        return getattr(self._mine, "turn", None) is not None

    def _begin(self, *, is_next: bool = False) -> None:
        self._mine.turn = turn = _Turn()
        with self._lock:
            if is_next:
                self._waiting.appendleft(turn)
            else:
                self._waiting.append(turn)
            if self._current is None:
                self._begin_next()
        while not turn.has_come.wait(self._longest):
            with self._lock:
                is_over = self._current is not None and time.monotonic() - self._current.begun > self._longest
                if is_over and self._waiting and self._waiting[0] is turn:
                    self._begin_next()

    def _end(self) -> None:
        turn, self._mine.turn = self._mine.turn, None
        with self._lock:
            if self._current is turn:
                self._begin_next()

    def _begin_next(self) -> None:
        self._current = self._waiting.popleft() if self._waiting else None
        sys.setswitchinterval(_UNDER_LOAD if self._waiting else _USUAL)
        if self._current is not None:
            self._current.begun = time.monotonic()
            self._current.has_come.set()


class _Turn:
    """One page's place in the queue; ``begun`` is on the monotonic clock, in seconds."""

    def __init__(self) -> None:
        self.has_come = threading.Event()
        self.begun = 0.0


_TURNS = Turns()
take_turn, pause = _TURNS.take, _TURNS.pause
