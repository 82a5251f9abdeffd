"""A run on disk: a folder with what it is, the snapshots that are kept, and what it takes to go on.

``run.json`` says what the run is, ``train.tsv`` and ``held_out.tsv`` hold the pairs of a corpus that nobody could make
again, ``step-….safetensors`` the kept snapshots, and ``state.safetensors`` a training that has not ended.
"""

import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from model.corpus import Corpus, Pair
from model.corpus.tsv import CorpusError, TsvFile, read_pairs, write_tsv
from model.runs.run_description import RunFacts
from model.storage import write_whole
from model.training.checkpoint import CheckpointError, load_checkpoint, load_course, save_checkpoint
from model.training.learning_curve import Course
from model.training.snapshot import Snapshot
from model.training.training_state import TrainingState, load_state, save_state

FACTS, TRAIN, HELD_OUT, STATE = "run.json", "train.tsv", "held_out.tsv", "state.safetensors"
_STEP = re.compile(r"step-(\d{7})\.safetensors")

_SECONDS_TO_WRITE = 60  # a file: another process may be at it

T = TypeVar("T")


class RunFolderError(ValueError):
    """A folder does not hold what is wanted of it; the message says what and why, in one sentence."""


@dataclass(frozen=True, slots=True)
class RunFolder:
    """Where one run lives."""

    path: Path

    @property
    def steps(self) -> tuple[int, ...]:
        """The training steps whose weights are kept, in ascending order."""
        try:
            names = [entry.name for entry in self.path.iterdir()]
        except OSError:
            return ()
        return tuple(sorted(int(match[1]) for name in names if (match := _STEP.fullmatch(name))))

    @property
    def size(self) -> int:
        """Bytes on disk."""
        with suppress(OSError):
            return sum(entry.stat().st_size for entry in self.path.iterdir())
        return 0

    @property
    def is_begun(self) -> bool:
        """Whether it says what the training is about."""
        return (self.path / FACTS).exists()

    def begin(self, corpus: Corpus | None) -> None:
        """Write the pairs down, where nobody could make them again.

        Raises:
            RunFolderError: the folder cannot be written.
        """
        if corpus is not None and corpus.train != TsvFile(self.path / TRAIN):  # which would be where it belongs
            self._write(self.path / TRAIN, lambda path: write_whole(path, write_tsv(corpus.train)))
            self._write(self.path / HELD_OUT, lambda path: write_whole(path, write_tsv(corpus.held_out)))

    def write_facts(self, facts: RunFacts) -> None:
        """Write what the run is, in place of what was there.

        Raises:
            RunFolderError: the folder cannot be written.
        """
        self._write(self.path / FACTS, lambda path: write_whole(path, facts.write()))

    def facts(self) -> RunFacts:
        """What the run is.

        Raises:
            RunFolderError: that is not written down, or not as expected.
        """
        return self._read(self.path / FACTS, lambda path: RunFacts.read(path.read_bytes()))

    def corpus(self) -> Corpus:
        """The corpus whose pairs are in the folder; those to train on stay there.

        Raises:
            RunFolderError: they are not there, or cannot be used.
        """
        train = TsvFile(self.path / TRAIN)
        if not train.path.exists():
            raise RunFolderError(f"{train.path} is not there.")
        return Corpus(self.facts().corpus, train, self._pairs(HELD_OUT), is_raw_text=True)

    def held_out(self) -> tuple[Pair, ...]:
        """The sentences that were held out from training.

        Raises:
            RunFolderError: they are not there, or cannot be used.
        """
        return self._pairs(HELD_OUT)

    def save(self, snapshot: Snapshot) -> None:
        """Keep weights.

        Raises:
            RunFolderError: the folder cannot be written.
        """
        self._write(self._step(snapshot.step), lambda path: save_checkpoint(snapshot, path))

    def forget(self, step: int) -> None:
        """Give up kept weights."""
        with suppress(OSError):
            self._step(step).unlink(missing_ok=True)

    def load(self, step: int) -> Snapshot:
        """Kept weights, on the CPU.

        Raises:
            RunFolderError: they are not there, or cannot be used.
        """
        return self._read(self._step(step), load_checkpoint)

    def newest(self) -> Snapshot:
        """The newest of the kept weights.

        Raises:
            RunFolderError: there are none, or they cannot be used.
        """
        if not self.steps:
            raise RunFolderError(f"{self.path} holds no trained model.")
        return self.load(self.steps[-1])

    def course(self) -> Course:
        """The course of the training until the newest of the kept weights, which are not read.

        Raises:
            RunFolderError: there are none, or they cannot be used.
        """
        if not self.steps:
            raise RunFolderError(f"{self.path} holds no trained model.")
        return self._read(self._step(self.steps[-1]), load_course)

    def save_state(self, state: TrainingState, digest: str) -> None:
        """Write what it takes to go on with the training of that digest.

        Raises:
            RunFolderError: the folder cannot be written.
        """
        self._write(self.path / STATE, lambda path: save_state(state, digest, path))

    def load_state(self) -> TrainingState | None:
        """What it takes to go on; None where the training has ended or not begun.

        Raises:
            RunFolderError: it is there and cannot be used.
        """
        if not (self.path / STATE).exists():
            return None
        digest = self.facts().training_digest
        return self._read(self.path / STATE, lambda path: load_state(path, digest))

    def put_aside(self, step: int | None = None) -> None:
        """Move kept weights that cannot be used out of the way, or, without a step, what it takes to go on."""
        path = self.path / STATE if step is None else self._step(step)
        with suppress(OSError):
            path.replace(path.with_suffix(".damaged"))

    def forget_state(self) -> None:
        """The training has ended."""
        with suppress(OSError):
            (self.path / STATE).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Delete what a process that was killed had begun to write."""
        with suppress(OSError):
            for part in self.path.glob("*.part"):
                if time.time() - part.stat().st_mtime > _SECONDS_TO_WRITE:
                    part.unlink()

    def set_aside(self) -> Path | None:
        """Move what cannot be used out of the way, the pairs apart; returns where it is now."""
        aside = self.path.with_name(f"{self.path.name}.damaged")
        try:
            shutil.rmtree(aside, ignore_errors=True)
            self.path.rename(aside)
            for name in (TRAIN, HELD_OUT):
                if (aside / name).exists():
                    self.path.mkdir(exist_ok=True)
                    (aside / name).rename(self.path / name)
        except OSError:
            return None
        return aside

    def clear(self) -> None:
        """Delete what training made, and keep the pairs: a training that begins anew may read them from here."""
        for step in self.steps:
            self.forget(step)
        self.forget_state()
        with suppress(OSError):
            (self.path / FACTS).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete the folder and all in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _step(self, step: int) -> Path:
        return self.path / f"step-{step:07d}.safetensors"

    def _pairs(self, name: str) -> tuple[Pair, ...]:
        return self._read(self.path / name, lambda path: read_pairs(path.read_bytes()))

    def _write(self, path: Path, write: Callable[[Path], None]) -> None:
        try:
            write(path)
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be written ({error.strerror or error}).") from None

    def _read(self, path: Path, read: Callable[[Path], T]) -> T:
        try:
            return read(path)
        except OSError as error:
            raise RunFolderError(f"{path.name} cannot be read ({error.strerror or error}).") from None
        except (CheckpointError, CorpusError, ValueError) as error:
            raise RunFolderError(f"{path.name} cannot be used: {error}.") from None
