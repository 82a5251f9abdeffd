"""Several sentences in one batch through the encoder, padded and masked as in training.

Shapes: B sentences, L layers, H heads, S positions of the longest sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32
from torch.nn.utils.rnn import pad_sequence

from model.data.vocabulary import PAD, PAD_ID
from model.inference.attention_maps import Maps, collect_batch
from model.inference.translator import Translator
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind
from model.transformer.taps import recording


@dataclass(frozen=True, slots=True, eq=False)
class PaddedBatch:
    """A batch of sentences and the encoder's attention over it.

    Attributes:
        tokens: of each sentence, padded with ``<pad>`` to one length S.
        lengths: the number of tokens of each sentence without padding.
        ids: (B, S), the model's input.
        maps: (B, L, H, S, S); NaN in the rows and columns of padding.
        differences: per sentence the largest absolute difference from its maps without a batch.
    """

    tokens: tuple[tuple[str, ...], ...]
    lengths: tuple[int, ...]
    ids: tuple[tuple[int, ...], ...]
    maps: Float32[np.ndarray, "B L H S S"]
    differences: tuple[float, ...]


@torch.inference_mode()
def encode_batch(
    translator: Translator, sentences: Sequence[Sequence[str]], texts: Sequence[Sequence[str]] = ()
) -> PaddedBatch:
    """Encode sentences as one batch, and each one alone for comparison.

    Args:
        translator: its model in evaluation mode.
        sentences: the words of each; at least one sentence.
        texts: the displayed form of the words; the words themselves by default.

    Raises:
        ValueError: there is no sentence, or a sentence has no word.
    """
    if not sentences or not all(sentences):
        raise ValueError("A batch needs at least one sentence, and every sentence a word.")
    rows = [torch.tensor(translator.source.encode(words)) for words in sentences]
    ids = pad_sequence(rows, batch_first=True, padding_value=PAD_ID)
    maps = _record_maps(translator.model, ids)
    lengths = tuple(len(row) for row in rows)
    differences = []
    for number, row in enumerate(rows):
        alone = _record_maps(translator.model, row[None])[0]
        own = maps[number, :, :, : len(row), : len(row)]
        differences.append(float(np.abs(own - alone).max()))
        maps[number, :, :, len(row) :] = np.nan
        maps[number, :, :, :, len(row) :] = np.nan
    maps.setflags(write=False)
    width = ids.shape[1]
    tokens = tuple((*words, *[PAD] * (width - len(words))) for words in (texts or sentences))
    return PaddedBatch(tokens, lengths, tuple(tuple(row) for row in ids.tolist()), maps, tuple(differences))


def _record_maps(model: Transformer, ids: torch.Tensor) -> Maps:
    """Return all encoder maps of a batch, (B, L, H, S, S)."""
    ids = ids.to(model.device)
    with recording() as recorder:
        model.encode(ids, ids != PAD_ID)
    return collect_batch(recorder)[Kind.ENCODER]
