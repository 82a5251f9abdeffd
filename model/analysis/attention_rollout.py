"""Attention rollout (Abnar & Zuidema 2020, arXiv:2005.00928), extended from one stack to encoder and decoder.

Shapes: L layers, H heads, S source tokens, T target tokens.
"""

import numpy as np
from jaxtyping import Float

from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


def roll_out(maps: AttentionMaps) -> Float[np.ndarray, "T _"]:
    """Trace every decoder row back to the source tokens and to the tokens fed in.

    With A the mean of a layer's heads and ½ I for the residual connection, an encoder layer maps the rows E to
    (½ I + ½ A) E, from E = I. The decoder starts with all weight on the tokens fed in, R = [0, I]. In each layer,
    self-attention maps R to (½ I + ½ A) R, and cross-attention maps R to ½ R + ½ [A E, 0].

    Args:
        maps: of one sentence, of all three kinds.

    Returns:
        One row per target token: the shares of the S source tokens, then of the T tokens fed in; each row sums to 1.
    """
    encoder, decoder, cross = (
        np.nan_to_num(maps[kind].astype(np.float64)).mean(axis=1) for kind in (Kind.ENCODER, Kind.DECODER, Kind.CROSS)
    )
    n_target, n_source = cross.shape[1:]
    encoded = np.eye(n_source)
    for weights in encoder:
        encoded = (encoded + weights @ encoded) / 2
    rows = np.eye(n_target, n_source + n_target, k=n_source)
    for self_weights, cross_weights in zip(decoder, cross, strict=True):
        rows = (rows + self_weights @ rows) / 2
        rows = rows / 2
        rows[:, :n_source] += cross_weights @ encoded / 2
    return rows
