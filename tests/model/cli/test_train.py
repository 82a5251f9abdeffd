"""The command ``train``."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from model.__main__ import main
from model.cli import train as command
from model.cli.parser import CommandError, build_parser
from model.runs.run_state import RunState, Status
from model.runs.trainer_lock import TrainerLock
from model.training.checkpoint import load_checkpoint
from model.training.loop import train
from tests.disks import fake_full
from tests.model.cli.arguments import TINY


def test_training_leaves_weights_and_what_they_were_made_of(trained: Path) -> None:
    names = {path.name for path in trained.iterdir()}
    assert {"run.json", "train.tsv", "held_out.tsv", "step-0000000.safetensors"} < names
    assert "state.safetensors" not in names
    snapshot = load_checkpoint(trained / "step-0000012.safetensors")
    assert snapshot.step == 12
    assert {"dog", "Anna", "‧."} <= set(snapshot.translator.source.words)


def test_training_tells_of_the_corpus_and_the_end(pairs, tmp_path, capsys) -> None:
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", *TINY]) == 0
    said = capsys.readouterr().out
    assert "pairs: 36 pairs, 4 held out\n" in said
    assert "holds the model of step 12: " in said


def test_pairs_that_are_left_out_are_told(tmp_path, capsys) -> None:
    (pairs := tmp_path / "words.tsv").write_text("".join(f"word {n // 3}\tmot {n}\n" for n in range(42)))
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", *TINY]) == 0
    assert "words: 36 pairs, 4 held out, 2 that share a sentence with them left out\n" in capsys.readouterr().out


def test_a_training_whose_weights_could_not_be_saved_fails(pairs, tmp_path, monkeypatch, capsys) -> None:
    fake_full(monkeypatch, n_files=5)
    assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", *TINY]) == 2
    said = capsys.readouterr()
    assert "The weights are in memory only" in said.err
    assert "could not be saved in" in said.err
    assert "holds the model" not in said.out


def test_a_notice_is_printed_once_and_while_the_training_goes_on(tmp_path, capsys) -> None:
    last = SimpleNamespace(step=5, evaluation=SimpleNamespace(exact_match=0.5, n_sentences=4))
    states = iter(
        [
            RunState(None, 5, notices=("one",)),
            RunState(None, 5, notices=("one", "two")),
            RunState(last, 5, Status.TRAINED, notices=("two", "three")),
        ]
    )
    told: list[str] = []
    run: Any = SimpleNamespace(state=RunState(None, 5), folder=SimpleNamespace(path=tmp_path, steps=(5,)))

    def join(_: float) -> None:
        told.append(capsys.readouterr().err)
        run.state = next(states)

    run.join = join
    command.watch(run)
    assert [*told, capsys.readouterr().err] == ["", "one\n", "two\n", "three\n"]


def test_a_training_has_the_threads_it_is_given(pairs, tmp_path, monkeypatch) -> None:
    seen = []

    def counted(*arguments, **options):
        for progress in train(*arguments, **options):
            seen.append(torch.get_num_threads())
            yield progress

    monkeypatch.setattr(command, "train", counted)
    before = torch.get_num_threads()
    try:
        assert main(["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", f"--threads={before + 1}", *TINY]) == 0
    finally:
        torch.set_num_threads(before)
    assert {*seen} == {before + 1}


def test_guided_alignment_without_gold_links_is_refused(pairs, tmp_path, capsys) -> None:
    arguments = ["train", f"--corpus={pairs}", f"--out={tmp_path / 'y'}", "--guided-alignment=0.05", *TINY]
    assert main(arguments) == 2
    assert "needs gold links" in capsys.readouterr().err
    assert not (tmp_path / "y").exists()


def test_a_folder_from_which_weights_cannot_be_read_is_refused(pairs, tmp_path) -> None:
    arguments = build_parser().parse_args(["train", f"--corpus={pairs}", f"--out={tmp_path}/\udcff", *TINY])
    with pytest.raises(CommandError, match=r"cannot be written \(its path is not UTF-8\)"):
        command.run(arguments)
    assert not any(tmp_path.iterdir())


def test_a_file_in_place_of_the_folder_is_named(pairs, capsys) -> None:
    assert main(["train", f"--corpus={pairs}", f"--out={pairs}", *TINY]) == 2
    assert capsys.readouterr().err == f"{pairs} is a file, not a folder.\n"


def test_one_command_trains_in_a_folder_at_a_time(pairs, tmp_path, capsys) -> None:
    out, lock = tmp_path / "y", TrainerLock(tmp_path / "y" / "training")
    arguments = ["train", f"--corpus={pairs}", f"--out={out}", *TINY]
    assert lock.try_acquire(lock)
    assert main(arguments) == 2
    assert capsys.readouterr().err == f"Another process trains in {out}.\n"
    lock.release(lock)
    assert main(arguments) == 0
    assert lock.try_acquire(lock)
    lock.release(lock)


def test_other_settings_are_refused_before_the_first_weights(pairs, tmp_path, capsys) -> None:
    out = tmp_path / "y"
    assert main(["train", f"--corpus={pairs}", f"--out={out}", *TINY]) == 0
    for path in out.glob("step-*"):
        path.unlink()
    assert main(["train", f"--corpus={pairs}", f"--out={out}", *TINY, "--steps=13"]) == 2
    assert "holds a run with other settings (steps)" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_because_it_cannot_be_read_twice(tmp_path: Path, capsys) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert main(["train", f"--corpus={tmp_path / 'pipe'}", f"--out={tmp_path / 'y'}", *TINY]) == 2
    assert "read twice" in capsys.readouterr().err
