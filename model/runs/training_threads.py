"""The threads of this process that train; they finish their step and store it before the process ends."""

import atexit
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakSet

from model.runs.training_queue import QUEUE

PROCESS_IS_ENDING = threading.Event()

_MAX_SECONDS_TO_END = 10.0
_threads: WeakSet[threading.Thread] = WeakSet()


def start_thread(train: Callable[[], None]) -> threading.Thread:
    """Call a function in a thread with a lower priority than foreground threads, where possible (Linux)."""

    def run() -> None:
        if hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        train()

    thread = threading.Thread(target=run, name="training", daemon=True)
    _threads.add(thread)
    thread.start()
    return thread


@atexit.register
def _end_all() -> None:
    """Let every training finish its step and save; ending the process in the middle of a step crashes it."""
    PROCESS_IS_ENDING.set()
    with QUEUE.changed:
        QUEUE.changed.notify_all()
    for thread in tuple(_threads):
        thread.join(_MAX_SECONDS_TO_END)
