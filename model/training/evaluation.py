"""Evaluation of a translator on held-out pairs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

import torch
from torch.nn import functional

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.gold_predictions import predict_gold
from model.inference.translator import Translator
from model.inference.word_alignment import count_aligned_words, count_linked_words
from model.training.evaluation_mode import evaluation_mode
from model.training.typing_evaluation import evaluate_typing


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores on held-out pairs.

    Attributes:
        loss: mean cross-entropy per target token, in nats.
        exact_match: share of sentences translated token for token, copied tokens included. The same text in other
            subwords counts as wrong here; ``model.training.bleu`` compares text.
        alignment_accuracy: share of aligned target words at which the cross-attention of the last decoder layer,
            averaged over heads and merged to words by ``model.data.word_boundaries.merge_to_words``, peaks at a source
            word of the gold alignment. None if the pairs have no gold alignment.
        n_sentences: sentences scored.
        doubled_share: see ``model.training.typing_evaluation.TypingScores``, as for the scores below. They are None if
            they were not measured, as before the last step of a training.
        length_limit_share: likewise.
        normalized_erasure: likewise.
        calibration_error: likewise.
    """

    loss: float
    exact_match: float
    alignment_accuracy: float | None
    n_sentences: int
    doubled_share: float | None = None
    length_limit_share: float | None = None
    normalized_erasure: float | None = None
    calibration_error: float | None = None


@torch.inference_mode()
def evaluate(
    translator: Translator,
    pairs: Sequence[Pair],
    n_typed: int = 0,
    progress: Callable[[Sequence[int]], Iterable[int]] = iter,
) -> Evaluation:
    """Score a translator on pairs.

    Args:
        translator: its model is left in the mode it was in.
        pairs: gold pairs.
        n_typed: number of pairs, the first ones, to score as typed word by word as well.
        progress: wraps the iteration over the lengths of what is typed, for a progress bar.
    """
    model = translator.model
    encoded = EncodedPairs(pairs, translator.source, translator.target, model.device)
    loss, n_tokens, n_exact, n_linked, n_aligned = 0.0, 0, 0, 0, 0
    with evaluation_mode(model):
        for batch in predict_gold(translator, pairs, encoded):
            n_tokens += len(batch.expected)
            loss += float(functional.cross_entropy(batch.scores, batch.expected, reduction="sum"))
            for each in batch.pairs:
                n_exact += each.is_exact
                n_linked += count_linked_words(each.pair)
                n_aligned += int(count_aligned_words(each.attention.mean(axis=0), each.source, each.target, each.pair))
        typing_scores = asdict(evaluate_typing(translator, pairs[:n_typed], progress)) if n_typed else {}
    alignment_accuracy = n_aligned / n_linked if n_linked else None
    return Evaluation(loss / n_tokens, n_exact / len(pairs), alignment_accuracy, len(pairs), **typing_scores)
