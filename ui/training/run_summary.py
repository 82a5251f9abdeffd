"""The settings and scores of a run as texts."""

from dataclasses import fields
from typing import Any

from model.runs.run_description import RunDescription
from model.training.config import TrainingConfig
from model.training.evaluation import Evaluation
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from ui.widgets.number_format import count, format_number, format_percent, format_share_of
from ui.widgets.shortened import shorten

_MAX_CORPUS_NAME = 40  # characters

_LABELS = {
    "n_layers": "layers",
    "n_heads": "heads",
    "norm": "norm",
    "steps": "training steps",
    "batch_size": "batch size",
    "learning_rate": "learning rate",
    "weight_decay": "weight decay",
    "label_smoothing": "label smoothing",
    "smoothing_share": "share of steps with smoothing",
    "beginnings": "share of beginnings",
    "guided_alignment": "guided alignment",
}
_DEFAULTS = {each.name: each.default for each in (*fields(ModelConfig), *fields(TrainingConfig))}


def describe_settings(description: RunDescription) -> dict[str, str]:
    """Return every setting by its label."""
    rows = {"corpus": _describe_corpus(description)}
    for group in (description.model, description.training):
        for each in fields(group):
            rows[_LABELS.get(each.name, each.name)] = _format(getattr(group, each.name))
    return rows


def describe_scores(snapshot: Snapshot) -> dict[str, str]:
    """Return the scores of a snapshot by their labels."""
    scores = snapshot.evaluation
    return {
        "step": format_number(snapshot.step),
        "held-out loss": f"{scores.loss:.3f}",
        "exact match": format_share_of(scores.exact_match, scores.n_sentences),
        "alignment": format_percent(scores.alignment_accuracy),
        **describe_typing_scores(scores),
    }


def describe_typing_scores(scores: Evaluation) -> dict[str, str]:
    """Return the scores on sentences typed word by word by their labels; dashes where they were not measured."""
    erasure = scores.normalized_erasure
    return {
        "doubled word": format_percent(scores.doubled_share),
        "stopped at the length limit": format_percent(scores.length_limit_share),
        "words taken back": "–" if erasure is None else f"{erasure:.2f}",
        "calibration error": format_percent(scores.calibration_error),
    }


def summarize(description: RunDescription) -> list[str]:
    """Return two lines: the sizes, the seed and all settings that differ from the defaults; the corpus."""
    model, training = description.model, description.training
    layers, heads = count(model.n_layers, "layer"), count(model.n_heads, "head")
    parts = [layers, heads, f"width {model.d_model}", f"{model.norm}-norm", f"seed {training.seed}"]
    listed = {"n_layers", "n_heads", "d_model", "norm", "steps", "seed"}
    for group in (model, training):
        parts += [
            f"{_LABELS.get(each.name, each.name)} {_format(getattr(group, each.name))}"
            for each in fields(group)
            if each.name not in listed and getattr(group, each.name) != _DEFAULTS[each.name]
        ]
    return [" · ".join(parts), _describe_corpus(description)]


def _describe_corpus(description: RunDescription) -> str:
    name = shorten(description.corpus, _MAX_CORPUS_NAME)
    corpus = name if name.lower().endswith("corpus") else f"{name} corpus"
    return f"{corpus}, {format_number(description.n_train)} training pairs"


def _format(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return format_number(value) if isinstance(value, int) else str(value)
