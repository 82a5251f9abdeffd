"""Scores of a model on gold pairs under teacher forcing, also without some of its heads."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch.nn import functional

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.gold_predictions import predict_gold
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.translator import Translator
from model.transformer.kind import Site


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


def score_without(
    translator: Translator,
    pairs: Sequence[Pair],
    encoded: EncodedPairs,
    off: Sequence[Head],
    *,
    is_uniform: bool = False,
) -> PredictionScores:
    """Score a model without some of its heads.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
        encoded: the same pairs, encoded.
        off: the heads switched off; none for the model as it is.
        is_uniform: True if these have uniform weights, False if they have none.
    """
    edits, sites = Intervention(tuple(off), is_uniform).edits, {Site(each.kind, each.layer) for each in off}
    n_exact, n_right, n_tokens, log_probability = 0, 0, 0, 0.0
    for batch in predict_gold(translator, pairs, encoded, edits=edits, sites=sites):
        n_exact += sum(each.is_exact for each in batch.pairs)
        n_right += int(batch.is_right.sum())
        n_tokens += len(batch.expected)
        log_probability -= float(functional.cross_entropy(batch.scores, batch.expected, reduction="sum"))
    return PredictionScores(n_exact / len(pairs), n_right / n_tokens, log_probability / n_tokens)
