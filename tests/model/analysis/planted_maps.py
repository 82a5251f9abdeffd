"""A pair of sentences, and maps whose heads each put a whole row on one source word, as planted."""

import numpy as np

from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind

PAIR = Pair(("the", "black", "cat"), ("le", "chat", "noir"), frozenset({(0, 0), (2, 1), (1, 2)}))


def plant_maps(pair: Pair, *layers: list[list[int]]) -> PairMaps:
    """Return maps; a head puts the whole row t on the source word ``layers[layer][head][t]``."""
    weights = np.eye(len(pair.source), dtype=np.float32)[np.array(layers)]
    return PairMaps(pair, pair.source, pair.target, AttentionMaps({Kind.CROSS: weights}))
