"""Several sentences through the encoder at once, as in training: padded, and the padding masked.

Shapes: B sentences, L layers, H heads, S positions of the longest sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32
from torch.nn.utils.rnn import pad_sequence

from model.data.vocabulary import PAD, PAD_ID
from model.inference.attention_maps import Maps
from model.inference.translator import Translator
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """The encoder's attention over a batch.

    Attributes:
        tokens: the words of each sentence, padded with ``<pad>`` to one length S.
        lengths: how many of them are words.
        ids: (B, S), what the model reads.
        maps: (B, L, H, S, S); NaN for padding, as a key (nobody may look at it) and as a query (nobody asks).
        differences: per sentence the largest difference from its maps when it is read alone.
    """

    tokens: tuple[tuple[str, ...], ...]
    lengths: tuple[int, ...]
    ids: tuple[tuple[int, ...], ...]
    maps: Float32[np.ndarray, "B L H S S"]
    differences: tuple[float, ...]


@torch.inference_mode()
def read_together(
    translator: Translator, sentences: Sequence[Sequence[str]], texts: Sequence[Sequence[str]] = ()
) -> Together:
    """Read sentences as one batch, and each alone to compare.

    Args:
        translator: its model in evaluation mode.
        sentences: the words of each, one at least.
        texts: how the words are shown; the words themselves by default.

    Raises:
        ValueError: there is no sentence, or one has no word.
    """
    if not sentences or not all(sentences):
        raise ValueError("A batch needs one sentence at least, and every sentence a word.")
    rows = [torch.tensor(translator.source.encode(words)) for words in sentences]
    ids = pad_sequence(rows, batch_first=True, padding_value=PAD_ID)
    maps = _maps(translator.model, ids)
    lengths = tuple(len(row) for row in rows)
    differences = []
    for number, row in enumerate(rows):
        alone = _maps(translator.model, row[None])[0]
        own = maps[number, :, :, : len(row), : len(row)]
        differences.append(float(np.abs(own - alone).max()))
        maps[number, :, :, len(row) :] = np.nan
        maps[number, :, :, :, len(row) :] = np.nan
    maps.setflags(write=False)
    width = ids.shape[1]
    tokens = tuple((*words, *[PAD] * (width - len(words))) for words in (texts or sentences))
    return Together(tokens, lengths, tuple(tuple(row) for row in ids.tolist()), maps, tuple(differences))


def _maps(model: Transformer, ids: torch.Tensor) -> Maps:
    """All encoder maps of a batch, (B, L, H, S, S)."""
    ids = ids.to(model.device)
    with recording() as recorder:
        model.encode(ids, ids != PAD_ID)
    layers = [recorder.captured[Site(Kind.ENCODER, layer)][0] for layer in range(model.config.n_layers)]
    return torch.stack(layers, dim=1).cpu().numpy().astype(np.float32)
