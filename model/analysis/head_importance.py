"""Importance of every head: what the model loses without it, and what it keeps with it alone in its layer.

Michel et al. 2019, "Are Sixteen Heads Really Better than One?" (arXiv:1905.10650).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from statistics import fmean
from typing import Any

from torch.nn import functional

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.gold_predictions import PredictedBatch, predict_gold
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind, Site


@dataclass(frozen=True, slots=True)
class PredictionScores:
    """Scores of predictions on gold pairs under teacher forcing.

    Attributes:
        exact_match: share of sentences with the right token at every step, copied tokens included.
        token_accuracy: share of target tokens, ``<eos>`` included, that are the most probable ones.
        log_probability: mean log-probability of the target tokens, in nats.
    """

    exact_match: float
    token_accuracy: float
    log_probability: float


@dataclass(frozen=True, slots=True)
class HeadImportance:
    """Importance of one head.

    Attributes:
        kind: of attention.
        layer: counted from 0.
        head: counted from 0.
        without: scores of the model with this head switched off.
        alone: scores of the model with all other heads of this layer and kind switched off.
    """

    kind: Kind
    layer: int
    head: int
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
        return json.dumps(asdict(self)).encode()

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
                    Kind(head["kind"]),
                    int(head["layer"]),
                    int(head["head"]),
                    _read_scores(head["without"]),
                    _read_scores(head["alone"]),
                )
                for head in values["heads"]
            )
            return cls(int(values["n_sentences"]), _read_scores(values["untouched"]), heads)
        except (AttributeError, KeyError, TypeError, RecursionError, OverflowError):
            raise ValueError("it is not a report on the importance of heads") from None


def list_heads(config: ModelConfig) -> list[tuple[Kind, int, int]]:
    """Return kind, layer and head of all heads of a model, in the order of a report."""
    return list(product(Kind, range(config.n_layers), range(config.n_heads)))


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
    predict = partial(predict_gold, translator, pairs, encoded)
    report = ImportanceReport(len(pairs), score_predictions(predict()))
    yield report
    for kind, layer, head in list_heads(config):
        off = [switch_head_off(kind, layer, each) for each in range(config.n_heads)]
        without, alone = (
            score_predictions(predict(edits=edits, site=Site(kind, layer)))
            for edits in ([off[head]], off[:head] + off[head + 1 :])
        )
        importance = HeadImportance(kind, layer, head, without, alone)
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
    for head in report.heads:
        scores.setdefault((head.kind, head.layer), []).append(read(head.alone if is_alone else head.without))
    return {site: max(each) if is_alone else fmean(each) for site, each in scores.items()}


def score_predictions(batches: Iterable[PredictedBatch]) -> PredictionScores:
    """Score the predictions of gold pairs, at least one, of which ``predict_gold`` yields the batches."""
    n_pairs, n_exact, n_right, n_tokens, log_probability = 0, 0, 0, 0, 0.0
    for batch in batches:
        n_pairs += len(batch.pairs)
        n_exact += sum(each.is_exact for each in batch.pairs)
        n_right += int(batch.is_right.sum())
        n_tokens += len(batch.expected)
        log_probability -= float(functional.cross_entropy(batch.scores, batch.expected, reduction="sum"))
    return PredictionScores(n_exact / n_pairs, n_right / n_tokens, log_probability / n_tokens)
