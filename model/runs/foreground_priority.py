"""Priority for foreground work: training starts few steps while it lasts.

Python runs one thread at a time. Switching threads delays foreground work by more than its own duration if a training
competes with it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_MAX_WAIT = 0.1  # seconds; a training must proceed even under constant foreground work

_changed = threading.Condition()
_n_active = 0


@contextmanager
def foreground_work() -> Iterator[None]:
    """Mark a block, or as a decorator a function, as foreground work."""
    global _n_active
    with _changed:
        _n_active += 1
    try:
        yield
    finally:
        with _changed:
            _n_active -= 1
            _changed.notify_all()


def yield_to_foreground() -> None:
    """Wait until no foreground work is active, at most ``_MAX_WAIT`` seconds."""
    if _n_active:
        with _changed:
            _changed.wait_for(lambda: not _n_active, _MAX_WAIT)
