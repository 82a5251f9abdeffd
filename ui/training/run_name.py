"""The name of a run whose visitor gave it none."""

from figures.share_text import format_whole_percent
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from ui.runs.run_lists import MAX_NAME
from ui.widgets.number_format import count
from ui.widgets.shortened import shorten

_MODEL, _TRAINING = ModelConfig(), TrainingConfig()
_MAX_CORPUS_NAME = 30  # characters


def name_run(model: ModelConfig, training: TrainingConfig, corpus: str = "") -> str:
    """Return the seed and as many of the settings that differ from the defaults as a name has room for.

    Args:
        model: sizes.
        training: how it is trained.
        corpus: name of the corpus; "" for the toy corpus.
    """
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
    named = [shorten(corpus, _MAX_CORPUS_NAME)] if corpus else []
    parts = [*named, f"seed {training.seed}", *(name for name, value, usual in differing if value != usual)]
    name = ", ".join(parts)
    while len(name) > MAX_NAME:
        parts.pop()
        name = ", ".join((*parts, "…"))
    return name
