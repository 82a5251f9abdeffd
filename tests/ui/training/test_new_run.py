"""Starting a training: valid settings start, conflicts are reported first, and nothing is trained twice."""

import pytest

from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, SOMEBODY, TINY, Open, open_page
from tests.apptest.new_runs import TINY_RUN, button, get_run
from tests.apptest.reading import warnings
from ui.runs import machine_requirements
from ui.runs.visitor_runs import get_run_lists
from ui.training import training_page_keys
from ui.widgets import link_keys

NAME = f"seed {TrainingConfig().seed}"  # of a run with the default settings


def test_the_defaults_start_a_run_and_it_is_watched(new_run_page: Open) -> None:
    app = new_run_page()
    assert warnings(app) == ""
    assert app.text_input(training_page_keys.NEW_NAME).proto.placeholder == NAME
    button(app).click().run()
    assert not app.exception
    run = get_run(app)
    run.stop()
    assert app.segmented_control(link_keys.VIEW).value == "Watch"
    assert run.description.training == TrainingConfig(), "one changed setting is one change"
    assert run.description.model == ModelConfig()
    assert get_run_lists().read(ME).names == {run.digest: NAME}
    assert run.join(60).snapshot
    assert not list(run.folder.path.glob("*.tsv")), "the toy corpus is not stored"


@pytest.mark.parametrize("name", ["   ", "\u200b"])
def test_a_name_that_nobody_sees_is_none(new_run_page: Open, name: str) -> None:
    app = new_run_page(**TINY_RUN)
    usual = app.text_input(training_page_keys.NEW_NAME).proto.placeholder
    app.text_input(training_page_keys.NEW_NAME).set_value(name).run()
    button(app).click().run()
    assert get_run_lists().read(ME).names == {get_run(app).digest: usual}


def test_settings_and_name_of_the_link_are_trained(new_run_page: Open) -> None:
    more = {"new_norm": "post", "new_dropout": "10", "new_seed": "7", "new_rate": "0.003", "new_schedule": "constant"}
    app = new_run_page(**TINY_RUN, **more, new_device="CPU", new_smoothing="5", new_beginnings="30", new_guided="5")
    app.text_input(training_page_keys.NEW_NAME).set_value("  my   own ").run()
    button(app).click().run()
    run = get_run(app)
    model, training = run.description.model, run.description.training
    assert (model.n_layers, model.n_heads, model.d_model, model.d_ff) == (1, 2, 8, 8)
    assert (model.norm.value, model.dropout) == ("post", 0.1)
    assert (training.steps, training.batch_size, training.seed, training.learning_rate) == (10, 8, 7, 0.003)
    assert (training.schedule.value, training.device) == ("constant", "cpu")
    assert (training.label_smoothing, training.beginnings, training.guided_alignment) == (0.05, 0.3, 0.05)
    assert get_run_lists().read(ME).names == {run.digest: "my own"}
    assert run.join(60).status == "trained"


def test_what_is_typed_last_is_trained_although_the_click_comes_with_it(new_run_page: Open) -> None:
    app = new_run_page(**TINY_RUN)
    app.number_input(link_keys.NEW_STEPS).set_value(12)
    app.text_input(training_page_keys.NEW_NAME).set_value("mine")
    button(app).click().run()
    assert not app.exception
    run = get_run(app)
    assert run.join(60).steps == 12
    assert get_run_lists().read(ME).names == {run.digest: "mine"}
    app.segmented_control(link_keys.VIEW).set_value("New").run()
    assert app.text_input(training_page_keys.NEW_NAME).value == "", "the next run has a name of its own"


def test_a_mistake_that_comes_with_the_click_starts_nothing(new_run_page: Open) -> None:
    app = new_run_page(**TINY_RUN)
    app.number_input(link_keys.NEW_SEED).set_value(-1)
    button(app).click().run()
    assert not app.exception
    assert "Seed must be from 0" in warnings(app)
    assert not get_run_lists().read(ME).names


