"""A translation of three steps by a model of one layer and two heads, with random maps."""

import numpy as np

from model.inference.attention_maps import AttentionMaps
from model.inference.translation import DecodingStep, Translation
from model.transformer.kind import Kind

SOURCE, FED, GENERATED = ("the", "cat"), ("<bos>", "le", "chat"), ("le", "chat", "<eos>")
SIZES = {Kind.CROSS: (3, 2), Kind.ENCODER: (2, 2), Kind.DECODER: (3, 3)}


def make_translation() -> Translation:
    """Return the translation."""
    random = np.random.default_rng(0)
    maps = {kind: random.random((1, 2, *size), dtype=np.float32) for kind, size in SIZES.items()}
    maps[Kind.DECODER][..., *np.triu_indices(3, 1)] = np.nan
    steps = tuple(DecodingStep(fed, token, 1.0, ()) for fed, token in zip(FED, GENERATED, strict=True))
    return Translation(SOURCE, steps, AttentionMaps(maps), is_complete=True)
