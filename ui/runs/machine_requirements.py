"""The requirements of a training: memory and time on this machine, estimated before it starts."""

from model.corpus import Corpus
from model.corpus.tsv import CorpusError
from model.runs.training_cost import CorpusSize, TrainingCost
from model.training.config import TrainingConfig
from model.training.devices import choose_device, measure_free_memory
from model.transformer.config import ModelConfig
from ui.runs.record_cache import cache_records
from ui.runs.registry import get_registry
from ui.widgets import tables
from ui.widgets.number_format import format_number, format_seconds

_MEMORY_SHARE = 0.8  # of the free memory that one training may use
_MAX_HOURS = 3  # one training runs at a time
_UNREADABLE = "The sentence pairs of this run cannot be read any more, so it cannot train."


def show_requirements(model: ModelConfig, training: TrainingConfig, corpus: Corpus) -> str:
    """Show the number of parameters, memory and time; return why that is too much, "" if it is not."""
    cost = _estimate_cost(model, training, corpus)
    if cost is None:
        return _UNREADABLE
    seconds = _estimate_seconds(training, cost)
    tables.show_numbers(
        [
            ("parameters", format_number(cost.n_weights)),
            ("estimated memory", _format_memory(cost.n_bytes)),
            ("estimated time", "–" if seconds is None else format_seconds(max(5, 5 * round(seconds / 5)))),
        ]
    )
    return _describe_excess(training, cost)


def find_excess(model: ModelConfig, training: TrainingConfig, corpus: Corpus) -> str:
    """Return why a training is too much for this machine, "" if it is not."""
    cost = _estimate_cost(model, training, corpus)
    return _UNREADABLE if cost is None else _describe_excess(training, cost)


def _estimate_cost(model: ModelConfig, training: TrainingConfig, corpus: Corpus) -> TrainingCost | None:
    """Return the cost of a training; None if its sentence pairs cannot be read."""
    try:
        return TrainingCost.of(model, training, _measure_corpus(corpus))
    except (OSError, CorpusError):
        return None


def _describe_excess(training: TrainingConfig, cost: TrainingCost) -> str:
    try:
        free, seconds = measure_free_memory(training.device), _estimate_seconds(training, cost)
    except ValueError as error:
        return f"{error} Start a training on another device."
    if cost.n_bytes > _MEMORY_SHARE * free:
        return (
            f"Training needs about {_format_memory(cost.n_bytes)} of memory; this machine has {_format_memory(free)}"
            " free: choose fewer layers, a smaller width, or smaller batches."
        )
    if seconds is not None and seconds > 3600 * _MAX_HOURS:
        return (
            f"Training would take about {format_seconds(seconds)}; the limit is {_MAX_HOURS} hours, because others"
            " wait: choose fewer steps, smaller batches, or a smaller model."
        )
    return ""


@cache_records(max_entries=20, spinner="Measuring the corpus …")
def _measure_corpus(corpus: Corpus) -> CorpusSize:
    return CorpusSize.of(corpus)


def _estimate_seconds(training: TrainingConfig, cost: TrainingCost) -> float | None:
    """Return the training time on the CPU; None on a GPU, whose speed is unknown."""
    return training.steps * cost.seconds * _slowdown() if choose_device(training.device).type == "cpu" else None


def _slowdown() -> float:
    """Return the measured time of a step of the default training on this CPU, relative to its estimate."""
    run = get_registry().open_default()
    point = run.state.snapshot.learning_curve[-1] if run.state.snapshot else None
    settings = run.description
    if point is None or point.step < 20 or choose_device(settings.training.device).type != "cpu":
        return 1.0
    estimate = TrainingCost.of(settings.model, settings.training, _measure_corpus(run.corpus)).seconds
    return min(max(point.seconds / point.step / estimate, 0.05), 20.0)


def _format_memory(n_bytes: int) -> str:
    if n_bytes < 1e9:
        return f"{max(10, round(n_bytes / 1e7) * 10)} MB"
    return f"{n_bytes / 1e9:.1f} GB"
