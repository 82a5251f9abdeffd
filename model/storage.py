"""Where trained weights are kept between starts."""

import os
from pathlib import Path

import platformdirs

_VARIABLE = "ATTENTION_PLAYGROUND_CACHE"


def cache_folder() -> Path:
    """The folder named by ``ATTENTION_PLAYGROUND_CACHE``, or the platform's own for user caches."""
    return Path(os.environ.get(_VARIABLE) or platformdirs.user_cache_path("attention-playground", appauthor=False))
