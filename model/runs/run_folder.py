"""A run on disk: description, kept snapshots, training state, and the pairs of an uploaded corpus.

``run.json`` describes the run, ``train.tsv`` and ``held_out.tsv`` hold the pairs of an uploaded corpus,
``step-….safetensors`` the kept snapshots, ``importance-….json`` the importance of their heads, ``agreement-….json`` how
well attribution methods predict leaving words out, and ``state.safetensors`` the state of a training that goes on. The
command ``train`` locks its folder by ``training.lock``.
"""

import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from model.corpus import Corpus, Pair
from model.corpus.tsv import TsvFile, read_pairs, write_tsv
from model.runs.deletion_mark import DeletionMark
from model.runs.run_description import RunDescription
from model.runs.run_file import RunFile, RunFileMissingError, RunFolderDamagedError, RunFolderError, choose_path_aside
from model.runs.snapshot_reports import SnapshotReports
from model.storage.atomic_file import write_atomically
from model.storage.folder_deletion import delete_folder
from model.training.checkpoint import load_checkpoint, load_learning_curve, save_checkpoint
from model.training.evaluation import Evaluation
from model.training.learning_curve import LearningCurve
from model.training.snapshot import Snapshot
from model.training.training_state import TrainingState, load_state, save_state

DESCRIPTION, TRAIN, HELD_OUT, STATE = "run.json", "train.tsv", "held_out.tsv", "state.safetensors"
STEP_NAME = r"step-([0-9]{7})\.safetensors"  # as a pattern, of the file of a kept snapshot
_STEP = re.compile(STEP_NAME)
_SECONDS_OF_A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run. To load, save, read, write or delete it raises ``RunFolderError`` where that fails."""

    path: Path

    @property
    def steps(self) -> tuple[int, ...]:
        """The training steps of the kept snapshots, in ascending order."""
        try:
            names = [entry.name for entry in self.path.iterdir()]
        except OSError:
            return ()
        return tuple(sorted(int(match[1]) for name in names if (match := _STEP.fullmatch(name))))

    @property
    def size(self) -> int:
        """Bytes on disk."""
        n_bytes = 0
        with suppress(OSError):
            for entry in self.path.iterdir():
                with suppress(OSError):  # deleted meanwhile
                    n_bytes += entry.stat().st_size
        return n_bytes

    @property
    def last_opened(self) -> float:
        """The last opening or change of status, in seconds since the epoch, to within a day; 0 if unknown."""
        with suppress(OSError):
            return (self.path / DESCRIPTION).stat().st_mtime
        return 0.0

    def mark_opened(self) -> None:
        """Remember that the run is in use."""
        if 0 < self.last_opened < time.time() - _SECONDS_OF_A_DAY:
            with suppress(OSError):
                os.utime(self.path / DESCRIPTION)

    @property
    def has_description(self) -> bool:
        """True if ``run.json`` exists."""
        return self._file(DESCRIPTION).exists

    def write_description(self, description: RunDescription) -> None:
        """Write ``run.json``, in place of an earlier one."""
        self._file(DESCRIPTION).write(lambda path: write_atomically(path, description.to_json()))

    def read_description(self) -> RunDescription:
        """Read ``run.json``."""
        return self._file(DESCRIPTION).read(lambda path: RunDescription.from_json(path.read_bytes()))

    @property
    def has_corpus(self) -> bool:
        """True if both files of the pairs exist."""
        return all(os.path.exists(self.path / name) for name in (TRAIN, HELD_OUT))

    def write_corpus(self, corpus: Corpus) -> None:
        """Write the pairs of a corpus, unless it is the one that ``read_corpus`` returns."""
        if corpus.train != TsvFile(self.path / TRAIN):
            self._file(TRAIN).write(lambda path: write_atomically(path, write_tsv(corpus.train)))
            self._file(HELD_OUT).write(lambda path: write_atomically(path, write_tsv(corpus.held_out)))

    def read_corpus(self) -> Corpus:
        """Return the corpus in the folder; its training pairs stay in their file until they are iterated over."""
        train = TsvFile(self.path / TRAIN)
        if not train.path.exists():
            raise RunFolderDamagedError(f"{train.path.name} does not exist.")
        return Corpus(self.read_description().corpus, train, self.read_held_out(), is_raw_text=True)

    def read_held_out(self) -> tuple[Pair, ...]:
        """Return the held-out pairs in the folder."""
        return self._file(HELD_OUT).read(lambda path: read_pairs(path.read_bytes()))

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Write a snapshot."""
        self._step(snapshot.step).write(lambda path: save_checkpoint(snapshot, path))

    def load_snapshot(self, step: int | None = None) -> Snapshot:
        """Read the snapshot of a step, by default of the newest, its model on the CPU."""
        return self._step(self._newest_step() if step is None else step).read(load_checkpoint)

    def read_learning_curve(self) -> LearningCurve[Evaluation]:
        """Read the learning curve of the newest snapshot without its weights."""
        return self._step(self._newest_step()).read(load_learning_curve)

    def delete_snapshot(self, step: int) -> None:
        """Delete the snapshot of a step, and what was measured on it."""
        self._step(step).delete()
        self.reports.delete(step)

    @property
    def reports(self) -> SnapshotReports:
        """The reports of measurements on the snapshots."""
        return SnapshotReports(self.path)

    def save_state(self, state: TrainingState[Evaluation], digest: str) -> None:
        """Write the state of the training of that digest."""
        self._file(STATE).write(lambda path: save_state(state, digest, path))

    def load_state(self) -> TrainingState[Evaluation] | None:
        """Read the training state; None if the training has ended or not begun."""
        if not self._file(STATE).exists:
            return None
        with suppress(RunFileMissingError):  # deleted meanwhile
            digest = self.read_description().training_digest
            return self._file(STATE).read(lambda path: load_state(path, digest))
        return None

    def delete_state(self) -> None:
        """Delete the training state."""
        self._file(STATE).delete()

    def set_aside_snapshot(self, step: int) -> None:
        """Rename the damaged snapshot of a step."""
        self._step(step).set_aside()

    def set_aside_state(self) -> None:
        """Rename the damaged training state."""
        self._file(STATE).set_aside()

    def set_aside(self) -> Path | None:
        """Rename the damaged folder, keeping the pairs; return its new path, None if it cannot be renamed."""
        aside = choose_path_aside(self.path)
        try:
            self.path.rename(aside)
            for name in (TRAIN, HELD_OUT):
                if (aside / name).exists():
                    self.path.mkdir(exist_ok=True)
                    (aside / name).rename(self.path / name)
        except OSError:
            return None
        return aside

    def clear(self) -> None:
        """Delete the results of training; keep the pairs, from which a restarted training may read."""
        for step in self.steps:
            self.delete_snapshot(step)
        self.delete_state()
        self._file(DESCRIPTION).delete()

    def delete(self) -> None:
        """Mark the folder as deleted, for a process that writes to it, and delete it with all its files."""
        self.deletion_mark.set()
        try:
            delete_folder(self.path)
        except OSError as error:
            self.deletion_mark.remove()
            raise RunFolderError(f"{self.path.name} cannot be deleted ({error.strerror or error}).") from None

    @property
    def deletion_mark(self) -> DeletionMark:
        """The mark that ``delete`` sets."""
        return DeletionMark(self.path)

    def _step(self, step: int) -> RunFile:
        return self._file(f"step-{step:07d}.safetensors")

    def _file(self, name: str) -> RunFile:
        return RunFile(self.path / name)

    def _newest_step(self) -> int:
        if not self.steps:
            raise RunFolderDamagedError(f"{self.path.name} holds no trained model.")
        return self.steps[-1]
