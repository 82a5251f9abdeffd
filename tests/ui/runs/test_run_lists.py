"""The run lists of visitors: names, limits, files."""

import multiprocessing
import os
import stat
from contextlib import nullcontext
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given
from hypothesis import strategies as st

from model.storage import folder_lock
from tests.disks import WAYS, fake_read_only, make_read_only, mounted
from ui.runs.run_lists import MAX_NAME, MAX_RUNS, RunList, RunLists

ONE, TWO = "1" * 32, "2" * 32


@given(name=st.text())
def test_any_name_is_cut_to_one_short_line(name: str) -> None:
    kept = RunList().with_run(ONE, name).names[ONE]
    assert 0 < len(kept) <= MAX_NAME
    assert len(kept.splitlines()) == 1
    assert RunList().with_run(ONE, kept).names[ONE] == kept.rstrip()


@pytest.mark.parametrize("name", ["<b>", ":red[x]", "**x**", "a/../b", "🐈"])
def test_a_name_is_kept_literally(name: str) -> None:
    assert RunList().with_run(ONE, name).names == {ONE: name}


def test_invisible_characters_of_a_name_are_blanks() -> None:
    assert RunList().with_run(ONE, "\u202ecba\u200bd").names == {ONE: "cba d"}


def test_runs_keep_their_order_when_renamed() -> None:
    runs = RunList().with_run(ONE, "a").with_run(TWO, "b").with_run(ONE, "c")
    assert list(runs.names.items()) == [(ONE, "c"), (TWO, "b")]
    assert list(runs.without_run(ONE).names) == [TWO]
    assert runs.without_run("3" * 32) == runs
    for blank in (" ", "\u200b", "\u200d \u200d", "\u00ad"):
        assert runs.with_run(ONE, blank) == runs


def test_a_list_has_a_limit() -> None:
    runs = RunList()
    for number in range(MAX_RUNS):
        assert not runs.is_full
        runs = runs.with_run(f"{number:032x}", "run")
    assert runs.is_full


def test_two_visitors_do_not_see_each_others_runs(tmp_path: Path) -> None:
    lists = RunLists(tmp_path)
    lists.change("me", lambda runs: runs.with_run(ONE, "mine"))
    assert lists.read("you") == RunList()
    assert RunLists(tmp_path).read("me").names == {ONE: "mine"}, "also in another process"
    assert not any("me" in path.name for path in tmp_path.iterdir()), "no file name contains a secret"


def test_a_run_is_contained_until_the_last_visitor_removes_it(tmp_path: Path) -> None:
    lists = RunLists(tmp_path)
    for visitor in ("me", "you"):
        lists.change(visitor, lambda runs: runs.with_run(ONE, "run"))
    for visitor in ("me", "you"):
        assert lists.is_listed(ONE)
        lists.change(visitor, lambda runs: runs.without_run(ONE))
    assert not lists.is_listed(ONE)


def test_lists_stay_in_memory_if_the_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    lists = RunLists(tmp_path / "file" / "visitors")
    lists.change("me", lambda runs: runs.with_run(ONE, "mine"))
    assert lists.read("me").names == {ONE: "mine"}
    assert lists.is_listed(ONE)
    lists.change("me", lambda runs: runs.without_run(ONE))
    assert not lists.is_listed(ONE)
    assert not [*tmp_path.rglob("*.json")], "an empty list needs no file"


@pytest.mark.parametrize("way", WAYS)
def test_a_list_that_cannot_be_saved_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    with mounted(tmp_path / "disk") if way == "mounted" else nullcontext(tmp_path / "disk") as disk:
        lists = RunLists(disk / "visitors")
        lists.change("me", lambda runs: runs.with_run(ONE, "mine"))
        assert not lists.take_problem("me")
        make_read_only(disk) if way == "mounted" else fake_read_only(monkeypatch)
        for name in ("first", "second"):
            lists.change("me", lambda runs, name=name: runs.with_run(TWO, name))
        assert lists.read("me").names == {ONE: "mine", TWO: "second"}
        assert not lists.take_problem("you")
        assert "cannot be saved here" in (problem := lists.take_problem("me"))
        assert "Read-only file system" in problem
        assert str(disk) not in problem
        assert not lists.take_problem("me")


def test_a_list_stays_in_memory_while_another_process_writes_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_lock, "_LONGEST_WAIT", 0.1)
    lists = RunLists(tmp_path / "visitors")
    with FileLock(tmp_path / "visitors.lock"):
        assert lists.change("me", lambda runs: runs.with_run(ONE, "mine")).names == {ONE: "mine"}
    assert not RunLists(tmp_path / "visitors").read("me").names
    assert "another process is writing there" in lists.take_problem("me")
    lists.change("me", lambda runs: runs.with_run(TWO, "later"))
    assert RunLists(tmp_path / "visitors").read("me").names == {ONE: "mine", TWO: "later"}


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"a": 1}', b"\xff", b"[" * 100_000])
def test_a_damaged_list_is_read_as_empty(tmp_path: Path, content: bytes) -> None:
    lists = RunLists(tmp_path)
    lists.change("me", lambda runs: runs.with_run(ONE, "mine"))
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert lists.read("me") == RunList()
    assert not lists.is_listed(ONE)


def test_a_list_knows_which_runs_its_visitor_started(tmp_path: Path) -> None:
    RunLists(tmp_path).change("me", lambda runs: runs.with_run(ONE, "mine", is_started=True).with_run(TWO, "kept"))
    runs = RunLists(tmp_path).read("me").with_run(ONE, "renamed")
    assert (runs.started, list(runs.names)) == ({ONE}, [ONE, TWO])
    assert not runs.without_run(ONE).started
    assert RunLists(tmp_path).is_listed(ONE, except_visitor="you")
    assert not RunLists(tmp_path).is_listed(ONE, except_visitor="me")


@pytest.mark.skipif(os.name == "nt", reason="Windows forks no process")
def test_two_processes_that_write_a_list_lose_no_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_lock, "_LONGEST_WAIT", 60)  # an entry may be lost where a disk is slower than the wait

    def fill(letter: str) -> None:
        lists = RunLists(tmp_path / "visitors")
        for number in range(8):
            lists.change("me", lambda runs, number=number: runs.with_run(f"{letter}{number:031x}", "run"))

    processes = [multiprocessing.get_context("fork").Process(target=fill, args=(letter,)) for letter in "ab"]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0
    assert len(RunLists(tmp_path / "visitors").read("me").names) == 16


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
@pytest.mark.parametrize("is_older", [False, True])
def test_other_users_of_the_machine_read_no_list(tmp_path: Path, *, is_older: bool) -> None:
    folder = tmp_path / "visitors"
    if is_older:  # as an earlier version made it
        folder.mkdir(mode=0o755)
    RunLists(folder).change(ONE, lambda runs: runs.with_run(TWO, "mine"))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
