"""The list of one's runs without a browser: look at one, name it, delete it, load another."""

import pickle
import re
import shutil
import zipfile
from io import BytesIO

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus
from model.runs.archive import pack
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, SOMEBODY, House, open_page, open_training
from tests.apptest.reading import html
from tests.paced import SMALL, wait_until
from ui.runs import cache
from ui.runs.visitor_files import MAX_NAME, MOST_RUNS

SHORT = TrainingConfig(steps=5, batch_size=32)


def begun(seed: int = 3) -> TrainingRun:
    """A small run that nobody has yet."""
    run = cache.runs().begin(cache.corpus(), ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16),
                             TrainingConfig(steps=5, batch_size=32, seed=seed))  # fmt: skip
    assert not run.join(60).error
    return run


def put(run: TrainingRun, name: str = "mine", visitor: str = ME) -> TrainingRun:
    cache.shelves().change(visitor, lambda shelf: shelf.put(run.digest, name))
    return run


def listed(visitor: str = ME, **query: str) -> AppTest:
    app = open_training("Runs", visitor, **query)
    assert not app.exception
    return app


def names(app: AppTest) -> list[str]:
    """The names as a browser shows them."""
    pieces = [piece.proto.body for piece in app.get("html") if 'class="named"' in piece.proto.body]
    return [piece.partition("<bdi>")[2].partition("</bdi>")[0] for piece in pieces]


def press(app: AppTest, what: str, run: TrainingRun) -> AppTest:
    app.button(f"run_{what}_{run.digest}").click().run()
    assert not app.exception
    return app


def warnings(app: AppTest) -> str:
    return " ".join(str(warning.value) for warning in app.warning)


def load(app: AppTest, data: bytes, name: str = "brought.zip") -> AppTest:
    app.file_uploader[0].upload(name, data, "application/zip").run()
    assert not app.exception
    return app


def test_everybody_has_the_default_run_and_can_neither_name_nor_delete_it(own_house: House) -> None:
    app = listed()
    assert names(app) == ["Default"]
    default = cache.runs().default().digest
    assert f"run_look_{default}" in [button.key for button in app.button]
    assert not [button for button in app.button if button.key == f"run_delete_{default}"]
    assert not app.text_input
    assert "trained" in html(app)
    assert "exactly right" in html(app)


def test_a_run_is_looked_at_on_every_page_from_then_on(own_house: House) -> None:
    run = put(begun())
    app = press(listed(), "look", run)
    assert app.query_params["run"] == run.digest
    assert app.button(f"run_look_{run.digest}").disabled
    press(app, "look", cache.runs().default())
    assert "run" not in app.query_params


@pytest.mark.parametrize("name", ["<b>bold</b>", ":red[x]", "**x** $y$ :material/bug:", "qq\nzz", "\u202ecba", "🐈"])
def test_a_name_is_shown_literally(own_house: House, name: str) -> None:
    run = put(begun())
    app = listed()
    app.text_input(f"run_name_{run.digest}").set_value(name).run()
    assert not app.exception
    clean = " ".join(name.split())
    assert cache.shelves().of(ME).names == {run.digest: clean}
    assert names(app)[1] == clean.replace("<", "&lt;").replace(">", "&gt;")
    assert not any(clean in str(text.value) for text in app.markdown), "nowhere read as Markdown"
    assert names(listed()) == names(app), "and kept"


def test_a_name_of_ten_thousand_characters_is_cut(own_house: House) -> None:
    run = put(begun())
    app = listed()
    app.text_input(f"run_name_{run.digest}").set_value("x" * 10_000).run()
    assert not app.exception
    assert names(app) == ["Default", "x" * MAX_NAME]
    app.text_input(f"run_name_{run.digest}").set_value("   ").run()
    assert names(app) == ["Default", run.digest[:8]]


def test_every_page_says_which_run_it_shows(own_house: House) -> None:
    run = put(begun(), "Leçon <1>")
    for script in ("", "pages/attention.py", "pages/training.py"):
        assert 'class="run">Leçon &lt;1&gt;<' in html(open_page(script, {"run": run.digest}, ME))
        assert 'class="run"' not in html(open_page(script, {}, ME))


def test_a_deleted_run_is_gone_and_the_default_one_is_on_show(own_house: House) -> None:
    run = put(begun())
    app = press(listed(run=run.digest), "delete", run)
    assert names(app) == ["Default"]
    assert "run" not in app.query_params
    assert not run.folder.path.exists()
    assert cache.runs().find(run.digest) is None
    assert not app.warning


def test_what_another_visitor_has_stays_when_one_deletes_it(own_house: House) -> None:
    run = put(put(begun()), "theirs", SOMEBODY)
    press(listed(), "delete", run)
    assert names(listed()) == ["Default"]
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]
    assert run.folder.path.exists()


def test_two_visitors_do_not_see_each_others_runs(own_house: House) -> None:
    put(begun(3), "mine")
    put(begun(4), "theirs", SOMEBODY)
    assert names(listed()) == ["Default", "mine"]
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]


