"""The name of a run whose visitor gave it none."""

from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.runs.run_lists import MAX_NAME
from ui.training.setting_labels import describe_setting, list_changed_settings
from ui.widgets.abbreviation import shorten

_MAX_CORPUS_NAME = 30  # characters


def name_run(model: ModelConfig, training: TrainingConfig, corpus: str = "") -> str:
    """Return the seed and as many of the settings that differ from the defaults as a name has room for.

    Args:
        model: sizes.
        training: how it is trained.
        corpus: name of the corpus; "" for the toy corpus.
    """
    named = [shorten(corpus, _MAX_CORPUS_NAME)] if corpus else []
    changed = list_changed_settings(model, training)
    described = [describe_setting(name, value) for name, value in changed.items() if name not in ("seed", "device")]
    parts = [*named, describe_setting("seed", training.seed), *described]
    name = ", ".join(parts)
    while len(name) > MAX_NAME:
        parts.pop()
        name = ", ".join((*parts, "…"))
    return name
