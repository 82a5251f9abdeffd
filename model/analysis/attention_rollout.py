"""Attention rollout through encoder and decoder (Abnar & Zuidema 2020, arXiv:2005.00928).

Every layer mixes its attention, averaged over the heads, half and half with the residual connection:

    encoder    R ← ½ (A_encoder + I) R                          from R = I, (S, S)
    decoder    X ← ½ (A_decoder + I) X                          from X = [0 | I], (T, S + T)
               X ← ½ X + ½ [A_cross R | 0]

Cross-attention thus carries the rows of the decoder to the source tokens. Rows of R and X sum to 1.

Shapes: S source tokens, T decoder input tokens, N of them.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind


def roll_out(maps: AttentionMaps) -> Float[np.ndarray, "T S_and_T"]:
    """Return the share of every source token and every decoder input token in each row of the decoder's output."""
    encoder, decoder, cross = (
        np.nan_to_num(maps[kind]).mean(axis=1, dtype=np.float64) for kind in (Kind.ENCODER, Kind.DECODER, Kind.CROSS)
    )
    n_target, n_source = cross.shape[1:]
    source = np.eye(n_source)
    for weights in encoder:
        source = (weights @ source + source) / 2
    rows = np.eye(n_target, n_source + n_target, k=n_source)
    for own, across in zip(decoder, cross, strict=True):
        rows = (own @ rows + rows) / 2
        rows /= 2
        rows[:, :n_source] += across @ source / 2
    return rows


def roll_out_to_source(maps: AttentionMaps, steps: Sequence[int]) -> Float[np.ndarray, "N S"]:
    """Return the shares of the source tokens at some steps; each row sums to 1 without the decoder input tokens."""
    n_source = maps[Kind.CROSS].shape[-1]
    shares = roll_out(maps)[steps, :n_source]
    return shares / shares.sum(axis=1, keepdims=True)
