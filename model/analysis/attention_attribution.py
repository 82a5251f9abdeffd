"""Attributions from the cross-attention of the last decoder layer: its weights, and its weights times value norms.

Shapes: H heads, S source tokens, D model width, E = D // H width of a head.
"""

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from model.analysis.generated_token import GeneratedToken
from model.inference.attention_maps import AttentionMaps
from model.inference.translator import Translator
from model.transformer.kind import Kind


def average_heads(maps: AttentionMaps, step: int) -> Float[np.ndarray, "S"]:
    """Return the cross-attention weights of a step in the last layer, averaged over the heads; they sum to 1."""
    return maps[Kind.CROSS][-1, :, step].mean(axis=0)


@torch.inference_mode()
def weigh_values(translator: Translator, token: GeneratedToken, maps: AttentionMaps) -> Float[np.ndarray, "S"]:
    """Return the norms of what each source token adds to the last cross-attention (Kobayashi et al. 2020).

    Args:
        translator: its model in evaluation mode.
        token: the generated token; its step is the last that was fed.
        maps: of the translation.
    """
    model = translator.model
    memory = model.encode(torch.tensor([token.source], device=model.device))
    weights = torch.from_numpy(maps[Kind.CROSS][-1, :, len(token.fed) - 1].copy()).to(model.device)
    output = model.get_decoder_layers()[-1].cross_attn.out_proj.weight
    return measure_contributions(weights, memory.layers[-1].values[0], output).cpu().numpy()


def measure_contributions(
    weights: Float[Tensor, "H S"], values: Float[Tensor, "H S E"], output: Float[Tensor, "D HE"]
) -> Float[Tensor, "S"]:
    """Return ‖Σ_h α_h(s) W_h v_h(s)‖ for each source token s (Kobayashi et al. 2020, arXiv:2004.10102, section 3).

    Args:
        weights: α of one query.
        values: v of every key.
        output: weight of the output projection; W_h are the columns of head h.
    """
    mixed = (weights[..., None] * values).transpose(0, 1).flatten(1)  # (S, H E)
    return (mixed @ output.T).norm(dim=-1)
