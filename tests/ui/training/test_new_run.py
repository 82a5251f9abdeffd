"""Starting a training: valid settings start, conflicts are reported first, and nothing is trained twice."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import TINY as SMALL_DEFAULT
from tests.apptest.fixtures import AppSetup, open_training
from tests.apptest.reading import html
from tests.paced_trainer import Pace
from ui.runs import machine_requirements, quotas, visitor_runs
from ui.runs.registry import get_registry, get_toy_corpus
from ui.runs.run_lists import MAX_RUNS
from ui.runs.visitor_runs import get_run_lists
from ui.training import corpus_choice, training_page_keys
from ui.widgets import link_keys

New = Callable[..., AppTest]
SECRET = "0" * 32
NAME = f"2 layers, 4 heads, pre-norm, seed {TrainingConfig().seed}"  # of a run with the default settings
TINY = {"new_steps": "10", "new_batch": "8", "new_layers": "1", "new_heads": "2", "new_width": "8", "new_inner": "8"}
PAIRS = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort.\t0-0 1-2 2-1 3-3" for a in "bcdfg" for b in "klmnp")


@pytest.fixture
def page(writable_app_setup: AppSetup) -> New:
    """Open the view with query parameters, as a visitor without runs."""
    corpus_choice._read_corpus.clear()

    def in_view(**query: str) -> AppTest:
        app = open_training(**{"view": "New", "visitor": SECRET, **query})
        assert not app.exception
        return app

    return in_view


def button(app: AppTest, key: str = training_page_keys.START):
    return next(button for button in app.button if key in (button.key, button.label))


def warnings(app: AppTest) -> str:
    return " ".join(warning.value for warning in app.warning)


def run_of(app: AppTest):
    digest = app.query_params["run"]
    return get_registry().open_run(digest if isinstance(digest, str) else digest[0])


def paste(app: AppTest, text: str) -> AppTest:
    app.text_area(training_page_keys.PASTED).set_value(text).run()
    assert not app.exception
    return app


def upload(app: AppTest, text: str) -> AppTest:
    app.file_uploader[0].upload("pairs.txt", text.encode(), "text/plain").run()
    assert not app.exception
    return app


def test_the_defaults_start_a_run_and_it_is_watched(page: New) -> None:
    app = page()
    assert warnings(app) == ""
    assert app.text_input(training_page_keys.NEW_NAME).proto.placeholder == NAME
    button(app).click().run()
    assert not app.exception
    run = run_of(app)
    run.stop()
    assert app.segmented_control(link_keys.VIEW).value == "Watch"
    assert run.description.training == TrainingConfig(), "one changed setting is one change"
    assert run.description.model == ModelConfig()
    assert get_run_lists().read(SECRET).names == {run.digest: NAME}
    assert run.join(60).snapshot
    assert not list(run.folder.path.glob("*.tsv")), "the toy corpus is not stored"


def test_settings_and_name_of_the_link_are_trained(page: New) -> None:
    more = {"new_norm": "post", "new_dropout": "10", "new_seed": "7", "new_rate": "0.003", "new_schedule": "constant"}
    app = page(**TINY, **more, new_device="CPU", new_smoothing="5", new_beginnings="30", new_guided="5")
    app.text_input(training_page_keys.NEW_NAME).set_value("  my   own ").run()
    button(app).click().run()
    run = run_of(app)
    model, training = run.description.model, run.description.training
    assert (model.n_layers, model.n_heads, model.d_model, model.d_ff) == (1, 2, 8, 8)
    assert (model.norm.value, model.dropout) == ("post", 0.1)
    assert (training.steps, training.batch_size, training.seed, training.learning_rate) == (10, 8, 7, 0.003)
    assert (training.schedule.value, training.device) == ("constant", "cpu")
    assert (training.label_smoothing, training.beginnings, training.guided_alignment) == (0.05, 0.3, 0.05)
    assert get_run_lists().read(SECRET).names == {run.digest: "my own"}
    assert run.join(60).status == "trained"


@pytest.mark.parametrize(
    ("query", "warning"),
    [
        ({"new_heads": "5"}, "4 or 8 would fit"),
        ({"new_heads": "3", "new_width": "9"}, "even"),
        ({"new_corpus": "Own"}, "paste a corpus"),
    ],
)
def test_conflicting_settings_are_reported_before_the_start(page: New, query: dict[str, str], warning: str) -> None:
    app = page(**query)
    assert warning in warnings(app)
    assert button(app).disabled


def test_a_model_too_big_for_the_machine_is_refused(page: New, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_requirements, "measure_free_memory", lambda _: 10_000_000)
    app = page()
    assert "this machine has 10 MB free" in warnings(app)
    assert button(app).disabled


def test_a_training_on_a_missing_device_cannot_be_resumed(writable_app_setup: AppSetup) -> None:
    config = TrainingConfig(steps=5, batch_size=16, device="cuda:99")
    run = get_registry().create_run(get_toy_corpus(), ModelConfig(n_layers=1), config)
    assert run.join(60).error == "There is no device 'cuda:99' here."
    assert "no device 'cuda:99' here. Start a training on another device" in quotas.find_obstacle_to_resuming(run)


def test_a_training_of_many_hours_is_refused(page: New) -> None:
    app = page(new_layers="6", new_width="512", new_inner="2048", new_steps="20000", new_batch="512")
    assert "the limit is" in warnings(app) or "of memory" in warnings(app)
    assert button(app).disabled


def test_the_same_settings_are_the_same_run(page: New) -> None:
    first = page(**TINY)
    button(first).click().run()
    run = run_of(first)
    run.join(60)
    second = page(**TINY)
    assert any("is already trained" in info.value for info in second.info)
    assert button(second).label == "Show the run"
    button(second).click().run()
    assert run_of(second) is run
    assert len(get_run_lists().read(SECRET).names) == 1


def test_the_settings_of_the_default_run_show_it(page: New) -> None:
    size = {"new_steps": str(SMALL_DEFAULT.steps), "new_batch": str(SMALL_DEFAULT.batch_size)}
    app = page(**size)
    assert any("settings of the default run: change one" in info.value for info in app.info)
    button(app).click().run()
    assert not app.exception
    assert "run" not in app.query_params
    assert app.segmented_control(link_keys.VIEW).value == "Watch"


def test_the_number_of_unfinished_runs_is_limited(page: New) -> None:
    for seed in range(quotas.MAX_UNFINISHED):
        app = page(**{**TINY, "new_seed": str(seed), "new_steps": "20000"})
        assert not button(app).disabled
        button(app).click().run()
        run_of(app).pause()
    app = page(**TINY)
    assert "You have 3 unfinished runs" in warnings(app)
    assert button(app).disabled
    for digest in get_run_lists().read(SECRET).names:
        get_registry().open_run(digest).stop()
        get_registry().open_run(digest).join(60)
    assert not button(app.run()).disabled
    for seed in range(quotas.MAX_UNFINISHED):
        app = page(**{**TINY, "new_seed": str(10 + seed), "new_steps": "20000"})
        button(app).click().run()
        run_of(app).pause()
    app = press("Resume", digest)
    assert "You have 3 unfinished runs" in warnings(app), "resuming a stopped run does not evade the limit"
    assert not get_registry().open_run(digest).is_busy


def test_the_trainings_of_all_visitors_are_limited(page: New, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_QUEUED", 0)
    app = page(**TINY)
    assert "trainings are waiting" in warnings(app)
    assert button(app).disabled


def test_the_runs_of_all_visitors_are_limited(page: New, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_runs, "MAX_KEPT", 0)
    app = page(**TINY)
    assert "runs are kept here" in warnings(app)
    assert button(app).disabled


def test_a_full_list_is_reported(page: New) -> None:
    for number in range(MAX_RUNS):
        get_run_lists().change(SECRET, lambda runs, number=number: runs.with_run(f"{number:032x}", "x"))
    app = page()
    assert "delete one first" in warnings(app)
    assert button(app).disabled


def test_a_pasted_corpus_is_previewed_and_trained_on(page: New) -> None:
    app = paste(page(**TINY, new_corpus="Own"), PAIRS)
    shown = html(app)
    assert "<b>25</b><span>pairs</span>" in shown
    assert "sleeps.</td><td>Le " in shown
    assert "0-0 1-2 2-1 3-3" in shown
    button(app).click().run()
    assert not app.exception
    run = run_of(app)
    assert run.join(60).status == "trained"
    assert run.corpus.is_raw_text
    assert sorted(path.name for path in run.folder.path.glob("*.tsv")) == ["held_out.tsv", "train.tsv"]
    assert run.folder.read_corpus().digest == run.corpus.digest


def test_one_mistake_is_one_sentence_and_the_previous_corpus_stays(page: New) -> None:
    app = paste(page(**TINY, new_corpus="Own"), PAIRS)
    paste(app, "no tab <b>here</b>\nA dog.\tUn chien.\t0-9\n\n\tx\n" + "none\n" * 10)
    (error,) = app.error
    assert "The previous corpus stays" in error.value
    assert html(app).count("<li>Line") == 3
    for start in ("Lines 1 and 5 to 14: no separator", "Line 2: the link 0-9", "Line 4: the source is empty"):
        assert f"<li>{start}" in html(app)
    assert "<b>25</b><span>pairs</span>" in html(app)
    assert not button(app).disabled
    paste(app, PAIRS)
    assert not app.error


@pytest.mark.parametrize(
    "write",
    [
        lambda text: text.replace("\t", "   "),
        lambda text: text.replace("\t", " ||| "),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"English\tFrench\talignment\n{text}\n\n",
        lambda text: text.replace("\n", "\t\t\n"),
        lambda text: f"\ufeff{text}",
    ],
    ids=["spaces", "bars", "CRLF", "header", "spreadsheet", "BOM"],
)
def test_text_is_read_as_people_have_it_uploaded_or_pasted(page: New, write: Callable[[str], str]) -> None:
    for bring in (paste, upload):
        app = bring(page(**TINY, new_corpus="Own"), write(PAIRS))
        assert not app.error
        assert "<b>25</b><span>pairs</span>" in html(app)
        assert "<b>25</b><span>aligned pairs</span>" in html(app)


@pytest.mark.parametrize("text", ["日本 語\t猫 です", "שלום עולם\tسلام دنیا", "🐈 🐕\tमेरी बिल्ली"])
def test_any_script_is_read(page: New, text: str) -> None:
    app = paste(page(**TINY, new_corpus="Own"), "\n".join(f"{number} {text} {number}" for number in range(3)))
    assert "<b>3</b><span>pairs</span>" in html(app)
    assert not button(app).disabled


def test_without_text_there_is_no_corpus(page: New) -> None:
    app = upload(paste(page(**TINY, new_corpus="Own"), PAIRS), PAIRS.replace("sleeps", "sings"))
    assert "sings" in html(app), "what was provided last is read"
    app.file_uploader[0].set_value([]).run()
    assert "sings" not in html(app)
    assert "sleeps" in html(app)
    paste(app, " \n ")
    assert not app.error
    assert "Upload or paste a corpus first" in warnings(app)


def test_an_invalid_first_corpus_is_not_used(page: New) -> None:
    app = paste(page(new_corpus="Own"), "one\tun")
    assert "There is only one pair" in html(app)
    assert button(app).disabled


def test_the_example_can_be_used_as_it_is(page: New) -> None:
    app = page(**TINY, new_corpus="Own")
    button(app, "Try an example").click().run()
    assert not app.exception
    assert not app.error
    assert "<b>65</b><span>pairs</span>" in html(app)
    assert "<b>65</b><span>aligned pairs</span>" in html(app)
    assert not button(app).disabled


@pytest.mark.parametrize("value", ["", "abc", "-3", "0", "1e9", "9" * 400, "nan", "inf", "<b>x</b>"])
def test_nonsense_in_a_link_is_corrected_or_reported(page: New, value: str) -> None:
    names = [getattr(link_keys, name) for name in dir(link_keys) if name.startswith("NEW_")]
    assert len(names) > 12
    app = page(**dict.fromkeys(names, value))
    assert button(app).disabled == bool(warnings(app))


@pytest.mark.parametrize("settings", [{"steps": 1_000_000}, {"batch_size": 65_536}])
def test_a_run_whose_description_needs_too_much_is_not_resumed(
    writable_app_setup: AppSetup, page: New, settings: dict[str, int]
) -> None:
    writable_app_setup.trainer = pace = Pace(may_take=5)
    app = page(**TINY)
    button(app).click().run()
    run = run_of(app)
    pace.until(5)
    run.pause()
    pace.let(1000)
    run.join(60)
    own, big = run.description, ModelConfig(n_layers=6, n_heads=8, d_model=512, d_ff=2048)
    run.description = replace(run.description, model=big, training=replace(run.description.training, **settings))
    assert re.search("Training (needs|would take) about", warnings(press("Resume", run.digest)))
    assert run.state.status is Status.PAUSED
    run.description = own
    assert not warnings(press("Resume", run.digest))
    assert run.join(60).status is Status.TRAINED


def press(label: str, digest: str) -> AppTest:
    """Return the Watch view of a run after pressing one of its buttons."""
    app = open_training("Watch", SECRET, run=digest)
    button(app, label).click().run()
    assert not app.exception
    return app
