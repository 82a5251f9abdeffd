"""What a training would need of this machine, said before it begins."""

from model.corpus import Corpus
from model.runs.training_cost import TrainingCost
from model.training.config import TrainingConfig
from model.training.devices import choose_device, measure_free_memory
from model.transformer.config import ModelConfig
from ui.runs import cache
from ui.widgets import tables
from ui.widgets.number_format import format_number

_SHARE = 0.8  # of the free memory that one training may take
MOST_HOURS = 3  # all trainings wait for each other


def show(model: ModelConfig, training: TrainingConfig, corpus: Corpus) -> str:
    """Draw weights, memory and time; returns why it is too much, "" where it is not."""
    size = TrainingCost.of(model, training, cache.corpus_size(corpus))
    seconds = _seconds(training, size)
    tables.show_numbers(
        [
            ("weights", format_number(size.n_weights)),
            ("memory, about", _memory(size.n_bytes)),
            ("time, roughly", "–" if seconds is None else _time(seconds)),
        ]
    )
    return too_much(model, training, corpus)


def too_much(model: ModelConfig, training: TrainingConfig, corpus: Corpus) -> str:
    """Why a training is too much for this machine now, "" where it is not."""
    size = TrainingCost.of(model, training, cache.corpus_size(corpus))
    try:
        free, seconds = measure_free_memory(training.device), _seconds(training, size)
    except ValueError as error:
        return f"{error} Begin a training with another one."
    if size.n_bytes > _SHARE * free:
        return (
            f"Training this takes about {_memory(size.n_bytes)} of memory, and this machine has {_memory(free)} free:"
            " take fewer layers, a smaller width, or smaller batches."
        )
    if seconds is not None and seconds > 3600 * MOST_HOURS:
        return (
            f"Training this would take about {_time(seconds)}; up to {MOST_HOURS} hours are possible here,"
            " because others wait: take fewer steps, smaller batches or a smaller model."
        )
    return ""


def _seconds(training: TrainingConfig, size: TrainingCost) -> float | None:
    """What a training takes on the processor; None on a GPU, of which the size says too little."""
    return training.steps * size.seconds * _weather() if choose_device(training.device).type == "cpu" else None


def _weather() -> float:
    """How much longer a step of the default training took on this processor than it was estimated to."""
    run = cache.runs().open_default()
    point = run.state.snapshot.learning_curve[-1] if run.state.snapshot else None
    if point is None or point.step < 20 or choose_device(run.description.training.device).type != "cpu":
        return 1.0
    facts = run.description
    estimated = TrainingCost.of(facts.model, facts.training, cache.corpus_size(run.corpus)).seconds
    return min(max(point.seconds / point.step / estimated, 0.05), 20.0)


def _memory(n_bytes: int) -> str:
    if n_bytes < 1e9:
        return f"{max(10, round(n_bytes / 1e7) * 10)} MB"
    return f"{n_bytes / 1e9:.1f} GB"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(5, 5 * round(seconds / 5))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
