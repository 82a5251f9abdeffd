"""Limits on trainings: of one visitor, of all, and of the machine."""

import os
import re
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus
from model.corpus.tsv import TsvFile
from model.runs.registry import SECONDS_UNTIL_STALE
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, Open, open_training
from tests.apptest.new_runs import TINY_RUN, button, get_run
from tests.apptest.reading import warnings
from tests.paced_trainer import Pace, wait_until
from ui.runs import machine_requirements, quotas, visitor_runs
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.run_lists import MAX_RUNS
from ui.runs.visitor_runs import get_run_lists

SECURITY = (Path(__file__).parents[3] / "SECURITY.md").read_text(encoding="utf-8")


def test_the_limits_are_those_that_are_promised() -> None:
    assert (quotas.MAX_UNFINISHED, MAX_RUNS) == (3, 20)
    assert "A visitor has at most three unfinished runs and twenty in all." in SECURITY
    assert (quotas.MAX_QUEUED, visitor_runs.MAX_KEPT) == (20, 200)
    assert "at most 20 trainings in the queue, and all visitors 200 runs on disk" in SECURITY
    assert SECONDS_UNTIL_STALE == 30 * 24 * 60 * 60
    assert "nobody has opened for 30 days makes room" in SECURITY


def test_a_model_too_big_for_the_machine_is_refused(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_requirements, "measure_free_memory", lambda _: 10_000_000)
    app = new_run_page()
    assert "this machine has 10 MB free" in warnings(app)
    assert button(app).disabled


def test_a_training_of_many_hours_is_refused(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_requirements, "measure_free_memory", lambda _: 10**15)
    big = {"new_layers": "6", "new_width": "512", "new_inner": "2048", "new_steps": "20000", "new_batch": "512"}
    app = new_run_page(**big, new_device="CPU")  # no time is estimated for a GPU
    assert "the limit is 3 hours" in warnings(app)
    assert button(app).disabled


def test_a_training_on_a_missing_device_cannot_be_resumed(writable_app_setup: AppSetup) -> None:
    config = TrainingConfig(steps=5, batch_size=16, device="cuda:99")
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1), config)
    assert run.join(60).error == "There is no device 'cuda:99' here."
    assert "no device 'cuda:99' here. Start a training on another device" in quotas.find_obstacle_to_resuming(run)


def test_the_number_of_unfinished_runs_is_limited(new_run_page: Open) -> None:
    for seed in range(quotas.MAX_UNFINISHED):
        app = new_run_page(**{**TINY_RUN, "new_seed": str(seed), "new_steps": "20000"})
        assert not button(app).disabled
        button(app).click().run()
        get_run(app).pause()
    app = new_run_page(**TINY_RUN)
    assert "You have 3 unfinished runs" in warnings(app)
    assert button(app).disabled
    for digest in get_run_lists().read(ME).names:
        run = get_registry().open_run(digest)
        run.stop()
        wait_until(lambda run=run: not run.is_busy)
    assert not button(app.run()).disabled
    for seed in range(quotas.MAX_UNFINISHED):
        app = new_run_page(**{**TINY_RUN, "new_seed": str(10 + seed), "new_steps": "20000"})
        button(app).click().run()
        get_run(app).pause()
    app = press("Resume", digest)
    assert "You have 3 unfinished runs" in warnings(app), "resuming a stopped run does not evade the limit"
    assert not get_registry().open_run(digest).is_busy