def test_a_run_from_a_link_can_be_kept_and_not_deleted(own_house: House) -> None:
    run = put(begun(), "theirs", SOMEBODY)
    app = listed(run=run.digest)
    assert names(app) == ["Default", "From a link"]
    assert not [button for button in app.button if button.key == f"run_delete_{run.digest}"]
    press(app, "keep", run)
    assert run.digest in cache.shelves().of(ME).names
    assert names(listed(SOMEBODY)) == ["Default", "theirs"]


def test_a_run_goes_out_as_a_file_and_comes_back(own_house: House) -> None:
    run = put(begun())
    data = pack(run.folder)
    press(listed(), "delete", run)
    app = load(listed(), data, "my <b>run.zip")
    assert not app.warning
    assert names(app) == ["Default", "my &lt;b&gt;run"]
    (brought,) = cache.shelves().of(ME).names
    assert brought != run.digest, "a file is believed nothing, not even that it came of its settings"
    press(app, "look", cache.runs().find(brought))
    assert app.query_params["run"] == brought


def bad_files() -> dict[str, bytes]:
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("run.json", bytes(50_000_000))
    outside = BytesIO()
    with zipfile.ZipFile(outside, "w") as archive:
        archive.writestr("../:red[x]<b>*y*", b"")
    return {
        "empty": b"", "text": b"hello", "pickle": pickle.dumps({"weights": 1}), "bomb": bomb.getvalue(),
        "outside": outside.getvalue(), "markup": b"<b>:red[x]</b>",
    }  # fmt: skip


@pytest.mark.parametrize("what", [*bad_files(), "cut", "altered"])
def test_a_bad_file_is_answered_with_a_sentence_and_nothing_is_loaded(own_house: House, what: str) -> None:
    data = pack(cache.runs().default().folder)
    middle = len(data) // 2
    files = bad_files() | {"cut": data[:middle], "altered": data[:middle] + b"xxxx" + data[middle + 4 :]}
    before = set(own_house.folder.rglob("*"))
    app = load(listed(), files[what])
    assert warnings(app).endswith("\\.")
    assert not re.search(r"(?<!\\)[<:*\[$]", warnings(app)), "nothing in it is read as Markdown"
    assert names(app) == ["Default"]
    assert set(own_house.folder.rglob("*")) == before
    app.run()
    assert not app.warning, "said once"


def test_a_full_shelf_takes_no_more(own_house: House) -> None:
    for number in range(MOST_RUNS):
        cache.shelves().change(ME, lambda shelf, number=number: shelf.put(f"{number:032x}", "gone"))
    app = load(listed(), pack(cache.runs().default().folder))
    assert str(MOST_RUNS) in warnings(app)
    assert len(names(app)) == MOST_RUNS + 1


def test_a_run_whose_files_are_gone_is_said_to_be(own_house: House) -> None:
    run = put(begun())
    shutil.rmtree(run.folder.path)
    cache.runs.clear()
    app = listed()
    assert "files are gone" in html(app)
    press(app, "look", run)
    assert "cannot be opened" in warnings(app)
    press(app, "delete", run)
    assert names(app) == ["Default"]


def test_runs_of_the_command_line_can_be_added(own_house: House, tmp_path) -> None:
    run = begun()
    shutil.copytree(run.folder.path, tmp_path / "made" / "x")
    cache.runs().remove(run.digest)
    app = listed()
    assert names(app) == ["Default", "x"]
    assert names(listed(SOMEBODY)) == ["Default", "x"], "for everybody"
    press(app, "add", run)
    assert cache.shelves().of(ME).names == {run.digest: "x"}
    assert names(app) == ["Default", "x"]
    press(app, "delete", run)
    assert (tmp_path / "made" / "x" / "run.json").exists(), "only read"


def test_who_waits_is_told_the_place(own_house: House) -> None:
    runs: list[TrainingRun] = []
    try:
        for seed, name in ((5, "first <b>"), (6, "later")):
            run = cache.runs().begin(cache.corpus(), SMALL, TrainingConfig(steps=100_000, batch_size=32, seed=seed))
            put(run, name)
            runs.append(run)
            wait_until(lambda: runs[0].state.status is Status.TRAINING)
        wait_until(lambda: QUEUE.ahead_of(runs[-1]))
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


def test_what_another_visitor_wrote_is_not_handed_out(own_house: House) -> None:
    def can_be_saved(run: TrainingRun, visitor: str) -> bool:
        (save,) = [
            each for each in listed(visitor, run=run.digest).get("download_button") if run.digest in each.proto.id
        ]
        return not save.proto.disabled

    own = Corpus("own", cache.corpus().train[:50], cache.corpus().held_out[:9], is_raw_text=True)
    run = cache.runs().begin(own, ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16), SHORT, keeps_corpus=True)
    assert not run.join(60).error
    cache.shelves().change(SOMEBODY, lambda shelf: shelf.put(run.digest, "theirs", is_begun=True))
    assert can_be_saved(run, SOMEBODY)
    assert not can_be_saved(run, ME)
    put(run)
    assert not can_be_saved(run, ME), "not for keeping it either"
    on_the_toy = put(begun(), "theirs", SOMEBODY)
    assert can_be_saved(on_the_toy, ME), "this one holds no text of anybody's"
