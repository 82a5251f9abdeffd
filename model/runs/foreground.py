"""Training that begins no step, or few, while a page is drawn.

Python runs one thread at a time, and handing over costs a page more than its own work where a training asks for every
other moment.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST = 0.1  # seconds: a training that many visitors hold up still takes a step now and then

_changed = threading.Condition()
_n_drawn = 0


@contextmanager
def drawing() -> Iterator[None]:
    """Around the drawing of a page; a decorator, too."""
    global _n_drawn
    with _changed:
        _n_drawn += 1
    try:
        yield
    finally:
        with _changed:
            _n_drawn -= 1
            _changed.notify_all()


def give_way() -> None:
    """Return when no page is being drawn, or after a while."""
    if _n_drawn:
        with _changed:
            _changed.wait_for(lambda: not _n_drawn, _LONGEST)
