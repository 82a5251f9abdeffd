"""A run as one file: there and back whole."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from model.corpus import Corpus
from model.inference.greedy_decoding import translate
from model.runs.archive import pack, unpack
from model.runs.registry import RunRegistry
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFolderError
from model.runs.run_folder import DESCRIPTION, STATE, RunFolder
from model.runs.run_state import Status
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.loop import train
from model.training.translation_task import TranslationTask
from tests.model.runs.archive.packing import NEWEST, SHORT, SMALL, Parts, changed, refused, same_parts, trained, zipped
from tests.paced_trainer import Pace, same_weights

HUNDRED, REPORTED = replace(SHORT, steps=100), 40  # a training, and its last report before step 50


def test_there_and_back_it_is_the_same_run(run: RunFolder, packed: bytes, parts: Parts, tmp_path: Path) -> None:
    original = translate(run.load_snapshot().translator, ["the", "dog"]).steps
    facts = unpack(packed, tmp_path, [])
    folder = RunFolder(tmp_path / facts.digest)
    assert same_parts(folder.path, parts)
    assert replace(facts, imported="") == RunDescription.from_json(parts[DESCRIPTION])
    assert facts.status is Status.TRAINED
    assert len(folder.read_corpus().train) == facts.n_train
    assert folder.load_snapshot().step == 6
    assert translate(folder.load_snapshot().translator, ["the", "dog"]).steps == original
    assert unpack(pack(folder), tmp_path / "once more", []) == facts


def test_who_chooses_the_settings_of_a_file_does_not_get_its_weights(
    packed: bytes, parts: Parts, small_corpus: Corpus, tmp_path: Path
) -> None:
    honest = RunDescription.from_json(parts[DESCRIPTION])
    imported = unpack(packed, tmp_path, [])
    assert (imported.model, imported.training) == (honest.model, honest.training)
    assert imported.digest != honest.digest, "it is another run"
    other = bytearray(parts[NEWEST])
    other[-1] ^= 1
    assert unpack(zipped(parts | {NEWEST: bytes(other)}), tmp_path, []).digest != imported.digest
    assert unpack(packed, tmp_path, [], is_trusted=True).digest == honest.digest
    run = RunRegistry(tmp_path, small_corpus).open_run(imported.digest)
    assert (run.digest, run.state.status, run.state.notices) == (imported.digest, Status.TRAINED, ())


def test_one_that_is_there_already_stays_as_it_is(packed: bytes, tmp_path: Path) -> None:
    facts = unpack(packed, tmp_path, [])
    mark = tmp_path / facts.digest / "mark"
    mark.touch()
    assert unpack(packed, tmp_path, []) == facts
    assert mark.exists()
    assert [path.name for path in tmp_path.iterdir()] == [facts.digest]


def test_a_run_on_the_toy_corpus_need_not_bring_it(small_corpus: Corpus, tmp_path: Path) -> None:
    data = pack(trained(small_corpus, tmp_path / "run", keeps_corpus=False))
    assert unpack(data, tmp_path / "there", [small_corpus.digest]).corpus == "toy"
    assert "not the toy corpus of this version" in refused(data, tmp_path / "elsewhere")


def test_a_training_that_has_not_ended_does_not_go_on_by_itself(parts: Parts, tmp_path: Path) -> None:
    early = {name: content for name, content in parts.items() if name != NEWEST}
    for number, status in enumerate(Status):
        claiming_so = changed(early, DESCRIPTION, lambda facts, status=status: facts.update(status=status))
        facts = unpack(zipped(claiming_so), tmp_path / str(number), [])
        assert facts.status in (Status.STOPPED, Status.PAUSED), status


def test_imported_twice_at_once_it_is_there_once(
    packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def rename_after_another(path: Path, target: Path) -> Path:
        monkeypatch.undo()
        unpack(packed, tmp_path, [])
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", rename_after_another)
    facts = unpack(packed, tmp_path, [])
    assert [path.name for path in tmp_path.iterdir()] == [facts.digest]


def test_what_was_being_unpacked_when_its_process_was_killed_is_deleted(small_corpus: Corpus, tmp_path: Path) -> None:
    old, new = tmp_path / "unpacking-old", tmp_path / "unpacking-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "run.json").touch()
    os.utime(old, (0, 0))
    RunRegistry(tmp_path, small_corpus).resume_interrupted()
    assert not old.exists()
    assert new.exists(), "another process may be at it"


def test_files_of_any_date_are_packed(run: RunFolder, tmp_path: Path) -> None:
    copy = RunFolder(shutil.copytree(run.path, tmp_path / "copy"))
    for path in copy.path.iterdir():
        os.utime(path, (0, 0))
    assert pack(copy)


def test_without_weights_there_is_nothing_to_pack(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no weights"):
        pack(RunFolder(tmp_path / "nothing"))


def interrupted(corpus: Corpus, path: Path) -> RunFolder:
    """Return the folder of a training that was stopped after 50 of its 100 steps."""
    pace = Pace(may_take=50)
    description = RunDescription.of(corpus, SMALL, HUNDRED)
    run = TrainingRun(corpus, description, RunFolder(path), pace, keeps_corpus=True)
    pace.until(50)
    run.stop()
    pace.let(51)
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(lambda: not run.is_busy, 60)
    return run.folder


def test_a_training_that_was_interrupted_goes_on_elsewhere(written: Corpus, tmp_path: Path) -> None:
    folder = interrupted(written, tmp_path / "here")
    data = pack(folder)
    facts = unpack(data, tmp_path / "there", [])
    here = RunDescription.from_json((folder.path / DESCRIPTION).read_bytes())
    assert facts == replace(here, status=facts.status, imported=facts.imported)
    there = RunFolder(tmp_path / "there" / facts.digest)
    assert there.read_description().status is not Status.TRAINING
    goes_on = RunRegistry(tmp_path / "there", written).open_run(facts.digest)
    before = goes_on.state.snapshot.learning_curve
    assert before[-1].step == REPORTED
    goes_on.start()
    after = goes_on.join(60)
    assert (after.status, after.notices) == (Status.TRAINED, ())
    # As texts, because the loss of step 0 is not a number, which equals nothing.
    assert str(after.snapshot.learning_curve[: len(before)]) == str(before), "it went on, and did not begin anew"
    *_, undisturbed = train(TranslationTask(written, SMALL), HUNDRED)
    assert same_weights(after.snapshot, undisturbed.snapshot())


def test_where_going_on_is_impossible_nothing_of_before_stands_beside_what_is_trained_anew(
    written: Corpus, tmp_path: Path
) -> None:
    folder = interrupted(written, tmp_path / "run")
    assert REPORTED in folder.steps
    (folder.path / STATE).write_bytes(b"damaged")
    held = Pace(may_take=0)
    again = TrainingRun(written, RunDescription.of(written, SMALL, HUNDRED), folder, held, keeps_corpus=True)
    assert again.state.snapshot.step == REPORTED
    again.start()
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(lambda: again.state.snapshot.step == 0, 60)
    assert max(folder.steps, default=0) == 0
    again.stop()
    held.let(1)


def test_one_that_was_deleted_and_imported_again_stays(packed: bytes, small_corpus: Corpus, tmp_path: Path) -> None:
    runs = RunRegistry(tmp_path, small_corpus)
    digest = unpack(packed, tmp_path, []).digest
    runs.delete(digest)
    assert unpack(packed, tmp_path, []).digest == digest
    run = runs.open_run(digest)
    assert run is not None
    run.restart()
    assert run.join(60).status is Status.TRAINED
    assert run.folder.steps[-1] == run.state.steps
