"""The description of a run: settings, corpus and status, apart from its weights."""

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from model.corpus import Corpus
from model.runs.run_state import Status
from model.storage.settings import read_settings
from model.storage.untrusted_json import load_json
from model.training.checkpoint import FORMAT as CHECKPOINT_FORMAT
from model.training.config import OptimizerName, TrainingConfig
from model.transformer.config import ModelConfig

_FORMAT = "attention-playground-run-1"
# Settings that earlier versions lacked, with the values that they stood for; the digest of such a run is unchanged.
_ABSENT = {"beginnings": 0.0, "smoothing_share": 1.0, "optimizer": OptimizerName.ADAMW, "guided_alignment": 0.0}
_MAX_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class RunDescription:
    """Settings of a training, and its corpus.

    Attributes:
        corpus: name of the corpus.
        corpus_digest: digest of its content.
        n_train: training pairs.
        n_held_out: held-out pairs.
        model: sizes.
        training: how it is trained.
        status: the last known status.
        imported: digest of the imported file; "" for a run that began here.
    """

    corpus: str
    corpus_digest: str
    n_train: int
    n_held_out: int
    model: ModelConfig
    training: TrainingConfig
    status: Status = Status.TRAINING
    imported: str = ""

    @classmethod
    def of(cls, corpus: Corpus, model: ModelConfig, training: TrainingConfig, imported: str = "") -> "RunDescription":
        """Return the description of a new training."""
        n_pairs = len(corpus.train), len(corpus.held_out)
        return cls(corpus.name, corpus.digest, *n_pairs, model, training, imported=imported)

    @property
    def digest(self) -> str:
        """The name of the run."""
        return compute_run_digest(self.corpus_digest, self.model, self.training, self.imported)

    @property
    def training_digest(self) -> str:
        """The name of the training; an imported run shares it with its original, so that its state stays valid."""
        return compute_run_digest(self.corpus_digest, self.model, self.training)

    def name_differences(self, other: "RunDescription") -> list[str]:
        """Return the names of all that gives the two descriptions different digests, such as ``device``."""
        one, another = (
            asdict(each.model) | asdict(each.training) | {"corpus": each.corpus_digest, "imported": each.imported}
            for each in (self, other)
        )
        return [name for name, value in one.items() if value != another[name]]

    def with_status(self, status: Status) -> "RunDescription":
        """Return the same description with another status."""
        return replace(self, status=status)

    def to_json(self) -> bytes:
        """Return the content of ``run.json``."""
        values = asdict(self)
        values["brought"] = values.pop("imported")  # the name in the files of every version
        return json.dumps({"format": _FORMAT, **values}, indent=2, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "RunDescription":
        """Return the description that ``to_json`` wrote.

        Raises:
            ValueError: the data are of another version or not valid; the message gives the reason.
        """
        try:
            values: Any = load_json(data, max_bytes=_MAX_BYTES)
            if values.pop("format") != _FORMAT:
                raise ValueError("it is from another version")
            imported = values.pop("brought", "")
            return cls(
                **{
                    **values,
                    "corpus": _check_text(values["corpus"]),
                    "corpus_digest": _check_text(values["corpus_digest"]),
                    "n_train": int(values["n_train"]),
                    "n_held_out": int(values["n_held_out"]),
                    "model": read_settings(ModelConfig, values["model"]),
                    "training": read_settings(TrainingConfig, {**_ABSENT, **values["training"]}),
                    "status": Status(values["status"]),
                    "imported": _check_text(imported),
                }
            )
        except (AttributeError, KeyError, TypeError, RecursionError, OverflowError):
            raise ValueError("it does not describe how a model is trained") from None


def compute_run_digest(
    corpus_digest: str, model_config: ModelConfig, config: TrainingConfig, imported: str = ""
) -> str:
    """Return the name of a run: a digest of everything that determines its result.

    Args:
        corpus_digest: digest of the corpus.
        model_config: sizes.
        config: how it is trained.
        imported: digest of the imported file, "" for a run that began here. A file does not prove that its weights
            came from its settings, so an imported run never stands in for a run with the same settings.
    """
    settings = asdict(config)
    for name, absent in _ABSENT.items():
        if settings[name] == absent:
            del settings[name]
    parts = [CHECKPOINT_FORMAT, corpus_digest, asdict(model_config), settings, *filter(None, [imported])]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def _check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    if value != value.encode(errors="ignore").decode():  # half a surrogate pair cannot be displayed
        raise TypeError
    return value
