"""Language models in the background: one training at a time, kept on disk, damaged files set aside."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from model.corpus import Corpus
from model.runs.language_run import LanguageRun
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.runs.trainer_lock import TrainerLock
from model.runs.training_queue import QUEUE
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.language_checkpoint import load_language_checkpoint
from model.training.loop import Progress, train
from model.training.snapshot import LanguageSnapshot
from model.training.tensor_file import CheckpointError
from model.transformer.config import LanguageConfig, ModelConfig
from tests.paced_trainer import wait_until

SMALL = LanguageConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
SHORT = TrainingConfig(steps=3, batch_size=16)


def losses(snapshot: LanguageSnapshot) -> list[tuple[int, float, float]]:
    return [(point.step, point.loss, point.evaluation.loss) for point in snapshot.learning_curve[1:]]


def finished(corpus: Corpus, folder: Path) -> LanguageRun:
    run = LanguageRun(corpus, SMALL, SHORT, folder)
    assert not run.join(60).is_training
    return run


def test_another_training_goes_first_and_weights_are_there_meanwhile(small_corpus: Corpus, tmp_path: Path) -> None:
    go_on = threading.Event()
    steps = []

    def slow(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            yield progress
            if progress.step == 1:
                go_on.wait(60)

    def watched(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            steps.append(progress.step)
            yield progress

    small = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
    description = RunDescription.of(small_corpus, small, SHORT)
    translator = TrainingRun(small_corpus, description, RunFolder(tmp_path / "run"), trainer=slow)
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(lambda: translator.state.snapshot and translator.state.snapshot.step, 60)
    run = LanguageRun(small_corpus, SMALL, SHORT, tmp_path, trainer=watched)
    with QUEUE.changed:
        assert QUEUE.changed.wait_for(lambda: run.state.snapshot and QUEUE.count_ahead(run), 60)
    assert run.state.status is Status.WAITING
    assert run.state.snapshot is not None, "there is something to look at"
    assert steps == [0]
    go_on.set()
    state = run.join(60)
    assert state.status is Status.TRAINED
    assert steps == [0, 1, 2, 3]
    assert not translator.state.error


def test_a_failure_lets_the_next_one_train(small_corpus: Corpus, tmp_path: Path) -> None:
    def failing(*arguments, **options) -> Iterator[Progress]:
        for progress in train(*arguments, **options):
            yield progress
            if progress.step == 1:
                raise ArithmeticError("out of chalk")

    broken = LanguageRun(small_corpus, SMALL, SHORT, tmp_path, trainer=failing)
    assert broken.join(60).error == "out of chalk"
    assert finished(small_corpus, tmp_path).state.snapshot.step == 3


def test_the_next_process_starts_trained(small_corpus: Corpus, tmp_path: Path) -> None:
    before = finished(small_corpus, tmp_path).state.snapshot

    def never(*_, **__) -> Iterator[Progress]:
        raise AssertionError("trained again")

    after = LanguageRun(small_corpus, SMALL, SHORT, tmp_path, trainer=never).state.snapshot
    assert (after.step, after.evaluation, losses(after)) == (before.step, before.evaluation, losses(before))
    assert after.text_generator.model.config == SMALL
    assert after.text_generator.vocabulary.tokens == before.text_generator.vocabulary.tokens
    weights = before.text_generator.model.state_dict()
    assert all(torch.equal(value, weights[name]) for name, value in after.text_generator.model.state_dict().items())


def test_with_and_without_the_mask_are_different_files(small_corpus: Corpus, tmp_path: Path) -> None:
    leaky = LanguageRun(small_corpus, LanguageConfig(1, 2, 16, 16, is_causal=False), SHORT, tmp_path)
    assert leaky.join(60).snapshot.text_generator.model.config.is_causal is False
    assert leaky.path != finished(small_corpus, tmp_path).path


def test_a_damaged_file_is_set_aside(small_corpus: Corpus, tmp_path: Path) -> None:
    path = finished(small_corpus, tmp_path).path
    path.write_bytes(b"damaged")
    run = finished(small_corpus, tmp_path)
    (notice,) = run.state.notices
    assert "set aside" in notice
    assert path.with_suffix(".damaged").exists()


def test_a_file_that_cannot_be_read_now_stays(small_corpus: Corpus, tmp_path: Path) -> None:
    trained = finished(small_corpus, tmp_path)
    valid = trained.path.rename(tmp_path / "valid")
    trained.path.symlink_to(trained.path)
    run = finished(small_corpus, tmp_path)
    assert run.state.status is Status.FAILED
    assert run.state.error.startswith(f"{run.path.name} cannot be read (Too many levels of symbolic links")
    run.start()
    assert run.join(60).status is Status.FAILED
    assert run.path.is_symlink(), "it was neither set aside nor replaced"
    wait_until(lambda: not run.is_busy)
    valid.replace(run.path)
    run.start()
    assert run.join(60).status is Status.TRAINED
    assert losses(run.state.snapshot) == losses(trained.state.snapshot)
    assert not run.state.notices


def test_a_process_that_waits_for_another_goes_on_although_a_file_cannot_be_read(
    small_corpus: Corpus, tmp_path: Path
) -> None:
    lock = TrainerLock(tmp_path)  # of another process
    assert lock.try_acquire("elsewhere")
    run = LanguageRun(small_corpus, SMALL, SHORT, tmp_path, lock=TrainerLock(tmp_path))
    wait_until(lambda: run.state.is_elsewhere)
    run.path.symlink_to(run.path)
    run._follow()
    run.path.unlink()
    lock.release("elsewhere")
    assert run.join(60).status is Status.TRAINED


def test_the_translators_file_is_no_language_model(small_corpus: Corpus, tmp_path: Path) -> None:
    small = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16)
    run = TrainingRun(small_corpus, RunDescription.of(small_corpus, small, SHORT), RunFolder(tmp_path / "run"))
    run.join(60)
    with pytest.raises(CheckpointError, match="is of format"):
        load_language_checkpoint(run.folder.path / "step-0000003.safetensors")


def test_what_another_process_trains_is_not_trained_again(small_corpus: Corpus, tmp_path: Path) -> None:
    path = finished(small_corpus, tmp_path).path
    later = path.rename(tmp_path / "later")
    lock = TrainerLock(tmp_path)  # of another process
    assert lock.try_acquire("elsewhere")

    def never(*_, before_step) -> Iterator[Progress]:
        before_step()
        raise AssertionError("trained again")
        yield

    run = LanguageRun(small_corpus, SMALL, SHORT, tmp_path, trainer=never, lock=TrainerLock(tmp_path))
    wait_until(lambda: run.state.is_elsewhere)
    later.rename(path)
    lock.release("elsewhere")
    state = run.join(60)
    assert (state.status, state.error) == (Status.TRAINED, "")
    assert state.snapshot.step == SHORT.steps
