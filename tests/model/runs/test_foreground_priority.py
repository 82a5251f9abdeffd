"""A training holds still while pages are drawn, but not for ever."""

import threading

import pytest

from model.runs import foreground_priority
from model.runs.foreground_priority import foreground_work, yield_to_foreground
from model.runs.run_state import Status
from tests.paced_trainer import Pace, Small


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let background work give way for up to a minute."""
    monkeypatch.setattr(foreground_priority, "_MAX_WAIT", 60.0)


@pytest.fixture
def waiting(patient: None) -> threading.Thread:
    return threading.Thread(target=yield_to_foreground)


def test_where_nothing_is_drawn_nobody_waits(waiting: threading.Thread) -> None:
    waiting.start()
    waiting.join(30)
    assert not waiting.is_alive()


def test_the_last_page_lets_go(waiting: threading.Thread) -> None:
    with foreground_work():
        with foreground_work():
            waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
    waiting.join(30)
    assert not waiting.is_alive()


def test_a_page_that_fails_lets_go(waiting: threading.Thread) -> None:
    @foreground_work()
    def page() -> None:
        raise RuntimeError

    for _ in range(2):
        with pytest.raises(RuntimeError):
            page()
    waiting.start()
    waiting.join(30)
    assert not waiting.is_alive()


def test_it_is_held_up_only_so_long() -> None:
    with foreground_work():
        waiting = threading.Thread(target=yield_to_foreground)
        waiting.start()
        waiting.join(30)
        assert not waiting.is_alive()


@pytest.mark.usefixtures("patient")
def test_a_training_takes_no_step_meanwhile(small: Small) -> None:
    pace = Pace()
    with foreground_work():
        run = small(pace)
        run.start()
        assert run.wait(60), "the first weights are shown all the same"
        assert pace.taken == 0
    assert run.join(60).status is Status.TRAINED
    assert pace.taken == 40
