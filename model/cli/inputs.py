"""The models and sentence pairs that commands read."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from model.cli.parser import CommandError
from model.corpus import Corpus, Pair
from model.corpus.corpus_file import locate_toy_corpus, open_toy_corpus
from model.corpus.tsv import LIMITS, CorpusError, TsvFile, read_tsv_file
from model.pretrained.model_folder import CONFIG
from model.runs.registry import RunRegistry
from model.runs.run_file import RunFolderError
from model.runs.run_folder import TRAIN, RunFolder
from model.runs.run_state import Status
from model.storage.cache_folders import cache_folder, runs_folder
from model.training.snapshot import Snapshot


def load_model(path: Path | None, step: int | None = None) -> Snapshot:
    """Return the model in a folder; by default the app's own model, trained first if necessary.

    Args:
        path: of the folder; None for the app's own model.
        step: training step whose weights are kept; None for the newest.

    Raises:
        CommandError: the training fails, the weights of the step are not kept, there is no such folder, or it holds no
            valid model.
    """
    if path is not None:
        folder = RunFolder(path)
        if not path.is_dir():
            raise CommandError(f"{path} is a file, not a folder." if path.exists() else f"There is no folder {path}.")
        if (path / CONFIG).is_file():
            raise CommandError(f"{path} is a model of Hugging Face, which the app opens and this command does not.")
        with name_folder_in_errors(path):
            _check_step(step, folder.steps)
            return folder.load_snapshot(step)
    training = RunRegistry(runs_folder(), open_own_corpus()).open_default()
    if training.state.is_training:
        print("The app's own model is trained first, which takes a minute or two.", file=sys.stderr)
    state = training.join()
    for notice in state.notices:
        print(notice, file=sys.stderr)
    if state.error:
        raise CommandError(f"The training failed: {state.error}")
    if state.snapshot is None:
        raise CommandError(f"There are no weights yet: the training is {state.status}; resume it in the app.")
    if state.status is not Status.TRAINED:
        print(f"The training is {state.status} at step {state.snapshot.step} of {state.steps}.", file=sys.stderr)
    _check_step(step, [kept for kept in training.kept_steps if kept <= state.snapshot.step])
    snapshot = state.snapshot if step is None else training.load_snapshot(step)
    if snapshot is None or step not in (None, snapshot.step):
        raise CommandError(f"The weights of step {step} cannot be read; choose another step.")
    return snapshot


def read_run_corpus(path: Path | None) -> Corpus:
    """Return the corpus of the run in a folder; by default the toy corpus.

    Raises:
        CommandError: the folder holds no valid run, or not the pairs of its corpus.
    """
    if path is None:
        return open_own_corpus()
    folder = RunFolder(path)
    with name_folder_in_errors(path):
        digest = folder.read_description().corpus_digest
        if not (path / TRAIN).exists():  # the pairs of the toy corpus are not kept in the folder
            toy = open_own_corpus()
            if digest == toy.digest:
                return toy
        return folder.read_corpus()


def open_own_corpus() -> Corpus:
    """Return the toy corpus; tell before it is drawn, and if the folder that keeps it cannot be made."""
    folder = cache_folder()
    if not locate_toy_corpus(folder).is_file():
        print("The toy corpus is drawn first, which takes up to half a minute.", file=sys.stderr)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            print(f"It cannot be kept: {folder} cannot be made ({error.strerror}).", file=sys.stderr)
        else:
            if not os.access(folder, os.W_OK):
                print(f"It cannot be kept: {folder} cannot be written.", file=sys.stderr)
    return open_toy_corpus(folder)


@contextmanager
def name_folder_in_errors(folder: Path | None) -> Iterator[None]:
    """Say which folder it is, if a file in it cannot be used; raises ``CommandError``."""
    try:
        yield
    except RunFolderError as error:
        raise CommandError(f"{folder}: {error}") from None


def read_corpus(path: Path, seed: int) -> Corpus:
    """Return the corpus of a TSV file.

    Raises:
        CommandError: the file cannot be read.
    """
    if path.is_fifo() or path.is_char_device():
        raise CommandError(f"{path} is not a file that can be read twice, as a training must: save the pairs to one.")
    try:
        return read_tsv_file(path, seed=seed)
    except (CorpusError, OSError) as error:
        raise _describe(path, error) from None


def read_file(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a TSV file.

    Raises:
        CommandError: the file cannot be read.
    """
    try:
        return tuple(iter(TsvFile(path, LIMITS)))  # line by line, as a device may have no end; once, as a pipe ends
    except (CorpusError, OSError) as error:
        raise _describe(path, error) from None


def _describe(path: Path, error: CorpusError | OSError) -> CommandError:
    if isinstance(error, OSError):
        return CommandError(f"{path} cannot be read ({error.strerror}).")
    return CommandError(f"{path}: {error}")


def _check_step(step: int | None, kept: Sequence[int]) -> None:
    if kept and step is not None and step not in kept:
        raise CommandError(f"The weights of step {step} are not kept; kept are those of {', '.join(map(str, kept))}.")
