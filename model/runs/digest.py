"""The name of a training: equal settings on equal pairs are the same training."""

import hashlib
import json
from dataclasses import asdict

from model.checkpoint import FORMAT
from model.config import ModelConfig, TrainingConfig


def run_digest(corpus_digest: str, model_config: ModelConfig, config: TrainingConfig) -> str:
    """Names a training by all that decides its result."""
    parts = [FORMAT, corpus_digest, asdict(model_config), asdict(config)]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]
