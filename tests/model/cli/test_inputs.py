"""The app's own model, as commands find it."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from model.cli import inputs
from model.cli.inputs import load_model, open_own_corpus, read_file
from model.cli.parser import CommandError
from model.corpus.corpus_file import locate_toy_corpus
from model.runs.run_state import RunState, Status


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that puts a run in a state in place of the app's own."""

    def put(before: Status, **state: Any) -> None:
        ended: Any = RunState(**{"snapshot": None, "steps": 40, **state})
        run = SimpleNamespace(state=RunState(None, 40, before), join=lambda: ended, kept_steps=(10, 20, 40))
        run.load_snapshot = lambda step: ended.snapshot  # as of a step that is damaged
        registry = SimpleNamespace(open_default=lambda: run)
        monkeypatch.setattr(inputs, "RunRegistry", lambda *_: registry)
        monkeypatch.setattr(inputs, "open_own_corpus", lambda: None)

    return put


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"status": Status.FAILED, "error": "The disk is full."}, "The training failed: The disk is full."),
        ({"status": Status.PAUSED}, "There are no weights yet: the training is paused; resume it"),
    ],
)
def test_why_there_is_no_model(own: Any, state: dict[str, Any], sentence: str) -> None:
    own(Status.PAUSED, **state)
    with pytest.raises(CommandError, match=sentence):
        load_model(None)


def test_weights_that_are_not_trained_to_the_end_are_told(own: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for before, status in ((Status.TRAINING, Status.TRAINED), (Status.STOPPED, Status.STOPPED)):
        own(before, status=status, snapshot=SimpleNamespace(step=20))
        assert load_model(None).step == 20
    assert capsys.readouterr().err.splitlines() == [
        "The app's own model is trained first, which takes a minute or two.",
        "The training is stopped at step 20 of 40.",
    ]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [(40, "step 40 are not kept; kept are those of 10, 20"), (10, "step 10 cannot be read; choose another step")],
)
def test_other_weights_than_those_of_the_step_are_never_loaded(own: Any, step: int, sentence: str) -> None:
    own(Status.STOPPED, status=Status.STOPPED, snapshot=SimpleNamespace(step=20))
    with pytest.raises(CommandError, match=sentence):
        load_model(None, step)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no device without an end")
def test_a_file_is_not_read_beyond_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Path, "read_bytes")  # it would take all memory
    with pytest.raises(CommandError, match="/dev/zero: Line 1: it contains a zero byte"):
        read_file(Path("/dev/zero"))


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no files for pipes")
def test_pairs_are_read_from_a_pipe() -> None:
    reads, writes = os.pipe()
    os.write(writes, b"the cat\tle chat\n")
    os.close(writes)
    assert [pair.source for pair in read_file(Path(f"/dev/fd/{reads}"))] == [("the", "cat")]
    os.close(reads)


def test_the_toy_corpus_is_told_before_it_is_drawn(tmp_path: Path, capsys, monkeypatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(inputs, "open_toy_corpus", lambda _: told.append(capsys.readouterr().err))
    file = tmp_path / "file"
    file.touch()
    for folder in (tmp_path / "cache", file / "cache"):
        monkeypatch.setenv("ATTENTION_PLAYGROUND_CACHE", str(folder))
        open_own_corpus()
    locate_toy_corpus(tmp_path).touch()
    monkeypatch.setenv("ATTENTION_PLAYGROUND_CACHE", str(tmp_path))
    open_own_corpus()
    drawn = "The toy corpus is drawn first, which takes up to half a minute.\n"
    kept = f"It cannot be kept: {file / 'cache'} cannot be made (Not a directory).\n"
    assert told == [drawn, drawn + kept, ""]
