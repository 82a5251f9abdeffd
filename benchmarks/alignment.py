"""Exact match and alignment of the default model on held-out sentences."""

from benchmarks.table import Row
from benchmarks.trained import trained


def run() -> list[Row]:
    """Return the scores of the training that the other benchmarks use."""
    training = trained()
    return [
        Row("held-out exact match", 100 * training.exact_match, "%", goal=99, at_least=True),
        Row("held-out alignment accuracy", 100 * training.alignment_accuracy, "%"),
        Row("held-out mutual alignment", 100 * training.mutual_alignment, "%", goal=96, at_least=True),
    ]
