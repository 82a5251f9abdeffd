"""What one visitor has: names of runs, apart from what others have."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.runs.run_lists import MAX_NAME, MAX_RUNS, Shelf, Shelves

ONE, TWO = "1" * 32, "2" * 32


@given(name=st.text())
def test_any_name_is_kept_on_one_line_and_not_longer_than_it_may_be(name: str) -> None:
    kept = Shelf().put(ONE, name).names[ONE]
    assert 0 < len(kept) <= MAX_NAME
    assert len(kept.splitlines()) == 1
    assert Shelf().put(ONE, kept).names[ONE] == kept.rstrip()


@pytest.mark.parametrize("name", ["<b>", ":red[x]", "**x**", "a/../b", "🐈"])
def test_a_name_means_nothing_but_itself(name: str) -> None:
    assert Shelf().put(ONE, name).names == {ONE: name}


def test_runs_stay_in_the_order_they_came_also_when_named_anew() -> None:
    shelf = Shelf().put(ONE, "a").put(TWO, "b").put(ONE, "c")
    assert list(shelf.names.items()) == [(ONE, "c"), (TWO, "b")]
    assert list(shelf.without(ONE).names) == [TWO]
    assert shelf.without("3" * 32) == shelf


def test_a_shelf_has_an_end() -> None:
    shelf = Shelf()
    for number in range(MAX_RUNS):
        assert not shelf.is_full
        shelf = shelf.put(f"{number:032x}", "run")
    assert shelf.is_full


def test_two_visitors_do_not_see_each_others_runs(tmp_path: Path) -> None:
    shelves = Shelves(tmp_path)
    shelves.change("me", lambda runs: runs.with_run(ONE, "mine"))
    assert shelves.of("you") == Shelf()
    assert Shelves(tmp_path).of("me").names == {ONE: "mine"}, "as another process reads it"
    assert not any("me" in path.name for path in tmp_path.iterdir()), "a secret is in no file's name"


def test_a_run_is_held_until_the_last_visitor_lets_go(tmp_path: Path) -> None:
    shelves = Shelves(tmp_path)
    for visitor in ("me", "you"):
        shelves.change(visitor, lambda runs: runs.with_run(ONE, "run"))
    for visitor in ("me", "you"):
        assert shelves.hold(ONE)
        shelves.change(visitor, lambda runs: runs.without_run(ONE))
    assert not shelves.hold(ONE)


def test_a_folder_that_cannot_be_written_is_made_up_for_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    shelves = Shelves(tmp_path / "file" / "visitors")
    shelves.change("me", lambda runs: runs.with_run(ONE, "mine"))
    assert shelves.of("me").names == {ONE: "mine"}
    assert shelves.hold(ONE)
    shelves.change("me", lambda runs: runs.without_run(ONE))
    assert not shelves.hold(ONE)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"a": 1}', b"\xff", b"[" * 100_000])
def test_a_damaged_shelf_is_an_empty_one(tmp_path: Path, content: bytes) -> None:
    shelves = Shelves(tmp_path)
    shelves.change("me", lambda runs: runs.with_run(ONE, "mine"))
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    assert shelves.of("me") == Shelf()
    assert not shelves.hold(ONE)


def test_who_began_a_run_is_remembered_until_it_goes(tmp_path: Path) -> None:
    Shelves(tmp_path).change("me", lambda runs: runs.with_run(ONE, "mine", is_started=True).put(TWO, "kept"))
    shelf = Shelves(tmp_path).of("me").put(ONE, "renamed")
    assert (shelf.begun, list(shelf.names)) == ({ONE}, [ONE, TWO])
    assert not shelf.without(ONE).begun
    assert Shelves(tmp_path).hold(ONE, besides="you")
    assert not Shelves(tmp_path).hold(ONE, besides="me")
