"""Tests of the first visit, of restarts, and of damaged or read-only cache folders."""

import shutil
from pathlib import Path

import pytest

from model.training.config import TrainingConfig
from tests.browser.conftest import TRAINING_TIME, FirstVisit, Start, Visit


def test_the_first_visitor_can_use_the_page_while_it_trains(first_visit: FirstVisit) -> None:
    first = first_visit.views[0]
    assert first.status.startswith("training")
    assert first.map.columns == first.tokens
    assert first.sentence


def test_the_first_visitor_sees_it_get_better_without_touching_anything(first_visit: FirstVisit) -> None:
    views = [view for view in first_visit.views if view.attention]
    assert len({view.map.picture for view in views}) >= 3
    assert len({view.overview for view in views}) >= 3
    last = views[-1]
    assert last.status.startswith("trained")
    assert last.translation == ["elle", "n'", "aime", "pas", "le", "petit", "chien", "noir", "·"]
    assert views[0].translation != last.translation
    assert {view.sentence for view in views} == {last.sentence}


def test_a_restart_shows_the_trained_model_at_once(
    first_visit: FirstVisit, cache: Path, start: Start, visit_url: Visit
) -> None:
    view = visit_url(start(cache)).settled()
    assert view.status == first_visit.views[-1].status
    assert view.translation == ["elle", "n'", "aime", "pas", "le", "petit", "chien", "noir", "·"]


@pytest.mark.usefixtures("first_visit")
def test_a_damaged_file_is_reported_in_one_line_and_set_aside(
    cache: Path, tmp_path: Path, start: Start, visit_url: Visit
) -> None:
    default = f'"seed": {TrainingConfig().seed},'
    (run,) = (path.parent for path in cache.glob("runs/*/run.json") if default in path.read_text())
    saved = tmp_path / "runs" / run.name
    shutil.copytree(run, saved, ignore=shutil.ignore_patterns("*.part"))  # a server writes
    newest = max(saved.glob("step-*"))
    newest.write_bytes(newest.read_bytes()[: newest.stat().st_size // 2])
    screen = visit_url(start(tmp_path))
    notice = screen.page.get_by_text("set aside")
    notice.wait_for()
    assert "\n" not in notice.inner_text().strip()
    screen.box.fill("i eat fish ")
    screen.until(lambda view: view.columns == ["i", "eat", "fish"])
    assert saved.with_suffix(".damaged").exists()


def test_a_cache_folder_that_cannot_be_made_is_no_obstacle(tmp_path: Path, start: Start, visit_url: Visit) -> None:
    (tmp_path / "file").write_text("not a folder")
    screen = visit_url(start(tmp_path / "file" / "cache"))
    screen.box.fill("i eat fish ")
    screen.until(lambda view: view.columns == ["i", "eat", "fish"])
    screen.until(lambda view: "exact match" in view.status, TRAINING_TIME)
    assert not (tmp_path / "file").is_dir()
    screen.page.get_by_text("cannot be written").wait_for()
