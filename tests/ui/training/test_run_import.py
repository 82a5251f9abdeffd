"""Runs from files: uploaded, or trained on the command line."""

import pickle
import re
import shutil
import zipfile
from io import BytesIO

import pytest

from model.runs.archive import pack
from tests.apptest.fixtures import ME, SOMEBODY, AppSetup
from tests.apptest.reading import warnings
from tests.apptest.run_list import as_markdown, create, listed, load, names, press, put
from ui.runs.registry import get_registry
from ui.runs.run_lists import MAX_RUNS
from ui.runs.visitor_runs import get_run_lists


def test_a_downloaded_run_can_be_uploaded(writable_app_setup: AppSetup) -> None:
    run = put(create())
    data = pack(run.folder)
    press(listed(), "delete", run)
    app = load(listed(), data, "my <b>run.zip")
    assert not app.warning
    assert names(app) == ["Default", "my &lt;b&gt;run"]
    assert "in your list already" in warnings(load(listed(), data))
    (imported,) = get_run_lists().read(ME).names
    assert imported != run.digest, "the digest does not claim that its weights result from its settings"
    press(app, "look", get_registry().open_run(imported))
    assert app.query_params["run"] == imported


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
def test_a_bad_file_is_reported_and_not_imported(writable_app_setup: AppSetup, what: str) -> None:
    data = pack(get_registry().open_default().folder)
    middle = len(data) // 2
    files = bad_files() | {"cut": data[:middle], "altered": data[:middle] + b"xxxx" + data[middle + 4 :]}
    before = set(writable_app_setup.folder.rglob("*"))
    app = load(listed(), files[what])
    assert as_markdown(app).endswith("\\.")
    assert not re.search(r"(?<!\\)[<:*\[$]", as_markdown(app)), "never read as Markdown"
    assert names(app) == ["Default"]
    assert set(writable_app_setup.folder.rglob("*")) == before
    app.run()
    assert not app.warning, "shown once"


def test_a_full_list_takes_no_more(writable_app_setup: AppSetup) -> None:
    for number in range(MAX_RUNS):
        get_run_lists().change(ME, lambda runs, number=number: runs.with_run(f"{number:032x}", "gone"))
    app = load(listed(), pack(get_registry().open_default().folder))
    assert str(MAX_RUNS) in warnings(app)
    assert len(names(app)) == MAX_RUNS + 1


def test_runs_of_the_command_line_can_be_added(writable_app_setup: AppSetup, tmp_path) -> None:
    run = create()
    shutil.copytree(run.folder.path, tmp_path / "made" / "x")
    get_registry().delete(run.digest)
    app = listed()
    assert names(app) == ["Default", "x"]
    assert names(listed(SOMEBODY)) == ["Default", "x"], "for all visitors"
    press(app, "add", run)
    assert get_run_lists().read(ME).names == {run.digest: "x"}
    assert names(app) == ["Default", "x"]
    press(app, "delete", run)
    assert (tmp_path / "made" / "x" / "run.json").exists(), "the original stays"
