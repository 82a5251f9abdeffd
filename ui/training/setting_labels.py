"""The labels of the settings of a run, and their values as texts; wherever a setting is named, it is named by these."""

from dataclasses import fields
from typing import Any

from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.widgets.number_format import count, format_number

LABELS = {  # by field of ``ModelConfig`` and ``TrainingConfig``
    "n_layers": "layers",
    "n_heads": "heads",
    "d_model": "width",
    "d_ff": "feed-forward",
    "dropout": "dropout",
    "norm": "norm",
    "steps": "steps",
    "batch_size": "batch size",
    "optimizer": "optimizer",
    "learning_rate": "learning rate",
    "schedule": "schedule",
    "weight_decay": "weight decay",
    "label_smoothing": "label smoothing",
    "smoothing_share": "steps with label smoothing",
    "beginnings": "beginnings",
    "guided_alignment": "guided alignment",
    "warmup": "warm-up",
    "seed": "seed",
    "device": "device",
}
_SHARES = {"dropout", "label_smoothing", "smoothing_share", "beginnings", "guided_alignment", "warmup"}
_NOUNS = {"n_layers": "layer", "n_heads": "head", "steps": "step"}  # of numbers that are counted


def title_setting(name: str) -> str:
    """Return the label of a control, e.g. "Dropout, %"; the control of a share has it in percent."""
    return LABELS[name].capitalize() + (", %" if name in _SHARES else "")


def format_setting(name: str, value: Any) -> str:
    """Return a value as a text, shares in percent."""
    if name in _SHARES:
        return f"{100 * value:.3g}\u202f%"
    if isinstance(value, float):
        return f"{value:g}"
    return format_number(value) if isinstance(value, int) and name != "seed" else str(value)


def describe_setting(name: str, value: Any) -> str:
    """Return a setting in words, e.g. "2 layers", "pre-norm" or "dropout 10 %"."""
    if name in _NOUNS:
        return count(value, _NOUNS[name])
    return f"{value}-norm" if name == "norm" else f"{LABELS[name]} {format_setting(name, value)}"


def list_settings(*configs: ModelConfig | TrainingConfig) -> dict[str, Any]:
    """Return every setting by the name of its field."""
    return {each.name: getattr(config, each.name) for config in configs for each in fields(config)}


def list_changed_settings(*configs: ModelConfig | TrainingConfig) -> dict[str, Any]:
    """Return the settings that differ from the defaults by the names of their fields."""
    defaults = list_settings(ModelConfig(), TrainingConfig())
    return {name: value for name, value in list_settings(*configs).items() if value != defaults[name]}
