"""Attention maps of gold pairs under teacher forcing, read in batches.

Shapes: B batch, L layers, H heads, Q queries, K keys, T target tokens, S source tokens.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32

from model.corpus import Pair
from model.data.batches import EncodedPairs
from model.inference.attention_maps import AttentionMaps, collect_batch
from model.inference.translator import Translator
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording

BATCH_SIZE = 128  # pairs read at once


@dataclass(frozen=True, slots=True)
class PairMaps:
    """A gold pair, its tokens without ``<eos>``, and its attention maps without padding.

    The last row of cross and decoder maps generates ``<eos>``. Row t generates target token t and is fed token t - 1.
    """

    pair: Pair
    source: tuple[str, ...]
    target: tuple[str, ...]
    maps: AttentionMaps

    def read_target_rows(self, *, is_fed: bool) -> Float32[np.ndarray, "L H T S"]:
        """Return the cross-attention at every target token.

        Args:
            is_fed: read a token at the step that is fed it (Chen et al. 2020, arXiv:2004.14837) instead of the step
                that generates it (Garg et al. 2019, arXiv:1909.02074).
        """
        maps = self.maps[Kind.CROSS]
        return maps[..., 1:, :] if is_fed else maps[..., :-1, :]


def read_maps(translator: Translator, pairs: Sequence[Pair], kinds: Sequence[Kind] = tuple(Kind)) -> Iterator[PairMaps]:
    """Yield the maps of every pair, by length; the model is fed the gold translation (teacher forcing).

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs.
        kinds: the kinds of attention to record.
    """
    model = translator.model
    encoded = EncodedPairs(pairs, translator.source, translator.target, model.device)
    sites = [Site(kind, layer) for kind in kinds for layer in range(model.config.n_layers)]
    for indices in encoded.by_length(BATCH_SIZE):
        batch = encoded.batch(indices)
        with torch.inference_mode(), recording(sites=sites) as recorder:
            model.decode_vectors(batch.fed, model.encode(batch.source, batch.source_allowed))
        stacked = collect_batch(recorder)  # (B, L, H, Q, K) of each kind
        for row, index in enumerate(indices.tolist()):
            pair = pairs[index]
            source, target = translator.source.tokenize(pair.source), translator.target.tokenize(pair.target)
            n_keys = {Kind.CROSS: len(source), Kind.ENCODER: len(source), Kind.DECODER: len(target) + 1}
            n_queries = n_keys | {Kind.CROSS: len(target) + 1}
            maps = {kind: stacked[kind][row][..., : n_queries[kind], : n_keys[kind]] for kind in kinds}
            yield PairMaps(pair, tuple(source), tuple(target), AttentionMaps(maps))
