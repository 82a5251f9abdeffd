"""Trained weights on disk: one safetensors file that carries everything needed to use it, and nothing that can run."""

import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from model.config import ModelConfig, Norm
from model.evaluation import Evaluation
from model.snapshot import Snapshot
from model.transformer import Transformer
from model.translator import Translator
from model.vocabulary import Vocabulary

FORMAT = "attention-playground-1"


class CheckpointError(ValueError):
    """A file is not a checkpoint this version can read; the message says why, in one line."""


def save_checkpoint(snapshot: Snapshot, path: Path) -> None:
    """Write a snapshot whole or not at all: to a temporary file beside it first, then renamed.

    Raises:
        OSError: the folder cannot be made or written.
    """
    translator = snapshot.translator
    metadata = {
        "format": FORMAT,
        "model_config": json.dumps(asdict(translator.model.config)),
        "source_words": json.dumps(translator.source.words),
        "target_words": json.dumps(translator.target.words),
        "step": json.dumps(snapshot.step),
        "evaluation": json.dumps(asdict(snapshot.evaluation)),
    }
    data = save({name: weight.contiguous() for name, weight in translator.model.state_dict().items()}, metadata)
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load_checkpoint(path: Path) -> Snapshot:
    """Read a snapshot back, its model on the CPU in evaluation mode.

    Raises:
        FileNotFoundError: there is no such file.
        CheckpointError: the file is damaged, foreign, or from another version.
    """
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a mapping)
    except FileNotFoundError:
        raise
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{path.name} is damaged or not a safetensors file ({error})") from error
    if metadata.get("format") != FORMAT:
        raise CheckpointError(f"{path.name} is of format {metadata.get('format')!r}, not {FORMAT!r}")
    try:
        config = json.loads(metadata["model_config"])
        source, target = (Vocabulary(json.loads(metadata[name])) for name in ("source_words", "target_words"))
        model = Transformer(
            ModelConfig(**{**config, "norm": Norm(config["norm"])}), n_source=len(source), n_target=len(target)
        )
        model.load_state_dict(weights)
        step = int(json.loads(metadata["step"]))
        evaluation = Evaluation(**json.loads(metadata["evaluation"]))
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CheckpointError(f"{path.name} does not hold what a checkpoint needs ({reason})") from error
    if not all(bool(torch.isfinite(weight).all()) for weight in weights.values()):
        raise CheckpointError(f"{path.name} holds weights that are not finite numbers")
    return Snapshot(step, evaluation, Translator(model.eval().requires_grad_(False), source, target))
