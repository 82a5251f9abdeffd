"""The name of a run whose visitor gave it none."""

from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.widgets.number_format import count, format_whole_percent

_MODEL, _TRAINING = ModelConfig(), TrainingConfig()


def name_settings(model: ModelConfig, training: TrainingConfig) -> str:
    """Return the settings that differ from the defaults, and the seed."""
    differing = [
        (count(model.n_layers, "layer"), model.n_layers, _MODEL.n_layers),
        (count(model.n_heads, "head"), model.n_heads, _MODEL.n_heads),
        (f"width {model.d_model}", model.d_model, _MODEL.d_model),
        (f"feed-forward {model.d_ff}", model.d_ff, _MODEL.d_ff),
        (f"{model.norm.value}-norm", model.norm, _MODEL.norm),
        (f"dropout {format_whole_percent(model.dropout)}", model.dropout, _MODEL.dropout),
        (count(training.steps, "step"), training.steps, _TRAINING.steps),
        (f"batches of {training.batch_size}", training.batch_size, _TRAINING.batch_size),
        (f"learning rate {training.learning_rate:g}", training.learning_rate, _TRAINING.learning_rate),
        (training.optimizer.value, training.optimizer, _TRAINING.optimizer),
        (training.schedule.value, training.schedule, _TRAINING.schedule),
        (
            f"smoothing {format_whole_percent(training.label_smoothing)}",
            training.label_smoothing, _TRAINING.label_smoothing,
        ),
        (f"beginnings {format_whole_percent(training.beginnings)}", training.beginnings, _TRAINING.beginnings),
        (
            f"guided {format_whole_percent(training.guided_alignment)}",
            training.guided_alignment, _TRAINING.guided_alignment,
        ),
    ]  # fmt: skip
    return ", ".join([*(name for name, value, usual in differing if value != usual), f"seed {training.seed}"])
