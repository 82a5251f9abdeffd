"""The predictions of a model that is fed gold translations (teacher forcing), in batches of similar length.

Greedy decoding reproduces a sentence exactly if and only if, under teacher forcing, the most probable token of every
step is the right one, and the last step is within the limit of decoding. So one pass per batch replaces decoding token
by token. Tokens that are never generated, such as ``<pad>``, take part: no target has them, so that a model in training
soon gives them no probability.

Shapes: N target tokens of a batch, V target vocabulary, B pairs, H heads, T target and S source tokens.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.data.vocabulary import PAD_ID
from model.inference.greedy_decoding import length_limit
from model.inference.translator import Translator
from model.inference.unknown_words import copies_exactly
from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit, recording

BATCH_SIZE = 256  # pairs read at once


@dataclass(frozen=True, slots=True, eq=False)
class PredictedPair:
    """The predictions of one pair.

    Attributes:
        pair: the gold pair.
        source: its source tokens.
        target: its target tokens, without ``<eos>``.
        attention: the cross-attention of the last layer, without the row that generates ``<eos>``.
        is_exact: True if the right token is predicted at every step, copied tokens included.
    """

    pair: Pair
    source: Sequence[str]
    target: Sequence[str]
    attention: Float[np.ndarray, "H T S"]
    is_exact: bool


@dataclass(frozen=True, slots=True, eq=False)
class PredictedBatch:
    """The predictions of a batch of pairs.

    Attributes:
        scores: logits of all target tokens, ``<eos>`` included and padding left out.
        expected: ids of these tokens.
        pairs: the predictions of each pair.
    """

    scores: Float[Tensor, "N V"]
    expected: Int[Tensor, " N"]
    pairs: tuple[PredictedPair, ...]

    @property
    def is_right(self) -> Bool[Tensor, " N"]:
        """True where the right token has the highest score."""
        return self.scores.argmax(dim=-1) == self.expected


def predict_gold(
    translator: Translator,
    pairs: Sequence[Pair],
    encoded: EncodedPairs,
    *,
    edits: Sequence[Edit] = (),
    sites: Collection[Site] = (),
) -> Iterator[PredictedBatch]:
    """Yield the predictions of all pairs, in batches.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs.
        encoded: the same pairs, encoded.
        edits: of the weights of ``sites``.
        sites: the attentions that are edited.
    """
    last = Site(Kind.CROSS, translator.model.config.n_layers - 1)  # decides which word is copied
    for indices in encoded.by_length(BATCH_SIZE):
        batch = encoded.batch(indices)
        with torch.inference_mode(), recording(*edits, sites={last, *sites}) as recorder:
            scores = translator.model(batch.source, batch.fed, batch.source_allowed)
        is_token = batch.expected != PAD_ID
        is_exact = ((scores.argmax(dim=-1) == batch.expected) | ~is_token).all(dim=1).tolist()
        attention = recorder.captured[last][0].cpu().numpy()  # (B, H, T, S)
        predicted = [
            _predict_pair(translator, pairs[index], attention[row], is_exact=is_exact[row])
            for row, index in enumerate(indices.tolist())
        ]
        yield PredictedBatch(scores[is_token], batch.expected[is_token], tuple(predicted))


def _predict_pair(
    translator: Translator, pair: Pair, attention: Float[np.ndarray, "H T S"], *, is_exact: bool
) -> PredictedPair:
    source, target = translator.source.tokenize(pair.source), translator.target.tokenize(pair.target)
    weights = attention[:, : len(target), : len(source)]
    ends_in_time = len(target) < length_limit(len(source))
    is_exact = is_exact and ends_in_time and copies_exactly(translator, source, target, weights)
    return PredictedPair(pair, source, target, weights, is_exact)
