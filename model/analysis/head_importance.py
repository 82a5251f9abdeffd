"""Importance of every head: what the model loses without it, and what it keeps with it alone in its layer.

Michel et al. 2019, "Are Sixteen Heads Really Better than One?" (arXiv:1905.10650).
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from statistics import fmean
from typing import Any

from model.analysis.prediction_scores import PredictionScores, score_without
from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.named_head import Head
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class HeadImportance:
    """Importance of one head.

    Attributes:
        head: the head that the scores are of.
        without: scores of the model with this head switched off.
        alone: scores of the model with all other heads of this layer and kind switched off.
    """

    head: Head
    without: PredictionScores
    alone: PredictionScores


@dataclass(frozen=True, slots=True)
class ImportanceReport:
    """Importance of the heads of a model, by kind, layer and head; partial while it is being measured.

    Attributes:
        n_sentences: gold pairs that the scores are measured on.
        untouched: scores of the model as it is.
        heads: those measured so far.
    """

    n_sentences: int
    untouched: PredictionScores
    heads: tuple[HeadImportance, ...] = ()

    @property
    def step(self) -> int:
        """Number of heads measured so far."""
        return len(self.heads)

    def to_json(self) -> bytes:
        """Return the report as JSON."""
        values = asdict(self)
        return json.dumps(values | {"heads": [each.pop("head") | each for each in values["heads"]]}).encode()

    @classmethod
    def from_json(cls, data: bytes) -> "ImportanceReport":
        """Return the report that ``to_json`` wrote.

        Raises:
            ValueError: the data are no report.
        """
        try:
            values: Any = json.loads(data)
            heads = tuple(
                HeadImportance(
                    Head(Kind(head["kind"]), int(head["layer"]), int(head["head"])),
                    _read_scores(head["without"]),
                    _read_scores(head["alone"]),
                )
                for head in values["heads"]
            )
            return cls(int(values["n_sentences"]), _read_scores(values["untouched"]), heads)
        except (AttributeError, KeyError, TypeError, RecursionError, OverflowError):
            raise ValueError("it is not a report on the importance of heads") from None


def list_heads(config: ModelConfig) -> list[Head]:
    """Return all heads of a model, in the order of a report."""
    return [Head(*place) for place in product(Kind, range(config.n_layers), range(config.n_heads))]


def _read_scores(values: Mapping[str, Any]) -> PredictionScores:
    return PredictionScores(**{name: float(value) for name, value in values.items()})


def measure_importance(translator: Translator, pairs: Sequence[Pair]) -> Iterator[ImportanceReport]:
    """Yield a report without heads, and then a report with one more head after each measurement.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
    """
    config = translator.model.config
    encoded = EncodedPairs(pairs, translator.source, translator.target, translator.model.device)
    score = partial(score_without, translator, pairs, encoded)
    report = ImportanceReport(len(pairs), score([]))
    yield report
    for head in list_heads(config):
        others = [replace(head, head=each) for each in range(config.n_heads) if each != head.head]
        importance = HeadImportance(head, score([head]), score(others))
        report = replace(report, heads=(*report.heads, importance))
        yield report


def score_layers(
    report: ImportanceReport, read: Callable[[PredictionScores], float], *, is_alone: bool
) -> dict[tuple[Kind, int], float]:
    """Return one score for each kind and layer; the lowest marks the attention that matters most.

    Args:
        report: of all heads.
        read: returns the score.
        is_alone: True for the score with the best head alone (Michel et al. 2019, section 3.3); False for the mean
            score without one head.
    """
    scores: dict[tuple[Kind, int], list[float]] = {}
    for each in report.heads:
        scores.setdefault((each.head.kind, each.head.layer), []).append(read(each.alone if is_alone else each.without))
    return {site: max(values) if is_alone else fmean(values) for site, values in scores.items()}
