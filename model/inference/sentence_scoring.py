"""Scoring of a whole sentence by a language model, and its record.

Shapes: L layers, H heads, T tokens read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32
from torch.nn import functional

from model.data.vocabulary import BOS_ID, EOS, EOS_ID
from model.inference.attention_maps import AttentionMaps
from model.inference.row_labels import shift_right
from model.inference.text_generator import TextGenerator
from model.transformer.kind import Kind
from model.transformer.taps import recording


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSentence:
    """A whole sentence read at once, as in training, with the loss of each token.

    Attributes:
        tokens: the sentence and ``<eos>``: the T tokens to predict.
        losses: -log p(x_t | the tokens that the mask allows), read-only float32 (T,), in nats.
        maps: of ``Kind.DECODER``, (L, H, T, T); forbidden cells are NaN.
    """

    tokens: tuple[str, ...]
    losses: Float32[np.ndarray, "T"]
    maps: AttentionMaps

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """Return the column labels of the maps: the tokens read."""
        return shift_right(self.queries(kind))

    def queries(self, kind: Kind) -> tuple[str, ...]:
        """Return the row labels of the maps: the token to predict after each token read."""
        return self.tokens

    def attention_to_next_token(self, layer: int, head: int | None) -> float:
        """Return the share of attention that a head (None for the mean of heads) pays to the token it predicts.

        The mean over all rows but the last, whose next token is never read; 0 where the mask forbids it, and for a
        sentence without words.
        """
        weights = np.diagonal(self.maps.head(Kind.DECODER, layer, head), offset=1)
        return float(np.nan_to_num(weights).mean()) if weights.size else 0.0


@torch.inference_mode()
def score_sentence(
    text_generator: TextGenerator, words: Sequence[str], *, texts: Sequence[str] | None = None
) -> ScoredSentence:
    """Read a whole sentence at once, as in training, and compute the loss of each token.

    Args:
        text_generator: its model in evaluation mode.
        words: the sentence, without ``<bos>`` and ``<eos>``; may be empty.
        texts: the displayed form of the words; the words themselves by default.
    """
    model = text_generator.model
    ids = [BOS_ID, *text_generator.vocabulary.encode(words), EOS_ID]
    with recording() as recorder:
        scores = model(torch.tensor([ids[:-1]], device=model.device))[0].cpu()
    losses = functional.cross_entropy(scores, torch.tensor(ids[1:]), reduction="none").numpy()
    losses.setflags(write=False)
    maps = AttentionMaps.collect(recorder, is_causal=model.config.is_causal)
    return ScoredSentence((*(words if texts is None else texts), EOS), losses, maps)
