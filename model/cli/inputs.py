"""The models and sentence pairs that commands read."""

import sys
from pathlib import Path

from model.cli.parser import CommandError
from model.corpus import Corpus, Pair, toy_corpus
from model.corpus.tsv import CorpusError, read_pairs, read_tsv_file
from model.runs.registry import RunRegistry
from model.runs.run_folder import RunFolder
from model.storage import runs_folder
from model.training.snapshot import Snapshot


def load_model(path: Path | None) -> Snapshot:
    """Return the model in a folder; by default the app's own model, trained first if necessary.

    Raises:
        CommandError: the training fails.
        RunFolderError: the folder holds no valid model.
    """
    if path is not None:
        return RunFolder(path).load_snapshot()
    state = RunRegistry(runs_folder(), toy_corpus()).open_default().join()
    for notice in state.notices:
        print(notice, file=sys.stderr)
    if state.error or state.snapshot is None:
        raise CommandError(f"The training failed: {state.error}")
    return state.snapshot


def read_corpus(path: Path, seed: int) -> Corpus:
    """Return the corpus of a TSV file.

    Raises:
        CommandError: the file cannot be read.
    """
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
        return read_pairs(path.read_bytes())
    except (CorpusError, OSError) as error:
        raise _describe(path, error) from None


def _describe(path: Path, error: CorpusError | OSError) -> CommandError:
    if isinstance(error, OSError):
        return CommandError(f"{path} cannot be read ({error.strerror}).")
    return CommandError(f"{path}: {error}")
