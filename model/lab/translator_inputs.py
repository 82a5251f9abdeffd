"""The numbers one attention of the translator works on, while it translates a sentence.

Shapes: S source positions, T generated tokens, D model width.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
import torch
from torch import Tensor

from model.inference.greedy_decoding import translate
from model.inference.translation import arrows
from model.inference.translator import Translator
from model.lab.activations import hear
from model.lab.attention_inputs import Given, Matrix
from model.lab.residual_stream import fed_ids
from model.transformer.attention import MultiHeadAttention
from model.transformer.config import Norm
from model.transformer.kind import Kind
from model.transformer.layers import DecoderLayer, EncoderLayer
from model.transformer.masks import causal_allowed


@torch.inference_mode()
def taken(translator: Translator, words: Sequence[str], kind: Kind, layer: int) -> Given:
    """X, and for cross-attention X_k, with the weights of one attention; queries are the tokens generated.

    The sentence is translated first, then read again with all tokens at once (teacher forcing). What reaches the
    attention is listened for on a copy of the model, so that nobody else's translation is disturbed.

    Args:
        translator: its model in evaluation mode.
        words: what the model reads, at least one.
        kind: which attention.
        layer: counted from 0.

    Raises:
        KeyError: there is no such layer.
        ValueError: there is no word.
    """
    translation = translate(translator, words)
    model = translator.model
    if not 0 <= layer < model.config.n_layers:
        raise KeyError(f"no layer {layer}: there are {model.config.n_layers}")
    heard = hear(model, *fed_ids(translator, words, translation))
    part = "encoder" if kind is Kind.ENCODER else "decoder"
    residual = f"{part}.{layer}.residuals.{1 if kind is Kind.CROSS else 0}"
    # A residual hands its sublayer the normalised stream (pre-norm), or the stream itself.
    x = heard.outputs[f"{residual}.norm"] if model.config.norm is Norm.PRE else heard.inputs[residual]
    matrices = {"X": _numbers(x[0])}
    if kind is Kind.CROSS:
        matrices["X_k"] = _numbers(heard.outputs["encoder_norm"][0])
    block = cast(EncoderLayer | DecoderLayer, (model.encoder if kind is Kind.ENCODER else model.decoder)[layer])
    attention: MultiHeadAttention = (
        block.cross_attn if isinstance(block, DecoderLayer) and kind is Kind.CROSS else block.self_attn
    )
    queries, keys = translation.queries(kind), translation.keys(kind)
    if kind is not Kind.ENCODER:  # rows of X are what was fed, rows of weights what is generated there
        queries = arrows(translation.keys(Kind.DECODER), queries)
    return Given(
        {**matrices, **_weights(attention)},
        n_heads=attention.n_heads,
        queries=queries,
        keys=keys,
        allowed=causal_allowed(len(keys)).numpy() if kind is Kind.DECODER else None,
    )


def _weights(attention: MultiHeadAttention) -> dict[str, Matrix]:
    """The fused projection taken apart: ``nn.Linear`` keeps (out, in), the page reads (in, out)."""
    weights = attention.in_proj.weight.chunk(3)
    biases = attention.in_proj.bias.chunk(3)
    matrices = {f"W_{name}": _numbers(weight.T) for name, weight in zip("qkv", weights, strict=True)}
    matrices["W_o"] = _numbers(attention.out_proj.weight.T)
    matrices |= {f"b_{name}": _numbers(bias[None]) for name, bias in zip("qkv", biases, strict=True)}
    return matrices | {"b_o": _numbers(attention.out_proj.bias[None])}


def _numbers(x: Tensor) -> Matrix:
    return x.detach().cpu().numpy().astype(np.float64)
