"""Descriptions of runs keep the keys of their format, and the digest names all that decides a result."""

import hashlib
import json
from dataclasses import replace

from model.corpus import Corpus
from model.runs.run_description import RunDescription, compute_run_digest
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.model.conftest import SHORT, SMALL

DEFAULT = b"""{
  "format": "attention-playground-run-1",
  "corpus": "toy", "corpus_digest": "fd511ba6c5c78f582ae74c9869162cb9a50f67b9567460df66ff4ec3f0342481",
  "n_train": 80000, "n_held_out": 2000,
  "model": {"n_layers": 2, "n_heads": 4, "d_model": 64, "d_ff": 128, "dropout": 0.0, "norm": "pre"},
  "training": {
    "steps": 2400, "batch_size": 128, "optimizer": "Muon", "learning_rate": 0.01, "schedule": "one cycle",
    "weight_decay": 0.1, "label_smoothing": 0.1, "smoothing_share": 0.7, "beginnings": 0.2, "guided_alignment": 0.0,
    "warmup": 0.2, "seed": 0, "device": "auto"
  },
  "status": "trained", "brought": ""
}"""  # as this version writes it


def test_the_file_has_the_keys_of_its_format(small_corpus: Corpus) -> None:
    description = RunDescription.of(small_corpus, SMALL, SHORT, imported="a digest")
    values = json.loads(description.to_json())
    keys = ["format", "corpus", "corpus_digest", "n_train", "n_held_out", "model", "training", "status", "brought"]
    assert list(values) == keys
    assert (values["format"], values["brought"]) == ("attention-playground-run-1", "a digest")
    assert RunDescription.from_json(description.to_json()) == description
    del values["brought"]
    assert RunDescription.from_json(json.dumps(values).encode()).imported == ""


def test_a_stored_run_keeps_its_digest() -> None:
    """A new setting has to be listed with the value that it had before, or no run on a disk is found again."""
    assert RunDescription.from_json(DEFAULT).digest == "5892b2434a28751848ebe199dcc3f549"


def test_the_digest_names_all_that_decides_the_result(small_corpus: Corpus, corpus: Corpus) -> None:
    digests = {
        compute_run_digest(small_corpus.digest, SMALL, SHORT),
        compute_run_digest(corpus.digest, SMALL, SHORT),
        compute_run_digest(small_corpus.digest, ModelConfig(), SHORT),
        compute_run_digest(small_corpus.digest, SMALL, TrainingConfig(seed=2)),
    }
    assert len(digests) == 4
    assert compute_run_digest(small_corpus.digest, SMALL, SHORT) in digests


def test_the_settings_that_give_another_digest_are_named(small_corpus: Corpus, corpus: Corpus) -> None:
    description = RunDescription.of(small_corpus, SMALL, SHORT)
    assert description.name_differences(description.with_status(Status.PAUSED)) == []
    for other, names in (
        (replace(description, training=replace(SHORT, device="cpu", seed=2)), ["seed", "device"]),
        (replace(description, model=replace(SMALL, n_layers=2)), ["n_layers"]),
        (RunDescription.of(corpus, SMALL, SHORT), ["corpus"]),
        (replace(description, imported="a digest"), ["imported"]),
    ):
        assert description.name_differences(other) == names
        assert other.digest != description.digest


def test_a_description_without_a_share_of_beginnings_is_of_a_training_on_whole_pairs(small_corpus: Corpus) -> None:
    whole = RunDescription.of(small_corpus, SMALL, replace(SHORT, beginnings=0.0))
    values = json.loads(whole.to_json())
    for name in ("beginnings", "guided_alignment"):
        del values["training"][name]
    assert RunDescription.from_json(json.dumps(values).encode()) == whole
    parts = ["attention-playground-2", small_corpus.digest, values["model"], values["training"]]
    assert whole.digest == hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]
    assert whole.digest != RunDescription.of(small_corpus, SMALL, SHORT).digest


def test_an_unguided_training_has_the_digest_it_had_before_there_was_guidance(small_corpus: Corpus) -> None:
    description = RunDescription.of(small_corpus, SMALL, SHORT)
    values = json.loads(description.to_json())
    del values["training"]["guided_alignment"]
    assert RunDescription.from_json(json.dumps(values).encode()).digest == description.digest
    assert RunDescription.of(small_corpus, SMALL, replace(SHORT, guided_alignment=0.05)).digest != description.digest
