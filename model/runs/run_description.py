"""What a run is, apart from its weights."""

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeVar

from model.corpus import Corpus
from model.runs.run_description import compute_run_digest
from model.runs.run_state import Status
from model.training.config import Schedule, TrainingConfig
from model.transformer.config import ModelConfig, Norm

FORMAT = "attention-playground-run-1"
SettingsT = TypeVar("SettingsT", ModelConfig, TrainingConfig)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """How a model is trained, and on what.

    Attributes:
        corpus: the name of the corpus.
        corpus_digest: its content.
        n_train: pairs it is trained on.
        n_held_out: pairs it is judged by.
        model: sizes.
        training: how it is trained.
        status: what the run was last seen doing.
        brought: the digest of what a file brought; "" where it was begun here.
    """

    corpus: str
    corpus_digest: str
    n_train: int
    n_held_out: int
    model: ModelConfig
    training: TrainingConfig
    status: Status = Status.TRAINING
    brought: str = ""

    @classmethod
    def of(cls, corpus: Corpus, model: ModelConfig, training: TrainingConfig, brought: str = "") -> "RunFacts":
        """The facts of a training that is about to begin."""
        n_pairs = len(corpus.train), len(corpus.held_out)
        return cls(corpus.name, corpus.digest, *n_pairs, model, training, brought=brought)

    @property
    def digest(self) -> str:
        """Names the run."""
        return compute_run_digest(self.corpus_digest, self.model, self.training, self.brought)

    @property
    def training_digest(self) -> str:
        """Names the training, the same wherever it goes on: a run that a file brought keeps what it takes."""
        return compute_run_digest(self.corpus_digest, self.model, self.training)

    def doing(self, status: Status) -> "RunFacts":
        """The same run, seen doing something else."""
        return replace(self, status=status)

    def write(self) -> bytes:
        """As JSON."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=2, ensure_ascii=False).encode()

    @classmethod
    def read(cls, data: bytes) -> "RunFacts":
        """What ``write`` wrote.

        Raises:
            ValueError: it was not that; the message says why.
        """
        try:
            facts: Any = json.loads(data)
            if facts.pop("format") != FORMAT:
                raise ValueError("it is from another version")
            model, training = facts["model"], facts["training"]
            return cls(
                **{
                    **facts,
                    "corpus": _text(facts["corpus"]),
                    "corpus_digest": _text(facts["corpus_digest"]),
                    "n_train": int(facts["n_train"]),
                    "n_held_out": int(facts["n_held_out"]),
                    "model": _settings(ModelConfig, {**model, "norm": Norm(model["norm"])}),
                    "training": _settings(TrainingConfig, {**training, "schedule": Schedule(training["schedule"])}),
                    "status": Status(facts["status"]),
                    "brought": _text(facts.get("brought", "")),
                }
            )
        except (AttributeError, KeyError, TypeError, RecursionError, OverflowError):
            raise ValueError("it does not say how a model is trained") from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _settings(kind: type[SettingsT], values: dict[str, Any]) -> SettingsT:
    """Settings of the very types they were written with: 64.0 would name another run than 64."""
    settings = kind(**values)
    if any(type(getattr(settings, each.name)) is not type(each.default) for each in fields(settings)):
        raise TypeError
    return settings
