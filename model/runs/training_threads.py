"""The threads of this process that train; they finish their step and store it before the process ends."""

import atexit
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakSet

import torch

from model.runs.training_queue import QUEUE

PROCESS_IS_ENDING = threading.Event()

_MAX_SECONDS_TO_END = 10.0
_threads: WeakSet[threading.Thread] = WeakSet()


def use_one_core() -> None:
    """Let the operations of PyTorch run in the thread that calls them.

    Tensors as small as those of a default model gain nothing from a second thread, and a translation that waits for a
    core in use by another thread takes up to fifty times as long.
    """
    torch.set_num_threads(1)


def start_thread(train: Callable[[], None]) -> threading.Thread:
    """Call a function in a thread with a lower priority than foreground threads, where possible (Linux)."""

    def run() -> None:
        use_one_core()
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