def test_the_trainings_of_all_visitors_are_limited(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_QUEUED", 0)
    app = new_run_page(**TINY_RUN)
    assert "The queue is full" in warnings(app)
    assert button(app).disabled


def test_starting_pausing_and_resuming_does_not_evade_the_limit(
    new_run_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_QUEUED", 2)
    owners: dict[str, TrainingRun] = {}
    for number in range(quotas.MAX_QUEUED + 2):
        visitor = f"{number:032x}"
        app = new_run_page(visitor=visitor, **{**TINY_RUN, "new_seed": str(number), "new_steps": "20000"})
        button(app).click().run()
        owners[visitor] = get_run(app)
        owners[visitor].pause()
        assert owners[visitor].join(60).status is Status.PAUSED
    refused = []
    for visitor, run in owners.items():
        refused.append("The queue is full" in warnings(press("Resume", run.digest, visitor)))
        wait_until(lambda run=run: run in QUEUE.entries or run.state.status is Status.PAUSED)
    assert refused == [False, False, True, True]
    assert len(QUEUE.entries) == quotas.MAX_QUEUED
    for run in owners.values():
        run.stop()
        wait_until(lambda run=run: not run.is_busy)


def test_the_runs_of_all_visitors_are_limited(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_runs, "MAX_KEPT", 0)
    app = new_run_page(**TINY_RUN)
    assert "keeps at most" in warnings(app)
    assert button(app).disabled


def test_a_run_that_nobody_opens_makes_room(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1), TrainingConfig(steps=1, batch_size=8))
    assert run.join(60).status is Status.TRAINED
    get_registry.clear()
    monkeypatch.setattr(visitor_runs, "MAX_KEPT", len(get_registry().digests))
    assert button(new_run_page(**TINY_RUN)).disabled
    os.utime(run.folder.path / "run.json", times=(time.time() - 31 * 86_400,) * 2)
    app = new_run_page(**TINY_RUN)
    assert not warnings(app)
    button(app).click().run()
    assert get_run(app).join(60).status is Status.TRAINED
    assert not run.folder.path.exists()
    assert len(get_registry().digests) == visitor_runs.MAX_KEPT


def test_a_disk_that_is_nearly_full_takes_no_more_runs(new_run_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil.disk_usage("/")._replace(free=100_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    app = new_run_page(**TINY_RUN)
    assert "disk of this server is nearly full" in warnings(app)
    assert button(app).disabled


def test_a_full_list_is_reported(new_run_page: Open) -> None:
    for number in range(MAX_RUNS):
        get_run_lists().change(ME, lambda runs, number=number: runs.with_run(f"{number:032x}", "x"))
    app = new_run_page()
    assert "delete one first" in warnings(app)
    assert button(app).disabled


@pytest.mark.parametrize("settings", [{"steps": 1_000_000}, {"batch_size": 65_536}])
def test_a_run_whose_description_needs_too_much_is_not_resumed(
    writable_app_setup: AppSetup, new_run_page: Open, settings: dict[str, int]
) -> None:
    writable_app_setup.trainer = pace = Pace(may_take=5)
    app = new_run_page(**TINY_RUN)
    button(app).click().run()
    run = get_run(app)
    pace.until(5)
    run.pause()
    pace.let(1000)
    run.join(60)
    own, big = run.description, ModelConfig(n_layers=6, n_heads=8, d_model=512, d_ff=2048)
    training = replace(run.description.training, device="cpu", **settings)
    run.description = replace(run.description, model=big, training=training)
    assert re.search("Training (needs|would take) about", warnings(press("Resume", run.digest)))
    assert run.state.status is Status.PAUSED
    run.description = own
    assert not warnings(press("Resume", run.digest))
    assert run.join(60).status is Status.TRAINED


def press(label: str, digest: str, visitor: str = ME) -> AppTest:
    """Return the Watch view of a run after its visitor has pressed one of its buttons."""
    app = open_training("Watch", visitor, run=digest)
    button(app, label).click().run()
    assert not app.exception
    return app


@pytest.mark.parametrize("content", [None, "no separator\n"])
def test_a_training_whose_pairs_cannot_be_read_cannot_be_resumed(
    writable_app_setup: AppSetup, tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("a cat\tun chat\n", "utf-8")
    own = Corpus("own", TsvFile(path), (), is_raw_text=True)
    assert own.digest
    path.unlink() if content is None else path.write_text(content, "utf-8")
    excess = machine_requirements.find_excess(ModelConfig(), TrainingConfig(), own)
    assert "cannot be read any more" in excess
    assert machine_requirements.show_requirements(ModelConfig(), TrainingConfig(), own) == excess


def test_runs_of_others_that_a_visitor_only_added_do_not_count(new_run_page: Open) -> None:
    for seed in range(quotas.MAX_UNFINISHED):
        app = new_run_page(**{**TINY_RUN, "new_seed": str(seed), "new_steps": "20000"})
        button(app).click().run()
        run = get_run(app)
        run.pause()
        get_run_lists().change(ME, lambda runs, run=run: runs.without_run(run.digest).with_run(run.digest, "added"))
    assert not button(new_run_page(**{**TINY_RUN, "new_seed": "9"})).disabled
