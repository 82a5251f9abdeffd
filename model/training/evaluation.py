"""Evaluation of a translator on held-out pairs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import torch
from torch.nn import functional

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.data.vocabulary import PAD_ID
from model.inference.translator import Translator
from model.inference.unknown_words import copies_exactly
from model.inference.word_alignment import count_aligned_words, count_linked_words
from model.training.typing_evaluation import evaluate_typing
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

BATCH_SIZE = 256  # sentences scored at once


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
def evaluate(translator: Translator, pairs: Sequence[Pair], n_typed: int = 0) -> Evaluation:
    """Score a translator on pairs.

    Greedy decoding reproduces a sentence exactly if and only if, under teacher forcing, the most probable token of
    every step is the right one. So one teacher-forced pass per batch replaces decoding token by token.

    Args:
        translator: its model is left in the mode it was in.
        pairs: gold pairs.
        n_typed: number of pairs, the first ones, to score as typed word by word as well.
    """
    model = translator.model
    encoded = EncodedPairs(pairs, translator.source, translator.target, model.device)
    was_training = model.training
    model.eval()
    last = Site(Kind.CROSS, model.config.n_layers - 1)
    loss, n_tokens, n_exact, n_linked, n_aligned = 0.0, 0, 0, 0, 0
    for indices in encoded.by_length(BATCH_SIZE):
        batch = encoded.batch(indices)
        with recording(sites=(last,)) as recorder:
            scores = model(batch.source, batch.fed, batch.source_allowed)
        is_token = batch.expected != PAD_ID
        n_tokens += int(is_token.sum())
        loss += float(functional.cross_entropy(scores[is_token], batch.expected[is_token], reduction="sum"))
        is_exact = ((scores.argmax(dim=-1) == batch.expected) | ~is_token).all(dim=1).tolist()
        attention = recorder.captured[last][0].cpu().numpy()  # (B, H, T, S)
        for row, index in enumerate(indices.tolist()):
            pair = pairs[index]
            source, target = translator.source.tokenize(pair.source), translator.target.tokenize(pair.target)
            weights = attention[row, :, : len(target), : len(source)]  # (H, T, S), without <eos>
            n_linked += count_linked_words(pair)
            n_aligned += int(count_aligned_words(weights.mean(axis=0), source, target, pair))
            n_exact += is_exact[row] and copies_exactly(translator, source, target, weights)
    typing_scores = asdict(evaluate_typing(translator, pairs[:n_typed])) if n_typed else {}
    model.train(was_training)
    alignment_accuracy = n_aligned / n_linked if n_linked else None
    return Evaluation(loss / n_tokens, n_exact / len(pairs), alignment_accuracy, len(pairs), **typing_scores)
