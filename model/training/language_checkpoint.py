"""Trained language models on disk, beside the translator's and in the same kind of file."""

from dataclasses import asdict
from pathlib import Path

from model.data.vocabulary import Vocabulary
from model.inference.text_generator import TextGenerator
from model.seeding import seeded
from model.training.checkpoint import reading, write_tensors
from model.training.language_evaluation import LanguageEvaluation
from model.training.language_loop import LanguageSnapshot, Losses
from model.transformer.config import LanguageConfig, Norm
from model.transformer.language_model import LanguageModel

FORMAT = "attention-playground-language-1"


def save_language_checkpoint(snapshot: LanguageSnapshot, path: Path) -> None:
    """Write a snapshot whole or not at all.

    Raises:
        OSError: the folder cannot be made or written.
    """
    facts = {
        "model_config": asdict(snapshot.writer.model.config),
        "words": snapshot.writer.vocabulary.words,
        "step": snapshot.step,
        "evaluation": asdict(snapshot.evaluation),
        "losses": [asdict(losses) for losses in snapshot.losses],
    }
    write_tensors(snapshot.writer.model.state_dict(), FORMAT, facts, path)


def load_language_checkpoint(path: Path) -> LanguageSnapshot:
    """Read a snapshot back, its model on the CPU in evaluation mode.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with reading(path, FORMAT) as (facts, weights):
        config, vocabulary = facts["model_config"], Vocabulary(facts["words"])
        with seeded(0):  # as the translator's are loaded
            model = LanguageModel(LanguageConfig(**{**config, "norm": Norm(config["norm"])}), len(vocabulary))
        model.load_state_dict(weights)
        return LanguageSnapshot(
            int(facts["step"]),
            LanguageEvaluation(**facts["evaluation"]),
            tuple(Losses(**losses) for losses in facts["losses"]),
            TextGenerator(model.eval().requires_grad_(False), vocabulary),
        )
