"""The name of a training: equal settings on equal pairs are the same training."""

import hashlib
import json
from dataclasses import asdict

from model.training.checkpoint import FORMAT
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig


def run_digest(corpus_digest: str, model_config: ModelConfig, config: TrainingConfig, brought: str = "") -> str:
    """Names a training by all that decides its result.

    Args:
        corpus_digest: what it learns from.
        model_config: sizes.
        config: how.
        brought: what a file brought, "" for a training that was begun here: nothing in a file proves that its weights
            came of its settings, so that whoever chooses the same settings must not get them.
    """
    parts = [FORMAT, corpus_digest, asdict(model_config), asdict(config), *filter(None, [brought])]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]
