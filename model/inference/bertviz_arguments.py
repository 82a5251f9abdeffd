"""A translation as the arguments of BertViz (Vig 2019, https://arxiv.org/abs/1906.05714)."""

from typing import Any

import numpy as np
import torch

from model.inference.translation import Translation
from model.transformer.kind import Kind


def to_bertviz(translation: Translation) -> dict[str, Any]:
    """Return the keyword arguments of ``bertviz.head_view`` and ``bertviz.model_view``.

    BertViz has one list of decoder tokens for rows and columns. They are the generated tokens, so column t of
    decoder attention, which belongs to the token *fed in* at step t, stands under the token *generated* at step t.

    Returns:
        ``encoder_attention``, ``decoder_attention`` and ``cross_attention``, one tensor (1, H, Q, K) per layer with 0
        where a key did not exist yet, and the lists ``encoder_tokens`` and ``decoder_tokens``.

    Raises:
        ValueError: encoder and decoder have different numbers of layers or heads, which BertViz does not show.
    """
    if len({translation.maps[kind].shape[:2] for kind in Kind}) > 1:
        raise ValueError("BertViz shows only encoders and decoders with equal numbers of layers and of heads.")
    attention = {f"{kind}_attention": _to_tensors(translation, kind) for kind in Kind}
    return {**attention, "encoder_tokens": list(translation.source), "decoder_tokens": list(translation.target)}


def _to_tensors(translation: Translation, kind: Kind) -> list[torch.Tensor]:
    return [torch.from_numpy(np.nan_to_num(layer))[None] for layer in translation.maps[kind]]
