"""A trained model as a folder: its weights, the sentences that were held out, and how it was trained."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from model.checkpoint import CheckpointError, load_checkpoint, save_checkpoint
from model.config import TrainingConfig
from model.corpus import Corpus, Pair
from model.corpus.tsv import CorpusError, read_pairs, write_tsv
from model.snapshot import Snapshot
from model.storage import write_whole

_WEIGHTS, _FACTS, _HELD_OUT = "model.safetensors", "run.json", "held_out.tsv"


class RunFolderError(ValueError):
    """A folder does not hold what is wanted of it; the message says what and why, in one sentence."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """How a model was trained, and on what."""

    corpus: str
    digest: str
    n_train: int
    n_held_out: int
    training: TrainingConfig

    @classmethod
    def of(cls, corpus: Corpus, training: TrainingConfig) -> "RunFacts":
        """The facts of a training."""
        return cls(corpus.name, corpus.digest, len(corpus.train), len(corpus.held_out), training)


@dataclass(frozen=True, slots=True)
class RunFolder:
    """Where one trained model lives."""

    path: Path

    @property
    def is_taken(self) -> bool:
        """Whether there are weights in it."""
        return (self.path / _WEIGHTS).exists()

    def begin(self, corpus: Corpus, training: TrainingConfig) -> None:
        """Write down what the training is about.

        Raises:
            RunFolderError: there is a trained model already, or the folder cannot be written.
        """
        if self.is_taken:
            raise RunFolderError(f"{self.path} holds a trained model already; choose another folder.")
        try:
            write_whole(self.path / _HELD_OUT, write_tsv(corpus.held_out))
            facts = json.dumps(asdict(RunFacts.of(corpus, training)), indent=2, ensure_ascii=False)
            write_whole(self.path / _FACTS, facts.encode())
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be written ({error.strerror}).") from None

    def save(self, snapshot: Snapshot) -> None:
        """Write the weights, in place of those that were there.

        Raises:
            RunFolderError: the folder cannot be written.
        """
        try:
            save_checkpoint(snapshot, self.path / _WEIGHTS)
        except OSError as error:
            raise RunFolderError(f"{self.path} cannot be written ({error.strerror}).") from None

    def snapshot(self) -> Snapshot:
        """The weights, on the CPU.

        Raises:
            RunFolderError: there are none, or they cannot be used.
        """
        try:
            return load_checkpoint(self.path / _WEIGHTS)
        except FileNotFoundError:
            raise RunFolderError(f"{self.path} holds no trained model: there is no {_WEIGHTS} in it.") from None
        except (CheckpointError, OSError) as error:
            raise RunFolderError(f"{self.path} cannot be used: {error}.") from None

    def held_out(self) -> tuple[Pair, ...]:
        """The sentences that were held out from training.

        Raises:
            RunFolderError: they are not there, or cannot be read.
        """
        try:
            return read_pairs((self.path / _HELD_OUT).read_bytes())
        except OSError as error:
            raise RunFolderError(f"{self.path / _HELD_OUT} cannot be read ({error.strerror}).") from None
        except CorpusError as error:
            raise RunFolderError(f"{self.path / _HELD_OUT} cannot be used: {error}") from None

    def facts(self) -> RunFacts:
        """How the model was trained.

        Raises:
            RunFolderError: that is not written down, or not as expected.
        """
        try:
            facts = json.loads((self.path / _FACTS).read_bytes())
            return RunFacts(**{**facts, "training": TrainingConfig(**facts["training"])})
        except OSError as error:
            raise RunFolderError(f"{self.path / _FACTS} cannot be read ({error.strerror}).") from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise RunFolderError(f"{self.path / _FACTS} does not say how a model was trained.") from None
