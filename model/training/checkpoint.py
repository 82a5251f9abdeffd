"""Trained weights on disk: one safetensors file that carries everything needed to use it, and nothing that can run."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from model.data.subwords import read_vocabulary
from model.inference.translator import Translator
from model.seeding import seeded
from model.storage import write_whole
from model.training.divergence import is_sound
from model.training.learning_curve import Course, course_facts, read_course
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig, Norm
from model.transformer.encoder_decoder import Transformer

FORMAT = "attention-playground-2"


class CheckpointError(ValueError):
    """A file is not a checkpoint this version can read; the message says why, in one line."""


def save_checkpoint(snapshot: Snapshot, path: Path) -> None:
    """Write a snapshot whole or not at all.

    Raises:
        OSError: the folder cannot be made or written.
    """
    translator = snapshot.translator
    facts = {
        "model_config": asdict(translator.model.config),
        "source_words": translator.source.to_json(),
        "target_words": translator.target.to_json(),
        "course": course_facts(snapshot.course),
    }
    write_tensors(translator.model.state_dict(), FORMAT, facts, path)


def load_checkpoint(path: Path) -> Snapshot:
    """Read a snapshot back, its model on the CPU in evaluation mode.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with reading(path, FORMAT) as (facts, weights):
        config = ModelConfig(**{**facts["model_config"], "norm": Norm(facts["model_config"]["norm"])})
        source, target = (read_vocabulary(facts[name]) for name in ("source_words", "target_words"))
        _check_size(config, len(source) + len(target), weights)
        if not is_sound(weights.values()):
            raise ValueError("its weights have grown past all bounds")
        with seeded(0):  # what is drawn here for nothing must not be missing in a training that goes on meanwhile
            model = Transformer(config, n_source=len(source), n_target=len(target))
        model.load_state_dict(weights)
        translator = Translator(model.eval().requires_grad_(False), source, target)
        return Snapshot(read_course(facts["course"]), translator)


def load_course(path: Path) -> Course:
    """The course that led to a snapshot, without reading its weights.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    with reading(path, FORMAT, has_tensors=False) as (facts, _):
        return read_course(facts["course"])


def _check_size(config: ModelConfig, n_words: int, weights: Mapping[str, Tensor]) -> None:
    """Refuse a file that claims to be larger than it is, before a model of that size is made."""
    width = config.d_model
    n_least = config.n_layers * width * (12 * width + 4 * config.d_ff) + n_words * width
    if n_least > sum(weight.numel() for weight in weights.values()) or config.n_layers > len(weights):
        raise ValueError("it holds fewer weights than its model has")


def write_tensors(tensors: Mapping[str, Tensor], format_: str, facts: Mapping[str, Any], path: Path) -> None:
    """Write tensors and the facts about them whole or not at all.

    Raises:
        OSError: the folder cannot be made or written.
    """
    metadata = {"format": format_, **{name: json.dumps(fact) for name, fact in facts.items()}}
    write_whole(path, save({name: tensor.contiguous() for name, tensor in tensors.items()}, metadata))


@contextmanager
def reading(
    path: Path, format_: str, *, has_tensors: bool = True
) -> Iterator[tuple[dict[str, Any], dict[str, Tensor]]]:
    """Give the facts and the weights of a file to a block that makes a model of them.

    Args:
        path: the file.
        format_: what it must say it is.
        has_tensors: whether the weights are wanted too.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, or from another version, or the block cannot use it.
    """
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            names = file.keys() if has_tensors else ()
            weights = {name: file.get_tensor(name) for name in names}
    except FileNotFoundError:
        raise
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{path.name} is damaged or not a safetensors file ({error})") from error
    if metadata.get("format") != format_:
        raise CheckpointError(f"{path.name} is of format {metadata.get('format')!r}, not {format_!r}")
    try:
        if not all(bool(torch.isfinite(weight).all()) for weight in weights.values()):
            raise ValueError("its weights are not finite numbers")
        yield {name: json.loads(fact) for name, fact in metadata.items() if name != "format"}, weights
    except (KeyError, TypeError, ValueError, RuntimeError, OverflowError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CheckpointError(f"{path.name} does not hold what a checkpoint needs ({reason})") from error
