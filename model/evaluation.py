"""How good a model is on sentences it was not trained on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch.nn import functional

from model.batches import EncodedPairs
from model.capture import recording
from model.copying import copied_position
from model.corpus import Pair
from model.kind import Kind, Site
from model.translator import Translator
from model.vocabulary import PAD_ID, Vocabulary

BATCH_SIZE = 256  # sentences scored at once


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores on held-out pairs.

    Attributes:
        loss: mean cross-entropy per target token, in nats.
        exact_match: share of sentences translated exactly right, copied words included.
        alignment_accuracy: share of target words at which the mean of the last decoder layer's cross-attention
            heads peaks at a source word that the gold alignment links to it.
        n_sentences: how many sentences were scored.
    """

    loss: float
    exact_match: float
    alignment_accuracy: float
    n_sentences: int


@torch.inference_mode()
def evaluate(translator: Translator, pairs: Sequence[Pair]) -> Evaluation:
    """Score a translator on pairs.

    Greedy decoding reproduces a sentence exactly if and only if, fed with that sentence, every step's likeliest
    token is the right one; so one teacher-forced pass per batch tells, without decoding token by token.

    Args:
        translator: what to score; its model is left in the mode it was in.
        pairs: gold pairs.
    """
    model = translator.model
    encoded = EncodedPairs(pairs, translator.source, translator.target, model.device)
    was_training = model.training
    model.eval()
    last = Site(Kind.CROSS, model.config.n_layers - 1)
    loss, n_tokens, n_right, n_linked, n_pointed = 0.0, 0, 0, 0, 0
    for indices in encoded.by_length(BATCH_SIZE):
        batch = encoded.batch(indices)
        with recording() as recorder:
            scores = model(batch.source, batch.fed, batch.source_allowed)
        is_token = batch.expected != PAD_ID
        n_tokens += int(is_token.sum())
        loss += float(functional.cross_entropy(scores[is_token], batch.expected[is_token], reduction="sum"))
        is_right = ((scores.argmax(dim=-1) == batch.expected) | ~is_token).all(dim=1).tolist()
        attention = recorder.captured[last][0].cpu().numpy()  # (B, H, T, S)
        pointed = attention.mean(axis=1).argmax(axis=-1)  # (B, T)
        for row, index in enumerate(indices.tolist()):
            pair = pairs[index]
            linked = {target for _, target in pair.alignment}
            n_linked += len(linked)
            n_pointed += sum((int(pointed[row, target]), target) in pair.alignment for target in linked)
            n_right += is_right[row] and _copies_right(pair, attention[row], translator.source, translator.target)
    model.train(was_training)
    return Evaluation(loss / n_tokens, n_right / len(pairs), n_pointed / max(n_linked, 1), len(pairs))


def _copies_right(pair: Pair, attention: Float[np.ndarray, "H T S"], source: Vocabulary, target: Vocabulary) -> bool:
    source_ids = source.encode(pair.source)
    return all(
        pair.source[copied_position(attention[:, step, : len(source_ids)], source_ids)] == word
        for step, word in enumerate(pair.target)
        if word not in target
    )
