"""The folders of trained weights."""

import os
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "ATTENTION_PLAYGROUND_CACHE"
MODELS_VARIABLE = "ATTENTION_PLAYGROUND_MODELS"


def cache_folder() -> Path:
    """Return the folder named by ``ATTENTION_PLAYGROUND_CACHE``, by default the platform's user cache."""
    return Path(os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_path("attention-playground", appauthor=False))


def runs_folder() -> Path:
    """Return the folder that holds the runs of translators, one folder each."""
    return cache_folder() / "runs"


def models_folder() -> Path | None:
    """Return the folder of models that were trained elsewhere, named by ``ATTENTION_PLAYGROUND_MODELS``; or None."""
    name = os.environ.get(MODELS_VARIABLE)
    return Path(name) if name else None
