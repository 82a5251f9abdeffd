"""Alignment accuracy of every cross-attention head.

Shapes: B batch, L layers, H heads, T target tokens, S source tokens.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.attention_maps import collect_batch
from model.inference.translator import Translator
from model.inference.word_alignment import count_aligned_words, count_linked_words
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

BATCH_SIZE = 128  # pairs read at once


@torch.inference_mode()
def score_heads(translator: Translator, pairs: Sequence[Pair]) -> Float[np.ndarray, "L H_and_mean"] | None:
    """Return the alignment accuracy of each head by layer, the mean of heads last; None without gold links.

    The accuracy is the share of linked target words at which the head has its largest weight on a source word that the
    gold alignment links. The model is fed the gold translation (teacher forcing).

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
    """
    n_linked = sum(map(count_linked_words, pairs))
    if not n_linked:
        return None
    model = translator.model
    encoded = EncodedPairs(pairs, translator.source, translator.target, model.device)
    sites = [Site(Kind.CROSS, layer) for layer in range(model.config.n_layers)]
    n_aligned = np.zeros((model.config.n_layers, model.config.n_heads + 1), dtype=np.int64)
    for indices in encoded.by_length(BATCH_SIZE):
        batch = encoded.batch(indices)
        with recording(sites=sites) as recorder:
            model(batch.source, batch.fed, batch.source_allowed)
        maps = collect_batch(recorder)[Kind.CROSS]  # (B, L, H, T, S)
        maps = np.concatenate((maps, maps.mean(axis=2, keepdims=True)), axis=2)
        for index, weights in zip(indices.tolist(), maps, strict=True):
            pair = pairs[index]
            source, target = translator.source.tokenize(pair.source), translator.target.tokenize(pair.target)
            n_aligned += count_aligned_words(weights[..., : len(target), : len(source)], source, target, pair)
    return n_aligned / n_linked
