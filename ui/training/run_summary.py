"""How a run is trained, and what came of it, in words."""

from dataclasses import fields
from typing import Any

from model.runs.run_description import RunDescription
from model.training.config import TrainingConfig
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from ui.widgets.number_format import format_number, format_percent

_WORDS = {
    "n_layers": "layers",
    "n_heads": "heads",
    "norm": "norm",
    "steps": "training steps",
    "batch_size": "pairs a batch",
    "learning_rate": "learning rate",
    "weight_decay": "weight decay",
    "label_smoothing": "label smoothing",
}
_USUAL = {**{each.name: each.default for each in (*fields(ModelConfig), *fields(TrainingConfig))}}


def settings(facts: RunDescription) -> dict[str, str]:
    """Every setting by its name in words."""
    rows = {"corpus": corpus(facts)}
    for group in (facts.model, facts.training):
        for each in fields(group):
            rows[_WORDS.get(each.name, each.name)] = _written(getattr(group, each.name))
    return rows


def in_short(facts: RunDescription) -> str:
    """The sizes and the seed, and whatever else is not as usual."""
    model, training = facts.model, facts.training
    layers, heads = _counted(model.n_layers, "layer"), _counted(model.n_heads, "head")
    parts = [layers, heads, f"width {model.d_model}", f"{model.norm}-norm", f"seed {training.seed}"]
    told = {"n_layers", "n_heads", "d_model", "norm", "steps", "seed"}
    for group in (model, training):
        parts += [
            f"{_WORDS.get(each.name, each.name)} {_written(getattr(group, each.name))}"
            for each in fields(group)
            if each.name not in told and getattr(group, each.name) != _USUAL[each.name]
        ]
    return " · ".join(parts)


def corpus(facts: RunDescription) -> str:
    """What it learns from."""
    return f"{facts.corpus[:40]} corpus, {format_number(facts.n_train)} pairs to learn from"


def scores(snapshot: Snapshot) -> dict[str, str]:
    """What weights have come to, by its name in words."""
    scores = snapshot.evaluation
    return {
        "step": format_number(snapshot.step),
        "loss held out": f"{scores.loss:.3f}",
        "exactly right": format_percent(scores.exact_match),
        "alignment": format_percent(scores.alignment_accuracy),
    }


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _written(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return format_number(value) if isinstance(value, int) else str(value)