@pytest.mark.parametrize(
    ("query", "warning"),
    [
        ({"new_heads": "5"}, "4 or 8 would fit"),
        ({"new_heads": "3", "new_width": "9"}, "even"),
        ({"new_heads": "2", "new_width": "9"}, "even"),
        ({"new_corpus": "Own"}, "paste a corpus"),
    ],
)
def test_conflicting_settings_are_reported_before_the_start(
    new_run_page: Open, query: dict[str, str], warning: str
) -> None:
    app = new_run_page(**query)
    assert warning in warnings(app)
    assert button(app).disabled


def test_the_same_settings_are_the_same_run(new_run_page: Open) -> None:
    first = new_run_page(**TINY_RUN)
    button(first).click().run()
    run = get_run(first)
    run.join(60)
    second = new_run_page(**TINY_RUN)
    assert any("is already trained" in info.value for info in second.info)
    assert button(second).label == "Show the run"
    button(second).click().run()
    assert get_run(second) is run
    assert len(get_run_lists().read(ME).names) == 1


@pytest.mark.parametrize(("visitor", "advice"), [(ME, "it can be resumed"), (SOMEBODY, "another seed starts your own")])
def test_an_unfinished_run_of_another_visitor_is_no_dead_end(new_run_page: Open, visitor: str, advice: str) -> None:
    app = new_run_page(**TINY_RUN | {"new_steps": "20000"})
    button(app).click().run()
    run = get_run(app)
    run.stop()
    run.join(60)
    other = open_page("pages/training.py", {"view": "New", **TINY_RUN, "new_steps": "20000"}, visitor)
    assert not other.exception
    assert advice in other.info[0].value
    get_run_lists().change(ME, lambda runs: runs.without_run(run.digest))
    assert "it can be resumed" in other.run().info[0].value, "whoever shows it is its only owner"


def test_an_existing_run_is_shown_whatever_another_training_would_need(
    new_run_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    button(first := new_run_page(**TINY_RUN)).click().run()
    get_run(first).join(60)
    monkeypatch.setattr(machine_requirements, "measure_free_memory", lambda _: 1)
    app = new_run_page(**TINY_RUN)
    assert (button(app).label, button(app).disabled, warnings(app)) == ("Show the run", False, "")
    assert "of memory" in warnings(new_run_page(**TINY_RUN | {"new_seed": "9"}))


def test_the_settings_of_the_default_run_show_it(new_run_page: Open) -> None:
    size = {"new_steps": str(TINY.steps), "new_batch": str(TINY.batch_size)}
    app = new_run_page(**size)
    assert any("settings of the default run: change one" in info.value for info in app.info)
    button(app).click().run()
    assert not app.exception
    assert "run" not in app.query_params
    assert app.segmented_control(link_keys.VIEW).value == "Watch"


def test_all_numbers_outside_their_limits_are_named_at_once(new_run_page: Open) -> None:
    app = new_run_page(**TINY_RUN)
    for key in (link_keys.NEW_LAYERS, link_keys.NEW_SEED):
        app.number_input(key).set_value(-5)
    app.run()
    assert not app.exception
    assert "Layers must be from" in warnings(app)
    assert "Seed must be from" in warnings(app)


@pytest.mark.parametrize(
    ("key", "value"), [(link_keys.NEW_LAYERS, 50), (link_keys.NEW_WIDTH, 0), (link_keys.NEW_BATCH, 99_999_999)]
)
def test_a_number_outside_its_limits_is_named_and_nothing_starts(new_run_page: Open, key: str, value: int) -> None:
    app = new_run_page(**TINY_RUN)
    assert not button(app).disabled
    app.number_input(key).set_value(value).run()
    assert not app.exception
    assert "must be from" in warnings(app)
    assert button(app).disabled


@pytest.mark.parametrize("value", ["", "abc", "-3", "0", "1e9", "9" * 400, "nan", "inf", "<b>x</b>"])
def test_nonsense_in_a_link_is_corrected_or_reported(new_run_page: Open, value: str) -> None:
    names = [getattr(link_keys, name) for name in dir(link_keys) if name.startswith("NEW_")]
    assert len(names) > 12
    app = new_run_page(**dict.fromkeys(names, value))
    assert button(app).disabled == bool(warnings(app))
