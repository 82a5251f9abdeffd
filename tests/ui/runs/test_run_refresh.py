"""Redrawing a page: how often runs are checked, and which changes draw it again."""

from collections.abc import Callable
from typing import Any

import pytest

from model.runs.run_state import Status
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import AppSetup
from tests.paced_trainer import wait_until
from ui.runs import run_refresh
from ui.runs.registry import get_registry, get_toy_corpus
from ui.widgets import widget_keys


def create(steps: int) -> TrainingRun:
    return get_registry().create_run(
        get_toy_corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=steps, batch_size=16)
    )


def test_runs_that_can_change_are_checked(writable_app_setup: AppSetup) -> None:
    default, other = get_registry().open_default(), create(5)
    assert other.join(60).status is Status.TRAINED
    assert (default.state.status, other.state.status) == (Status.TRAINED, Status.TRAINED)
    assert run_refresh.choose_interval([]) is run_refresh.choose_interval([default]) is None
    idle = run_refresh.choose_interval([default, other])
    assert idle
    learning = create(100_000)
    try:
        while_training = run_refresh.choose_interval([default, learning])
        assert while_training
        assert while_training < idle
    finally:
        learning.stop()
    learning.join(60)
    assert run_refresh.choose_interval([learning]) == idle, "its owner may resume it"


def test_deleting_a_run_changes_its_version(writable_app_setup: AppSetup) -> None:
    run = create(5)
    run.join(60)
    trained = run_refresh.get_version(run)
    assert run_refresh.get_version(run) == trained
    run.delete()
    assert run_refresh.get_version(run) != trained


def test_a_run_that_another_process_takes_further_is_opened_anew(
    writable_app_setup: AppSetup, session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = create(5)
    run.join(60)
    wait_until(lambda: not run.is_busy)
    redrawn: list[str] = []
    ticks: list[Callable[[], None]] = []
    monkeypatch.setattr(run_refresh, "redraw_page", lambda: redrawn.append("page"))
    monkeypatch.setattr(run_refresh, "ask_for_clock", lambda _name, _seconds, tick: ticks.append(tick))
    session_values[widget_keys.STARTED_CLOCKS] = {}
    run_refresh.redraw_on_change([run])
    (check,) = ticks
    check()
    assert not redrawn
    run.folder.write_description(run.description.with_status(Status.TRAINING))
    session_values[widget_keys.STARTED_CLOCKS] = None
    check()
    assert not redrawn, "what is drawn once, as a cookie, is sent first"
    session_values[widget_keys.STARTED_CLOCKS] = {}
    check()
    assert redrawn
    opened = get_registry().open_run(run.digest)
    assert opened is not None
    assert opened is not run
    opened.stop()
    opened.join(60)


def test_a_list_is_followed_also_where_no_run_of_it_can_change(
    app_setup: AppSetup, session_values: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(run_refresh, "ask_for_clock", lambda _name, seconds, _tick: asked.append(seconds))
    default = get_registry().open_default()
    run_refresh.redraw_on_change([default])
    assert not asked
    run_refresh.redraw_on_change([default], lambda: "what another tab may change")
    assert len(asked) == 1
