"""The command ``train``: train on a corpus into a folder, or resume the training in it."""

import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from model.cli.inputs import name_folder_in_errors, open_own_corpus, read_corpus
from model.cli.outputs import print_line, writing
from model.cli.parser import CommandError
from model.corpus import Corpus
from model.runs.run_description import RunDescription
from model.runs.run_folder import HELD_OUT, TRAIN, RunFolder
from model.runs.trainer_lock import TrainerLock
from model.runs.training_run import TrainingRun
from model.training.config import OptimizerName, Schedule, TrainingConfig
from model.training.distributed import StartSignal, Team, choose_process_device, follow, open_team
from model.training.loop import Progress, train
from model.training.tensor_file import check_path
from model.training.translation_task import TranslationTask
from model.transformer.config import ModelConfig, Norm

_SECONDS_BETWEEN_UPDATES = 0.5


def run(arguments: Namespace) -> None:
    """Train in this process, or in all processes that ``torchrun`` started."""
    try:
        model_config = ModelConfig(
            n_layers=arguments.layers,
            n_heads=arguments.heads,
            d_model=arguments.d_model,
            d_ff=arguments.d_ff,
            dropout=arguments.dropout,
            norm=Norm(arguments.norm),
        )
        config = TrainingConfig(
            steps=arguments.steps,
            batch_size=arguments.batch_size,
            optimizer=OptimizerName(arguments.optimizer),
            learning_rate=arguments.learning_rate,
            schedule=Schedule(arguments.schedule),
            weight_decay=arguments.weight_decay,
            label_smoothing=arguments.label_smoothing,
            beginnings=arguments.beginnings,
            guided_alignment=arguments.guided_alignment,
            seed=arguments.seed,
            device=arguments.device,
        )
    except ValueError as error:
        raise CommandError(f"{error}.") from None
    try:
        device = choose_process_device(config.device)
    except ValueError as error:
        raise CommandError(str(error)) from None
    with writing(arguments.out):
        check_path(arguments.out)
        if arguments.out.exists() and not arguments.out.is_dir():
            raise CommandError(f"{arguments.out} is a file, not a folder.")
    task = TranslationTask(_choose_corpus(arguments.corpus, arguments.seed, arguments.out), model_config)
    if config.guided_alignment and not task.corpus.has_links:
        raise CommandError("A guided alignment needs gold links, and this corpus has none.")
    with open_team(device) as team:
        if team.is_leader:
            _lead(team, task, config, arguments)
        else:
            torch.set_num_threads(arguments.threads)
            with suppress(ArithmeticError, ValueError):  # the leader raises and reports the same error
                follow(team, lambda resume: list(train(task, config, resume=resume, team=team)))


def _lead(team: Team, task: TranslationTask, config: TrainingConfig, arguments: Namespace) -> None:
    corpus, folder, start = task.corpus, RunFolder(arguments.out), StartSignal(team)
    description = RunDescription.of(corpus, task.model_config, config)

    def train_in_team(*args: Any, **options: Any) -> Iterator[Progress[Any, Any]]:
        start.send(options.get("resume"))
        torch.set_num_threads(arguments.threads)  # of the training's thread, which calls this
        return train(*args, **options, team=team)

    with start.sent_or_dismissed(), name_folder_in_errors(folder.path), _exclude_other_trainers(folder.path):
        has_run = folder.steps or folder.has_description
        if has_run and (others := folder.read_description().name_differences(description)):
            named = ", ".join(others)
            raise CommandError(f"{folder.path} holds a run with other settings ({named}); choose another folder.")
        folder.write_description(description)
        left_out = f", {corpus.n_excluded:,} that share a sentence with them left out" if corpus.n_excluded else ""
        n_pairs = f"{len(corpus.train):,} pairs, {len(corpus.held_out):,} held out"
        print_line("corpus", f"{corpus.name}: {n_pairs}{left_out}")
        keeps_corpus = arguments.corpus is not None
        watch(TrainingRun(corpus, description, folder, train_in_team, keeps_corpus=keeps_corpus))


@contextmanager
def _exclude_other_trainers(folder: Path) -> Iterator[None]:
    """Keep other commands from training in a folder; raises ``CommandError`` while one does."""
    lock = TrainerLock(folder / "training")
    if not lock.try_acquire(folder):
        raise CommandError(f"Another process trains in {folder}.")
    try:
        yield
    finally:
        lock.release(folder)


def watch(run: TrainingRun) -> None:
    """Show the progress of a training until it ends, and its notices as they come; interrupting it saves its state."""
    told: tuple[str, ...] = ()
    try:
        with tqdm(total=run.state.steps, unit="step", disable=None) as bar:
            while run.state.is_training:
                run.join(_SECONDS_BETWEEN_UPDATES)
                told = _tell_notices(run, told)
                if run.state.snapshot is not None:
                    exact_match = run.state.snapshot.evaluation.exact_match
                    bar.set_postfix(loss=f"{run.state.loss:.3f}", exact_match=f"{exact_match:.1%}", refresh=False)
                    bar.update(run.state.snapshot.step - bar.n)
    except KeyboardInterrupt:
        print("Saving …", file=sys.stderr)
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # another one would end it before the state is saved
        run.stop()
        run.join()
        signal.signal(signal.SIGINT, handler)
        _tell_notices(run, told)
        step = max(run.folder.steps, default=0)
        print(f"Stopped; the same command resumes from step {step:,}.", file=sys.stderr)
        raise
    _tell_notices(run, told)
    state = run.state
    if state.error or state.snapshot is None:
        raise CommandError(f"The training failed: {state.error.rstrip('.')}.")
    if state.snapshot.step not in run.folder.steps:
        raise CommandError(f"The weights could not be saved in {run.folder.path}; train into a folder with room.")
    scores = state.snapshot.evaluation
    print(
        f"{run.folder.path} holds the model of step {state.snapshot.step:,}: "
        f"exact match {scores.exact_match:.2%} of {scores.n_sentences:,} held-out sentences."
    )


def _tell_notices(run: TrainingRun, told: tuple[str, ...]) -> tuple[str, ...]:
    """Print the notices of a run that it did not have at the last look, above its progress bar; return all of them."""
    notices = run.state.notices
    for notice in notices:
        if notice not in told:
            tqdm.write(notice, file=sys.stderr)
    return notices


def _choose_corpus(path: Path | None, seed: int, out: Path) -> Corpus:
    if path is None:
        return open_own_corpus()
    if path.resolve() in {(out / part).resolve() for part in (TRAIN, HELD_OUT)}:
        raise CommandError(f"{path} belongs to the run in that folder: choose another folder for --out.")
    return read_corpus(path, seed)
