"""The list of runs: opening, renaming and deleting one, and the queue."""

import shutil
from dataclasses import replace

import pytest

from model.corpus import Corpus
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, SOMEBODY, AppSetup, open_page
from tests.apptest.reading import html, warnings
from tests.apptest.run_list import SHORT, as_markdown, create, listed, names, press, put
from tests.disks import fake_read_only
from tests.paced_trainer import SMALL, wait_until
from ui.heads.cached_records import open_importance
from ui.runs import run_keys
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.run_lists import MAX_NAME
from ui.runs.visitor_runs import get_run_lists
from ui.training import training_page_keys
from ui.widgets import link_keys


def test_the_default_run_can_neither_be_renamed_nor_deleted(writable_app_setup: AppSetup) -> None:
    app = listed()
    assert names(app) == ["Default"]
    default = get_registry().open_default().digest
    assert f"run_look_{default}" in [button.key for button in app.button]
    assert not [button for button in app.button if button.key == f"run_delete_{default}"]
    assert not app.text_input
    assert "trained" in html(app)
    assert "exact match" in html(app)


def test_an_opened_run_is_shown_on_every_page(writable_app_setup: AppSetup) -> None:
    run = put(create())
    app = press(listed(), "look", run)
    assert app.query_params["run"] == run.digest
    assert app.button(f"run_look_{run.digest}").disabled
    press(app, "look", get_registry().open_default())
    assert "run" not in app.query_params


def test_a_training_of_another_process_is_no_idle_server(writable_app_setup: AppSetup) -> None:
    wait_until(lambda: not QUEUE.entries)  # trainings of earlier tests
    lock = TrainerLock(get_registry().path)
    assert lock.try_acquire("elsewhere")
    assert "Another server process trains." in html(app := listed())
    lock.release("elsewhere")
    assert "No training is running." in html(app.run())


def test_a_run_of_another_corpus_opens_on_a_sentence_of_it(writable_app_setup: AppSetup, small_corpus: Corpus) -> None:
    same = put(create(), "same")
    alien = replace(small_corpus, name="own", is_raw_text=True)
    other = get_registry().create_run(alien, SMALL, SHORT, keeps_corpus=True)
    assert other.join(60).snapshot
    put(other, "other")
    app = listed()
    app.segmented_control(link_keys.VIEW).set_value("Watch").run()
    app.text_input(link_keys.SENTENCE).set_value("he is tired ").run()
    for run, is_kept in ((same, True), (other, False)):
        app.segmented_control(link_keys.VIEW).set_value("Runs").run()
        press(app, "look", run)
        app.segmented_control(link_keys.VIEW).set_value("Watch").run()
        assert (app.text_input(link_keys.SENTENCE).value == "he is tired ") == is_kept


@pytest.mark.parametrize("name", ["<b>bold</b>", ":red[x]", "**x** $y$ :material/bug:", "qq\nzz", "🐈"])
def test_a_name_is_shown_literally(writable_app_setup: AppSetup, name: str) -> None:
    run = put(create())
    app = listed()
    app.text_input(f"run_name_{run.digest}").set_value(name).run()
    assert not app.exception
    clean = " ".join(name.split())
    assert get_run_lists().read(ME).names == {run.digest: clean}
    assert names(app)[1] == clean.replace("<", "&lt;").replace(">", "&gt;")
    assert not any(clean in str(text.value) for text in app.markdown), "never read as Markdown"
    assert names(listed()) == names(app), "also after a reload"


def test_a_name_of_ten_thousand_characters_is_cut(writable_app_setup: AppSetup) -> None:
    run = put(create())
    app = listed()
    app.text_input(f"run_name_{run.digest}").set_value("x" * 10_000).run()
    assert not app.exception
    assert names(app) == ["Default", "x" * MAX_NAME]
    app.text_input(f"run_name_{run.digest}").set_value("   ").run()
    assert names(app) == ["Default", "x" * MAX_NAME], "it keeps the name it had"


def test_every_page_names_its_run(writable_app_setup: AppSetup) -> None:
    run = put(create(), "Leçon <1>")
    for script in ("", "pages/heads.py", "pages/attention.py", "pages/training.py"):
        assert 'class="run" title="Leçon &lt;1&gt;">Leçon &lt;1&gt;<' in html(
            open_page(script, {"run": run.digest}, ME)
        )
        assert 'class="run"' not in html(open_page(script, {}, ME))


def test_after_deleting_a_run_the_default_one_is_shown(writable_app_setup: AppSetup) -> None:
    run = put(create())
    app = press(listed(run=run.digest), "delete", run)
    assert names(app) == ["Default"]
    assert "run" not in app.query_params
    assert not run.folder.path.exists()
    assert get_registry().open_run(run.digest) is None
    assert not app.warning


def test_a_run_that_cannot_be_deleted_is_said_to_stay(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = put(create())
    app = listed(run=run.digest)
    fake_read_only(monkeypatch)
    press(app, "delete", run)
    assert "The run is still there" in warnings(app)
    assert "Read\\-only file system" in as_markdown(app)
    assert str(writable_app_setup.folder) not in warnings(app)
    assert names(app) == ["Default", "mine"]
    assert app.query_params["run"] == run.digest or app.query_params["run"] == [run.digest]
    app.text_input(f"run_name_{run.digest}").set_value("new").run()
    assert "cannot be saved here" in warnings(app), "the list is in memory from now on"
    assert "cannot be saved here" not in warnings(app.run())


def test_a_run_in_another_list_is_not_deleted(writable_app_setup: AppSetup) -> None:
    run = put(put(create()), "theirs", SOMEBODY)
    press(listed(), "delete", run)
    assert names(listed()) == ["Default"]
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]
    assert run.folder.path.exists()


