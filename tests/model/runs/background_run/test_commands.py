"""Start, pause, stop and restart in any order: one run trains at a time, and each ends as if undisturbed."""

import random
import threading
import time

import pytest
import torch

from model.runs.failure import UNEXPECTED
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.translation_task import build_translator
from tests.paced_trainer import SMALL, Pace, Small, same_weights, wait_until


def pause_at(small: Small, step: int) -> tuple[Pace, TrainingRun]:
    pace = Pace(may_take=step)
    run = small(pace)
    pace.until(step)
    run.pause()
    pace.let(step + 1)
    assert run.join(60).status is Status.PAUSED
    return pace, run


def test_a_paused_training_takes_no_step_and_goes_on_where_it_was(small: Small) -> None:
    pace, run = pause_at(small, 13)
    taken = pace.taken
    assert taken == 13, "the step was being waited for when somebody paused"
    time.sleep(0.2)
    assert pace.taken == taken
    assert run.is_busy
    run.start()
    assert run.state.status in (Status.WAITING, Status.TRAINING)
    pace.let(40)
    assert run.join(60).status is Status.TRAINED
    assert pace.taken == 40
    assert same_weights(run.state.snapshot, small.result())


def test_a_stopped_training_goes_on_too(small: Small) -> None:
    pace = Pace(may_take=33)
    run = small(pace)
    pace.until(33)
    run.stop()
    pace.let(100)
    assert run.join(60).status is Status.STOPPED
    wait_until(lambda: not run.is_busy)
    assert run.state.snapshot.step == 20, "the last report"
    assert run.folder.load_state().step == 20
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert pace.taken == 33 + 20
    assert same_weights(run.state.snapshot, small.result())


def test_a_paused_training_is_stopped_before_its_thread_has_ended(small: Small) -> None:
    pace, run = pause_at(small, 13)
    with QUEUE.changed:  # the thread cannot end
        run.stop()
        assert (run.state.status, run.is_busy) == (Status.STOPPED, True)
        run.start()
        assert run.state.status is Status.WAITING
    pace.let(100)
    assert run.join(60).status is Status.TRAINED
    assert same_weights(run.state.snapshot, small.result())


