"""Attributions from the cross-attention of the last decoder layer: its weights, and its weights times value norms.

Shapes: N generated tokens, H heads, S source tokens, D model width, E = D // H width of a head.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from model.analysis.generated_tokens import GeneratedTokens
from model.inference.attention_maps import AttentionMaps
from model.inference.translator import Translator
from model.transformer.kind import Kind


def average_heads(maps: AttentionMaps, steps: Sequence[int]) -> Float[np.ndarray, "N S"]:
    """Return the cross-attention weights of some steps in the last layer, averaged over the heads; rows sum to 1."""
    return maps[Kind.CROSS][-1][:, steps].mean(axis=0)


@torch.inference_mode()
def weigh_values(translator: Translator, tokens: GeneratedTokens, maps: AttentionMaps) -> Float[np.ndarray, "N S"]:
    """Return the norms of what each source token adds to the last cross-attention (Kobayashi et al. 2020).

    Args:
        translator: its model in evaluation mode.
        tokens: the generated tokens.
        maps: of the translation.
    """
    model = translator.model
    memory = model.encode(torch.tensor([tokens.source], device=model.device))
    weights = torch.from_numpy(maps[Kind.CROSS][-1][:, tokens.steps]).to(model.device)
    output = model.get_decoder_layers()[-1].cross_attn.out_proj.weight
    return measure_contributions(weights, memory.layers[-1].values[0], output).cpu().numpy()


def measure_contributions(
    weights: Float[Tensor, "H N S"], values: Float[Tensor, "H S E"], output: Float[Tensor, "D HE"]
) -> Float[Tensor, "N S"]:
    """Return ‖Σ_h α_h(s) W_h v_h(s)‖ for each source token s (Kobayashi et al. 2020, arXiv:2004.10102, section 3).

    Args:
        weights: α of every query.
        values: v of every key.
        output: weight of the output projection; W_h are the columns of head h.
    """
    mixed = (weights[..., None] * values[:, None]).movedim(0, 2).flatten(2)  # (N, S, H E)
    return (mixed @ output.T).norm(dim=-1)