def test_two_visitors_do_not_see_each_others_runs(writable_app_setup: AppSetup) -> None:
    put(create(3), "mine")
    put(create(4), "theirs", SOMEBODY)
    assert names(listed()) == ["Default", "mine"]
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]


def test_a_run_from_a_link_can_be_kept_and_not_deleted(writable_app_setup: AppSetup) -> None:
    run = put(create(), "theirs", SOMEBODY)
    app = listed(run=run.digest)
    assert names(app) == ["Default", "From a link"]
    assert not [button for button in app.button if button.key == f"run_delete_{run.digest}"]
    press(app, "keep", run)
    assert run.digest in get_run_lists().read(ME).names
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]


def test_a_run_without_files_is_marked(writable_app_setup: AppSetup) -> None:
    run = put(create())
    shutil.rmtree(run.folder.path)
    get_registry.clear()
    app = listed()
    assert "files are missing" in html(app)
    press(app, "look", run)
    assert "cannot be opened" in warnings(app)
    press(app, "delete", run)
    assert names(app) == ["Default"]


def test_a_waiting_run_shows_its_place_in_the_queue(writable_app_setup: AppSetup) -> None:
    runs: list[TrainingRun] = []
    try:
        for seed, name in ((5, "first <b>"), (6, "later")):
            run = get_registry().create_run(
                get_toy_corpus(), SMALL, TrainingConfig(steps=100_000, batch_size=32, seed=seed)
            )
            put(run, name)
            runs.append(run)
            wait_until(lambda: runs[0].state.status is Status.TRAINING)
        wait_until(lambda: QUEUE.count_ahead(runs[-1]))
        app = listed()
        assert "place 2 in the queue" in html(app)
        (queue,) = [piece.proto.body for piece in app.get("html") if 'class="queue"' in piece.proto.body]
        assert queue.index("first &lt;b&gt;") < queue.index("later")
        assert "Another visitor" in html(listed(SOMEBODY))
        assert "<bdi>later" not in html(listed(SOMEBODY))
    finally:
        for run in runs:
            run.stop()
            run.join(60)


def test_a_measurement_is_named_in_the_queue(writable_app_setup: AppSetup) -> None:
    run, busy = put(create()), create(seed=4)
    assert run.state.snapshot
    importance = open_importance(run.state.snapshot, run)
    QUEUE.wait(busy, until=lambda: True)
    try:
        importance.start()
        wait_until(lambda: importance in QUEUE.entries)
        assert "Importance of heads" in html(listed())
    finally:
        QUEUE.leave(busy)
        importance.join(60)


def test_a_corpus_of_another_visitor_cannot_be_downloaded(writable_app_setup: AppSetup) -> None:
    def can_download(run: TrainingRun, visitor: str) -> bool:
        """Return True if the button can be pressed; if not, it says why."""
        save = listed(visitor, run=run.digest).button(f"{training_page_keys.RUN_}save_{run.digest}")
        assert save.disabled == ("only that visitor can download it" in save.help)
        return not save.disabled

    own = Corpus("own", get_toy_corpus().train[:50], get_toy_corpus().held_out[:9], is_raw_text=True)
    run = get_registry().create_run(
        own, ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16), SHORT, keeps_corpus=True
    )
    assert run.join(60).status is Status.TRAINED
    get_run_lists().change(SOMEBODY, lambda runs: runs.with_run(run.digest, "theirs", is_started=True))
    assert can_download(run, SOMEBODY)
    assert not can_download(run, ME)
    put(run)
    assert not can_download(run, ME), "keeping the run does not change that"
    get_run_lists().change(SOMEBODY, lambda runs: runs.without_run(run.digest))
    assert not can_download(run, ME), "nor does that its owner has deleted it"
    with_toy_corpus = put(create(), "theirs", SOMEBODY)
    assert can_download(with_toy_corpus, ME), "this run holds no text of a visitor"


def test_what_another_tab_changes_in_the_list_is_noticed(writable_app_setup: AppSetup) -> None:
    run = put(create())
    shown = listed().session_state[run_keys.SHOWN_VERSIONS]
    assert listed().session_state[run_keys.SHOWN_VERSIONS] == shown
    get_run_lists().change(ME, lambda runs: runs.with_run(run.digest, "renamed"))
    renamed = listed().session_state[run_keys.SHOWN_VERSIONS]
    assert renamed != shown
    shutil.rmtree(run.folder.path)
    assert listed().session_state[run_keys.SHOWN_VERSIONS] != renamed


def test_a_run_that_is_gone_when_it_is_to_be_shown_says_so(writable_app_setup: AppSetup) -> None:
    run = put(create())
    app = listed()
    get_run_lists().change(ME, lambda runs: runs.without_run(run.digest))
    get_registry().delete(run.digest)
    press(app, "look", run)
    assert "cannot be opened" in as_markdown(app)
    assert names(app) == ["Default"]
