"""Writers other than trainings that a test kills, and readers of what they leave; not a test itself."""

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from model.analysis.head_importance import ImportanceReport
from model.analysis.prediction_scores import PredictionScores
from model.corpus.tsv import read_tsv
from model.data.vocabulary import Vocabulary
from model.inference.text_generator import TextGenerator
from model.inference.translator import Translator
from model.runs.archive import pack, unpack
from model.runs.run_description import RunDescription
from model.runs.run_folder import RunFolder
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.evaluation import Evaluation
from model.training.language_checkpoint import load_language_checkpoint, save_language_checkpoint
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint
from model.training.snapshot import LanguageSnapshot, Snapshot
from model.transformer.config import LanguageConfig, ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.language_model import LanguageModel
from ui.runs.run_lists import RunLists

WORDS = Vocabulary(["the", "cat", "sleeps"])
SIZES = dict(n_layers=1, n_heads=2, d_model=16, d_ff=16)
PAIRS = "\n".join(f"the cat {n}\tle chat {n}" for n in range(40)).encode()
N_WRITES = 40  # of one child that is not killed


@dataclass(frozen=True)
class Log:
    """A file of words and numbers; what has been written stays when the process is killed."""

    path: Path

    def write(self, what: str, number: int) -> None:
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, f"{what} {number}\n".encode())
        os.close(file)

    def read(self) -> Iterator[tuple[str, int]]:
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                what, number = line.split()
                yield what, int(number)

    @property
    def last(self) -> int:
        return max((number for _, number in self.read()), default=-1)


class Writer(ABC):
    """Writes numbered files, and logs each number once its writing has returned."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, Log(folder / "log")

    def write(self) -> bool:
        first = self.log.last + 1
        for number in range(first, first + N_WRITES):
            self.save(number)
            self.log.write("saved", number)
        return True

    @abstractmethod
    def save(self, number: int) -> None: ...

    @abstractmethod
    def check(self) -> None:
        """Assert that all that was logged is there."""


class UnpackedArchives(Writer):
    """Runs that are imported, one after the other."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.corpus = read_tsv(PAIRS)
        self.checked: dict[str, int] = {}  # seeds by digest
        config = ModelConfig(**SIZES)
        network = Transformer(config, n_source=len(WORDS), n_target=len(WORDS)).eval().requires_grad_(False)
        point = CurvePoint(1, 1.0, Evaluation(loss=1.0, exact_match=0.5, alignment_accuracy=0.5, n_sentences=1))
        self.sample = RunFolder(folder / "sample")
        self.description = RunDescription.of(self.corpus, config, TrainingConfig(steps=1, device="cpu"))
        self.sample.write_corpus(self.corpus)
        self.sample.save_snapshot(Snapshot((point,), Translator(network, WORDS, WORDS)))

    def save(self, number: int) -> None:
        settings = replace(self.description.training, seed=number)
        self.sample.write_description(replace(self.description, training=settings).with_status(Status.TRAINED))
        unpack(pack(self.sample), self.folder / "runs", [])

    def check(self) -> None:
        for path in (self.folder / "runs").glob("*"):
            if not path.name.startswith("unpacking-") and path.name not in self.checked:
                description = RunFolder(path).read_description()
                assert description.digest == path.name
                assert RunFolder(path).load_snapshot().step == 1
                assert RunFolder(path).read_corpus().digest == description.corpus_digest == self.corpus.digest
                self.checked[path.name] = description.training.seed
        assert set(range(self.log.last + 1)) <= set(self.checked.values())


class ChangedRunLists(Writer):
    """The run list of one visitor, which grows."""

    def save(self, number: int) -> None:
        RunLists(self.folder).change("me", lambda runs: runs.with_run(f"{number:032x}", str(number)))

    def check(self) -> None:
        names = list(RunLists(self.folder).read("me").names.values())
        assert names == [str(number) for number in range(len(names))]
        assert len(names) > self.log.last


class LanguageCheckpoints(Writer):
    """The weights of a language model, which take the place of earlier ones."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        model = LanguageModel(LanguageConfig(**SIZES), len(WORDS)).eval().requires_grad_(False)
        self.generator, self.path = TextGenerator(model, WORDS), folder / "model.safetensors"

    def save(self, number: int) -> None:
        point = CurvePoint(number, math.e, LanguageEvaluation(1.0, 0.5, 10, 10))
        save_language_checkpoint(LanguageSnapshot((point,), self.generator), self.path)

    def check(self) -> None:
        if self.log.last >= 0:
            assert load_language_checkpoint(self.path).step >= self.log.last


class ImportanceReports(Writer):
    """The importance of heads, which takes the place of an earlier report."""

    def save(self, number: int) -> None:
        report = ImportanceReport(number, PredictionScores(0.5, 0.5, -1.0), ())
        RunFolder(self.folder / "run").reports.save(1, report)

    def check(self) -> None:
        if self.log.last >= 0:
            assert RunFolder(self.folder / "run").reports.load(ImportanceReport, 1).n_sentences >= self.log.last


WRITERS: dict[str, type[Writer]] = {
    "archives": UnpackedArchives, "run lists": ChangedRunLists, "language models": LanguageCheckpoints,
    "importance": ImportanceReports,
}  # fmt: skip
