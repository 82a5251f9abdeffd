"""All runs of this process: opened once however many visitors ask, and found again after a restart."""

import re
import threading
from collections import OrderedDict
from pathlib import Path
from weakref import WeakValueDictionary

from model.corpus import Corpus
from model.corpus.tsv import CorpusError
from model.runs.archive import tidy
from model.runs.run_description import RunDescription
from model.runs.run_description import compute_run_digest
from model.runs.run_folder import RunFolder, RunFolderError
from model.runs.run_state import Status
from model.training.loop import Trainer
from model.runs.training_run import TrainingRun
from model.training.config import TrainingConfig
from model.training.loop import train
from model.transformer.config import ModelConfig

MOST_OPEN = 8  # runs held in memory besides those that train
DEFAULT_MODEL, DEFAULT_TRAINING = ModelConfig(), TrainingConfig()
_DIGEST = re.compile(r"[0-9a-f]{32}")


class RunRegistry:
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
        self._open: OrderedDict[str, TrainingRun] = OrderedDict()  # held here, the one asked for last at the end
        self._alive: WeakValueDictionary[str, TrainingRun] = WeakValueDictionary()  # held here or by a visitor
        self._lock = threading.RLock()

    def take_up(self) -> None:
        """Go on with the trainings that an earlier process did not end."""
        tidy(self.path)
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
            if corpus.digest != facts.corpus_digest:
                return None
        except (RunFolderError, CorpusError, OSError):  # a corpus is read when it is needed
            return None
        return self._opened(corpus, facts.model, facts.training, keeps_corpus=not is_toy, brought=facts.brought)

    def opened(self, digest: str) -> TrainingRun | None:
        """The run of that digest if it is in memory."""
        with self._lock:
            run = self._alive.get(digest)
            return run and self._held(run)

    def facts(self, digest: str) -> RunDescription | None:
        """What a run is, without opening it; None where there is none that can be used."""
        run = self._alive.get(digest)
        if run is not None:
            return run.facts.doing(run.state.status)
        if not _DIGEST.fullmatch(digest):
            return None
        try:
            facts = self.folder(digest).facts()
        except RunFolderError:
            return None
        return facts if facts.digest == digest else None

    def remove(self, digest: str) -> None:
        """Stop a run and delete all of it."""
        run = self._alive.get(digest)
        if run is not None:
            run.remove()
            with self._lock:
                self._open.pop(digest, None)
                self._alive.pop(digest, None)
        elif _DIGEST.fullmatch(digest):
            self.folder(digest).remove()

    def _opened(
        self,
        corpus: Corpus,
        model_config: ModelConfig,
        config: TrainingConfig,
        *,
        keeps_corpus: bool,
        brought: str = "",
    ) -> TrainingRun:
        digest = compute_run_digest(corpus.digest, model_config, config, brought)
        with self._lock:
            run = self._alive.get(digest)
            if run is None:
                folder = self.folder(digest)
                run = TrainingRun(
                    corpus, model_config, config, folder, self._trainer, keeps_corpus=keeps_corpus, brought=brought
                )
            return self._held(run)

    def _held(self, run: TrainingRun) -> TrainingRun:
        """Hold a run, and not too many others; one that a visitor holds is found again and never opened twice."""
        self._alive[run.digest] = self._open[run.digest] = run
        self._open.move_to_end(run.digest)
        idle = [other for other in self._open.values() if not other.state.is_training and other is not run]
        for other in idle[: max(0, len(idle) - MOST_OPEN)]:
            del self._open[other.digest]
            other.rest()
        return run