def test_a_training_that_ends_while_a_pause_is_stored_is_trained(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    is_at_end, may_end, pace = threading.Event(), threading.Event(), Pace(may_take=39)
    run = small(pace)
    delete, store = run._store.state.delete, run._store_request

    def end_late() -> None:
        is_at_end.set()
        may_end.wait(60)
        delete()

    def store_late() -> None:
        may_end.set()
        wait_until(lambda: not run.is_busy)
        store()

    monkeypatch.setattr(run._store.state, "delete", end_late)
    monkeypatch.setattr(run, "_store_request", store_late)
    pace.let(40)
    assert is_at_end.wait(60)
    run.pause()
    assert run.state.status is Status.TRAINED


def test_started_again_while_it_ends_it_goes_on(small: Small) -> None:
    begins, goes_on, pace = threading.Event(), threading.Event(), Pace(may_take=1)
    run = small(pace)
    pace.until(1)
    write = run._store.write

    def slow(what) -> None:
        begins.set()
        goes_on.wait(60)
        write(what)

    run._store.write = slow
    pace.let(float("inf"))
    assert begins.wait(60)
    run.folder.path.mkdir(exist_ok=True)
    threading.Timer(0.1, goes_on.set).start()
    run.stop()
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert same_weights(run.state.snapshot, small.result())


def test_again_begins_anew_whatever_the_run_was_doing(small: Small) -> None:
    for what in ("training", "paused", "stopped", "trained"):
        pace = Pace(may_take=float("inf") if what == "trained" else 25)
        run = small(pace, seed=len(what))
        if what != "trained":
            pace.until(25)
        if what == "paused":
            run.pause()
        if what == "stopped":
            run.stop()
        pace.let(1000)
        if what != "training":
            run.join(60)
        taken = pace.taken
        run.restart()
        state = run.join(60)
        assert state.status is Status.TRAINED, what
        assert pace.taken >= taken + 40, what
        assert [point.step for point in state.snapshot.learning_curve] == [0, 1, 2, 5, 10, 15, 20, 40]
        assert same_weights(state.snapshot, small.result(len(what))), what
        assert run.folder.steps == run.kept_steps


def test_what_is_trained_stays_trained(small: Small) -> None:
    pace = Pace()
    run = small(pace)
    run.join(60)
    for press in (run.pause, run.start, run.stop, run.start):
        press()
        assert run.state.status is Status.TRAINED
    assert pace.taken == 40
    assert run.folder.read_description().status is Status.TRAINED


def test_first_come_first_served_and_who_paused_comes_last(small: Small) -> None:
    paces = [Pace(may_take=5), Pace(), Pace()]
    first = small(paces[0], 1)
    paces[0].until(5)
    second = small(paces[1], 2)
    wait_until(lambda: QUEUE.count_ahead(second) == 1)
    third = small(paces[2], 3)
    wait_until(lambda: QUEUE.count_ahead(third) == 2)
    assert [run.state.status for run in (second, third)] == [Status.WAITING] * 2
    assert (paces[1].taken, paces[2].taken) == (0, 0)
    second.pause()
    assert second.state.status is Status.PAUSED
    wait_until(lambda: QUEUE.count_ahead(third) == 1)
    second.start()
    wait_until(lambda: QUEUE.count_ahead(second) == 2)
    first.pause()
    paces[0].let(100)
    assert third.join(60).status is Status.TRAINED
    assert second.join(60).status is Status.TRAINED
    assert (first.state.status, paces[0].taken) == (Status.PAUSED, 5)
    first.start()
    assert first.join(60).status is Status.TRAINED
    for seed, run in enumerate((first, second, third), start=1):
        assert same_weights(run.state.snapshot, small.result(seed))


def test_a_thousand_presses_from_many_hands(small: Small) -> None:
    runs = [small(seed=seed) for seed in (1, 2)]

    def press(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(125):
            run = chance.choice(runs)
            chance.choice((run.pause, run.start, run.start, run.stop, run.release))()

    hands = [threading.Thread(target=press, args=(seed,)) for seed in range(8)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(100)
        assert not hand.is_alive()
    for run in runs:
        run.start()
    for seed, run in enumerate(runs, start=1):
        assert run.join(60).status is Status.TRAINED
        assert same_weights(run.state.snapshot, small.result(seed))
        assert run.folder.read_description().status is Status.TRAINED


def test_what_others_draw_meanwhile_changes_nothing(small: Small) -> None:
    run = small()
    while run.is_busy:  # a model is initialised, and one is loaded, while another drops some of its activations
        build_translator(small.corpus, SMALL, 2, torch.device("cpu"))
        run.load_snapshot(1)
        run._store.kept._loaded.pop(1, None)
    assert same_weights(run.state.snapshot, small.result())


def test_a_paused_training_that_rests_holds_no_thread_and_goes_on(small: Small) -> None:
    pace = Pace(may_take=25)
    run = small(pace)
    pace.until(25)
    run.pause()
    pace.let(100)
    run.join(60)
    run.release()
    wait_until(lambda: not run.is_busy)
    assert run.state.status is Status.PAUSED
    assert run._store.state.in_memory is None, "the folder holds it"
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert same_weights(run.state.snapshot, small.result())


def test_a_run_whose_thread_cannot_be_started_says_so_and_can_be_tried_again(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as limit:
        limit.setattr(threading.Thread, "start", refuse)
        run = small()
        assert run.state.status is Status.FAILED
        assert "no further thread" in run.state.error
        assert not run.is_busy
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert not run.state.error


def test_a_reason_is_one_line_and_never_empty(small: Small) -> None:
    for reason, said in (("\n", UNEXPECTED), ("", UNEXPECTED), ("\nno room\n", "no room")):

        def fails(*_, reason=reason, **__):
            yield from ()
            raise ValueError(reason)

        run = small(fails, seed=len(reason))
        assert not run.wait(60)
        assert run.join(60).error == said
