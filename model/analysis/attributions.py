"""Attributions of one generated token to the source tokens, by several methods.

Shapes: S source tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from model.analysis.attention_rollout import roll_out
from model.analysis.generated_token import GeneratedToken, encode_generated_token
from model.analysis.gradient_attribution import integrate_gradients, multiply_gradient_by_input
from model.analysis.leaving_out import leave_words_out
from model.analysis.value_norms import weigh_by_value_norm
from model.inference.attention_maps import AttentionMaps
from model.inference.translator import Translator
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording


@dataclass(frozen=True, slots=True, eq=False)
class Attributions:
    """One number per source token from every method; read-only arrays.

    Attributes:
        attention: mean of the last decoder layer's cross-attention heads; sums to 1.
        value_norm: the same heads, each weight times the norm of the transformed value.
        rollout: share of each source token after rollout; sums to less than 1, the rest is on the tokens fed in.
        gradient_input: gradient of the token's logit times the word embedding.
        integrated_gradients: integral of that gradient from a sentence of unknown words.
        leaving_out: fall of the token's log-probability, in nats, when the word becomes the unknown word.
    """

    attention: Float[np.ndarray, "S"]
    value_norm: Float[np.ndarray, "S"]
    rollout: Float[np.ndarray, "S"]
    gradient_input: Float[np.ndarray, "S"]
    integrated_gradients: Float[np.ndarray, "S"]
    leaving_out: Float[np.ndarray, "S"]

    def __post_init__(self) -> None:
        for field in fields(self):
            getattr(self, field.name).setflags(write=False)


def attribute_token(translator: Translator, words: Sequence[str], tokens: Sequence[str], step: int) -> Attributions:
    """Attribute one token of a translation to the source tokens, by every method.

    Args:
        translator: its model in evaluation mode.
        words: of the sentence, as the model reads them; at least one.
        tokens: of the translation as the vocabulary has them (``Translation.vocabulary_tokens``).
        step: of the token, counted from 0.

    Raises:
        ValueError: there is no word, or no such step.
    """
    token = encode_generated_token(translator, words, tokens, step)
    return Attributions(
        *_read_attention(translator, token),
        _to_array(multiply_gradient_by_input(translator, token)),
        _to_array(integrate_gradients(translator, token)),
        _to_array(leave_words_out(translator, token)),
    )


@torch.inference_mode()
def _read_attention(translator: Translator, token: GeneratedToken) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return attention, attention times value norm, and rollout, from one recorded pass."""
    model = translator.model
    with recording() as recorder:
        memory = model.encode(token.source)
        token.decode(translator, memory)
    last = model.config.n_layers - 1
    weights = recorder.captured[Site(Kind.CROSS, last)][0][0, :, -1]  # (H, S)
    out_weight = model.get_submodule(f"decoder.{last}.cross_attn.out_proj").get_parameter("weight")
    norms = weigh_by_value_norm(weights, memory.layers[-1].values[0], out_weight)
    rollout = roll_out(AttentionMaps.collect(recorder))[-1, : token.source.shape[1]]
    return _to_array(weights.mean(dim=0)), _to_array(norms), rollout


def _to_array(values: Tensor) -> np.ndarray:
    return values.detach().cpu().double().numpy()
