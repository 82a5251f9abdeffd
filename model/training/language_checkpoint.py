"""A language model's snapshot in one safetensors file."""

import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from model.data.vocabulary import Vocabulary
from model.inference.text_generator import TextGenerator
from model.seeding import seeded
from model.storage.settings import read_settings
from model.training.language_evaluation import LanguageEvaluation
from model.training.learning_curve import CurvePoint, LearningCurve
from model.training.snapshot import LanguageSnapshot
from model.training.tensor_file import open_tensors, write_tensors
from model.transformer.config import LanguageConfig
from model.transformer.language_model import LanguageModel

_FORMAT = "attention-playground-language-1"


def save_language_checkpoint(snapshot: LanguageSnapshot, path: Path) -> None:
    """Write a snapshot, completely or not at all; of earlier points of its learning curve only the losses.

    Raises:
        OSError: the folder cannot be made or written.
    """
    text_generator, scores = snapshot.text_generator, snapshot.evaluation
    values = {
        "model_config": asdict(text_generator.model.config),
        "words": text_generator.vocabulary.words,
        "step": snapshot.step,
        "evaluation": {
            "loss": scores.loss,
            "grammatical": scores.grammatical,
            "n_sentences": scores.n_sentences,
            "n_written": scores.n_generated,  # the name in the files of every version
        },
        "losses": [
            {"step": point.step, "training_loss": point.loss, "held_out_loss": point.evaluation.loss}
            for point in snapshot.learning_curve
        ],
    }
    write_tensors(text_generator.model.state_dict(), _FORMAT, values, path)


def load_language_checkpoint(path: Path) -> LanguageSnapshot:
    """Read a snapshot, its model on the CPU in evaluation mode.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the system does not let the file be read.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with open_tensors(path, _FORMAT) as (values, weights):
        config, vocabulary = read_settings(LanguageConfig, values["model_config"]), Vocabulary(values["words"])
        with seeded(0):  # keeps the initial weights from changing the random numbers of a concurrent training
            model = LanguageModel(config, len(vocabulary))
        model.load_state_dict(weights)
        text_generator = TextGenerator(model.eval().requires_grad_(False), vocabulary)
        return LanguageSnapshot(_read_curve(values), text_generator)


def _read_curve(values: Mapping[str, Any]) -> LearningCurve[LanguageEvaluation]:
    scores, losses = values["evaluation"], values["losses"]
    n_sentences = int(scores["n_sentences"])
    last = LanguageEvaluation(
        float(scores["loss"]), float(scores["grammatical"]), n_sentences, int(scores["n_written"])
    )
    if not losses or losses[-1]["step"] != values["step"]:
        raise ValueError("its learning curve does not end at its step")
    earlier = (
        CurvePoint(
            int(point["step"]),
            float(point["training_loss"]),
            LanguageEvaluation(float(point["held_out_loss"]), math.nan, n_sentences, 0),
        )
        for point in losses[:-1]
    )
    return (*earlier, CurvePoint(int(values["step"]), float(losses[-1]["training_loss"]), last))
