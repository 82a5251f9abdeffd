"""The settings and scores of a run as texts."""

from model.runs.run_description import RunDescription
from model.training.evaluation import Evaluation
from model.training.snapshot import Snapshot
from ui.training.setting_labels import LABELS, describe_setting, format_setting, list_changed_settings, list_settings
from ui.widgets.abbreviation import shorten
from ui.widgets.number_format import format_number, format_percent, format_share_of

_MAX_CORPUS_NAME = 40  # characters

_ALWAYS_LISTED = ("n_layers", "n_heads", "d_model", "norm", "seed")


def describe_settings(description: RunDescription) -> dict[str, str]:
    """Return every setting by its label."""
    settings = list_settings(description.model, description.training)
    rows = {LABELS[name]: format_setting(name, value) for name, value in settings.items()}
    return {"corpus": _describe_corpus(description)} | rows


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
    configs = description.model, description.training
    settings, changed = list_settings(*configs), list_changed_settings(*configs)
    names = [*_ALWAYS_LISTED, *(name for name in changed if name not in (*_ALWAYS_LISTED, "steps"))]
    parts = [describe_setting(name, settings[name]) for name in names]
    return [" · ".join(parts), _describe_corpus(description)]


def _describe_corpus(description: RunDescription) -> str:
    name = shorten(description.corpus, _MAX_CORPUS_NAME)
    corpus = name if name.lower().endswith("corpus") else f"{name} corpus"
    return f"{corpus}, {format_number(description.n_train)} training pairs"
