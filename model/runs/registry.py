"""All runs of this process: opened once however many visitors ask, and found again after a restart."""

import re
import threading
from collections import OrderedDict
from pathlib import Path

from model.config import ModelConfig, TrainingConfig
from model.corpus import Corpus
from model.runs.digest import run_digest
from model.runs.facts import RunFacts
from model.runs.folder import RunFolder, RunFolderError
from model.runs.queue import QUEUE
from model.runs.state import Status
from model.runs.training import Trainer, TrainingRun
from model.training import train

MOST_OPEN = 8  # runs held in memory besides those that train
DEFAULT_MODEL, DEFAULT_TRAINING = ModelConfig(), TrainingConfig()
_PATIENCE = 60.0  # seconds for a last step, before its folder is deleted
_DIGEST = re.compile(r"[0-9a-f]{32}")


class Runs:
    """The runs of a folder, each in a folder of its own that is named by its digest.

    Attributes:
        path: the folder.
    """

    def __init__(
        self,
        path: Path,
        toy: Corpus,
        model_config: ModelConfig = DEFAULT_MODEL,
        config: TrainingConfig = DEFAULT_TRAINING,
        trainer: Trainer = train,
    ) -> None:
        """Open a folder of runs.

        Args:
            path: the folder; it is made when there is something to keep.
            toy: the corpus that is there without anybody bringing it.
            model_config: the sizes of the default run.
            config: how the default run is trained.
            trainer: how every run is trained, for tests.
        """
        self.path = path
        self._toy = toy
        self._default = (model_config, config)
        self._trainer = trainer
        self._open: OrderedDict[str, TrainingRun] = OrderedDict()
        self._lock = threading.RLock()

    def take_up(self) -> None:
        """Go on with the trainings that an earlier process did not end."""
        for digest in self.digests:
            facts = self.facts(digest)
            if facts is not None and facts.status is Status.TRAINING:
                self.find(digest)

    @property
    def digests(self) -> tuple[str, ...]:
        """The names of all runs on disk, in no order that means anything."""
        try:
            return tuple(sorted(entry.name for entry in self.path.iterdir() if _DIGEST.fullmatch(entry.name)))
        except OSError:
            return ()

    def folder(self, digest: str) -> RunFolder:
        """Where the run of that digest is kept."""
        return RunFolder(self.path / digest)

    def default(self) -> TrainingRun:
        """The run that every visitor begins with, on the toy corpus."""
        return self.begin(self._toy, *self._default)

    def begin(
        self, corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, *, keeps_corpus: bool = False
    ) -> TrainingRun:
        """The run of these settings; the same arguments give the same run, trained once."""
        return self._opened(corpus, model_config, config, keeps_corpus=keeps_corpus)

    def find(self, digest: str) -> TrainingRun | None:
        """The run of that digest, as an earlier process or another visitor left it; None where there is none."""
        run, facts = self.opened(digest), self.facts(digest)
        if run is not None or facts is None:
            return run
        try:
            is_toy = facts.corpus_digest == self._toy.digest
            corpus = self._toy if is_toy else self.folder(digest).corpus()
        except RunFolderError:
            return None
        return self._opened(corpus, facts.model, facts.training, keeps_corpus=not is_toy)

    def opened(self, digest: str) -> TrainingRun | None:
        """The run of that digest if it is in memory."""
        with self._lock:
            if digest in self._open:
                self._open.move_to_end(digest)
            return self._open.get(digest)

    def facts(self, digest: str) -> RunFacts | None:
        """What a run is, without opening it; None where there is none that can be used."""
        run = self._open.get(digest)
        if run is not None:
            return run.facts.doing(run.state.status)
        if not _DIGEST.fullmatch(digest):
            return None
        try:
            return self.folder(digest).facts()
        except RunFolderError:
            return None

    def remove(self, digest: str) -> None:
        """Stop a run and delete all of it."""
        with self._lock:
            run = self._open.pop(digest, None)
        if run is not None:
            run.stop()
            with QUEUE.changed:
                QUEUE.changed.wait_for(lambda: not run.is_busy, _PATIENCE)
        if _DIGEST.fullmatch(digest):
            self.folder(digest).remove()

    def _opened(
        self, corpus: Corpus, model_config: ModelConfig, config: TrainingConfig, *, keeps_corpus: bool
    ) -> TrainingRun:
        digest = run_digest(corpus.digest, model_config, config)
        with self._lock:
            if digest not in self._open:
                folder = self.folder(digest)
                self._open[digest] = TrainingRun(
                    corpus, model_config, config, folder, self._trainer, keeps_corpus=keeps_corpus
                )
            self._open.move_to_end(digest)
            idle = [key for key, run in self._open.items() if not run.is_busy and key != digest]
            for key in idle[: max(0, len(idle) - MOST_OPEN)]:
                del self._open[key]
            return self._open[digest]
