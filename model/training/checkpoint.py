"""A translator's snapshot in one safetensors file, with everything needed to use it."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from torch import Tensor

from model.data.subwords import read_vocabulary
from model.inference.translator import Translator
from model.seeding import seeded
from model.storage.settings import read_settings
from model.training.divergence import has_diverged
from model.training.evaluation import Evaluation
from model.training.learning_curve import LearningCurve, read_curve, write_curve
from model.training.snapshot import Snapshot
from model.training.tensor_file import open_tensors, write_tensors
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer

FORMAT = "attention-playground-2"


def save_checkpoint(snapshot: Snapshot, path: Path) -> None:
    """Write a snapshot, completely or not at all.

    Raises:
        OSError: the folder cannot be made or written.
    """
    translator = snapshot.translator
    values = {
        "model_config": asdict(translator.model.config),
        "source_words": translator.source.to_json(),
        "target_words": translator.target.to_json(),
        "course": write_curve(snapshot.learning_curve),  # the name in the files of every version
    }
    write_tensors(translator.model.state_dict(), FORMAT, values, path)


def load_checkpoint(path: Path) -> Snapshot:
    """Read a snapshot, its model on the CPU in evaluation mode.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the system does not let the file be read.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with open_tensors(path, FORMAT) as (values, weights):
        config = read_settings(ModelConfig, values["model_config"])
        source, target = (read_vocabulary(values[name]) for name in ("source_words", "target_words"))
        _check_weights(config, len(source) + len(target), weights)
        if has_diverged(weights.values()):
            raise ValueError("its weights have diverged")
        with seeded(0):  # keeps the initial weights from changing the random numbers of a concurrent training
            model = Transformer(config, n_source=len(source), n_target=len(target))
        model.load_state_dict(weights)
        translator = Translator(model.eval().requires_grad_(False), source, target)
        return Snapshot(read_curve(values["course"]), translator)


def load_learning_curve(path: Path) -> LearningCurve[Evaluation]:
    """Read the learning curve of a snapshot without its weights.

    Raises:
        FileNotFoundError: there is no such file.
        OSError: the system does not let the file be read.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with open_tensors(path, FORMAT, has_tensors=False) as (values, _):
        return read_curve(values["course"])


def _check_weights(config: ModelConfig, n_tokens: int, weights: Mapping[str, Tensor]) -> None:
    """Refuse weights that are no real numbers, or fewer than the config needs, before a model of that size is built."""
    if not all(weight.is_floating_point() for weight in weights.values()):
        raise ValueError("its weights are not floating-point numbers")
    width = config.d_model
    n_least = config.n_layers * width * (12 * width + 4 * config.d_ff) + n_tokens * width
    if n_least > sum(weight.numel() for weight in weights.values()) or config.n_layers > len(weights):
        raise ValueError("it holds fewer weights than its model has")
