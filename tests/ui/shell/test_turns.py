"""Tests of drawing pages in turn."""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace

import pytest

from ui.shell.turns import Turns


def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def start(turns: Turns, *works: Callable[[], object]) -> list[threading.Thread]:
    """Start threads that ask for their turn in this order."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        before = (turns._current, *turns._waiting)
        thread.start()
        until(lambda: not thread.is_alive() or (turns._current, *turns._waiting) != before)  # noqa: B023
    return threads


def join(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


def test_one_at_a_time_in_the_order_of_asking() -> None:
    turns, log, first_may_end = Turns(60), [], threading.Event()

    def draw(name: int) -> None:
        with turns.take():
            log.append(("begins", name))
            if name == 0:
                first_may_end.wait(10)
            log.append(("ends", name))

    threads = start(turns, *[lambda name=name: draw(name) for name in range(5)])
    until(lambda: log)
    assert log == [("begins", 0)]
    first_may_end.set()
    join(threads)
    assert log == [(what, name) for name in range(5) for what in ("begins", "ends")]


def test_a_turn_inside_another_goes_on_at_once() -> None:
    turns = Turns(60)

    def draw() -> None:
        with turns.take(), turns.take():
            pass
        with turns.take():
            pass

    join(start(turns, draw))


def test_the_time_of_a_turn_counts_from_its_beginning() -> None:
    turns, before = Turns(60), time.monotonic()
    with turns.take():
        assert turns._current is not None
        assert before <= turns._current.begun <= time.monotonic()


def test_a_page_that_fails_gives_its_turn_back() -> None:
    turns = Turns(60)
    with pytest.raises(KeyError), turns.take():
        raise KeyError
    join(start(turns, lambda: turns.take().__enter__()))


def test_a_page_that_computes_for_long_keeps_nobody_waiting() -> None:
    turns, drawn, may_end = Turns(0.05), threading.Event(), threading.Event()

    def compute() -> None:
        with turns.take():
            may_end.wait(10)

    def draw() -> None:
        with turns.take():
            drawn.set()

    threads = start(turns, compute, draw)
    assert drawn.wait(10), "drawn although the other still computes"
    may_end.set()
    join(threads)
    with turns.take():
        pass


def test_others_who_come_during_a_pause_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, log = Turns(60), []

    def draw() -> None:
        with turns.take():
            log.append("other")

    clock = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: join(start(turns, draw)))
    monkeypatch.setattr("ui.shell.turns.time", clock)
    with turns.take():
        turns.pause(1)
        log.append("again")
    assert log == ["other", "again"]


def test_while_others_wait_there_is_no_pause() -> None:
    turns, log = Turns(60), []

    def draw() -> None:
        with turns.take():
            log.append("other")

    with turns.take():
        threads = start(turns, draw)
        turns.pause(10)
        log.append("again")
    join(threads)
    assert log == ["again", "other"]


def test_a_pause_outside_a_turn_is_only_a_pause() -> None:
    turns = Turns(60)
    turns.pause(0)
    join(start(turns, lambda: turns.take().__enter__()))


def test_under_load_a_page_ends_when_its_next_one_may_begin() -> None:
    turns, log, may_end, may_go_on = Turns(60), [], threading.Event(), threading.Event()

    def draw_twice() -> None:
        with turns.take():
            may_end.wait(10)
        log.append("mine is sent")
        with turns.take():
            log.append("mine again")

    def draw(name: str) -> None:
        with turns.take():
            log.append(name)
            may_go_on.wait(10)

    threads = start(turns, draw_twice, lambda: draw("first"), lambda: draw("second"))
    may_end.set()
    until(lambda: log)
    time.sleep(0.05)
    assert log == ["first"], "it waits for its next turn, after those who asked before"
    threads += start(turns, lambda: draw("third"))
    may_go_on.set()
    join(threads)
    assert log.index("second") < log.index("mine is sent") < log.index("mine again")


def test_a_page_that_fails_goes_to_the_end_of_the_queue() -> None:
    turns, log = Turns(60), []

    def draw(name: str | int, n_waiting: int) -> None:
        """Draw until so many others wait, or more."""
        with turns.take():
            until(lambda: len(turns._waiting) >= n_waiting)
            log.append(name)

    def draw_and_fail() -> None:
        draw("before", 2)
        with suppress(KeyError), turns.take():
            raise KeyError
        draw("after the failure", 0)

    others = [lambda number=number: draw(number, 5 - number) for number in range(5)]
    threads = start(turns, draw_and_fail, *others[:2])
    until(lambda: log and len(turns._waiting) == 2)
    join([*threads, *start(turns, *others[2:])])
    assert log == ["before", 0, 1, 2, 3, 4, "after the failure"]


def test_threads_change_quickly_only_under_load() -> None:
    turns, usual, may_end = Turns(60), sys.getswitchinterval(), threading.Event()

    def draw(until: threading.Event | None = None) -> None:
        with turns.take():
            if until:
                until.wait(10)

    drawn = threading.Event()
    threads = start(turns, lambda: draw(drawn))
    assert sys.getswitchinterval() == usual
    threads += start(turns, lambda: draw(may_end), draw)
    drawn.set()
    until(lambda: sys.getswitchinterval() < usual / 10)
    may_end.set()
    join(threads)
    assert sys.getswitchinterval() == usual
