"""The inputs and weights of single sublayers of a translator while it translates a sentence.

Weights are (in, out), biases one row.
"""

from collections.abc import Sequence

import numpy as np
from torch import Tensor, nn

from model.inference.greedy_decoding import translate
from model.inference.translator import Translator
from model.lab.attention_inputs import AttentionInputs
from model.lab.matrices import Matrix
from model.lab.residual_stream import DECODER, ENCODER, ResidualStreams, get_blocks, record_streams
from model.transformer.attention import MultiHeadAttention
from model.transformer.config import Norm
from model.transformer.kind import Kind
from model.transformer.layers import DecoderLayer
from model.transformer.masks import causal_allowed


def read_attention_inputs(
    translator: Translator, words: Sequence[str], kind: Kind, layer: int, *, texts: Sequence[str] | None = None
) -> AttentionInputs:
    """Return X, and for cross-attention X_k, with the weights of one attention.

    The sentence is translated first, then read again with all its tokens at once (teacher forcing).

    Args:
        translator: its model in evaluation mode.
        words: of the sentence, at least one.
        kind: of the attention.
        layer: counted from 0.
        texts: words as typed, which label the tokens; the words by default.

    Raises:
        KeyError: there is no such layer.
        ValueError: there is no word.
    """
    n_layers = translator.model.config.n_layers
    if not 0 <= layer < n_layers:
        raise KeyError(f"no layer {layer}: there are {n_layers}")
    streams = record_streams(translator, words, translate(translator, words, texts=texts))
    part = ENCODER if kind is Kind.ENCODER else DECODER
    stream, block = streams[part], get_blocks(translator.model, part)[layer]
    sublayer, attention = stream.blocks[layer][0], block.self_attn
    if isinstance(block, DecoderLayer) and kind is Kind.CROSS:
        sublayer, attention = stream.blocks[layer][1], block.cross_attn
    x = sublayer.normed if stream.norm is Norm.PRE else sublayer.x
    matrices = {"X": x.astype(np.float64)}
    if kind is Kind.CROSS:
        matrices["X_k"] = streams.encoder.end.astype(np.float64)
    return AttentionInputs(
        matrices | _read_projections(attention),
        n_heads=attention.n_heads,
        queries=stream.queries,
        keys=streams.encoder.tokens if kind is Kind.CROSS else stream.tokens,
        allowed=causal_allowed(len(x)).numpy() if kind is Kind.DECODER else None,
    )


def read_feed_forward_inputs(
    translator: Translator, streams: ResidualStreams, part: str, layer: int, *, with_norm: bool
) -> dict[str, Matrix]:
    """Return X and the weights of the feed-forward network of one block.

    Args:
        translator: whose weights.
        streams: recorded with this translator's model.
        part: "encoder" or "decoder".
        layer: counted from 0.
        with_norm: X is the stream before the residual, with gain and shift of its norm; else the network's own input.
    """
    sublayer, block = streams[part].blocks[layer][-1], get_blocks(translator.model, part)[layer]
    is_normed = streams[part].norm is Norm.PRE and not with_norm
    matrices = {"X": (sublayer.normed if is_normed else sublayer.x).astype(np.float64)}
    for number, linear in ((1, block.feed_forward.expand), (2, block.feed_forward.contract)):
        matrices |= {f"W_{number}": _matrix(linear.weight.T), f"b_{number}": _matrix(linear.bias[None])}
    norm = block.residuals[-1].norm
    if with_norm and isinstance(norm, nn.LayerNorm):
        matrices |= {"gain": _matrix(norm.weight[None]), "shift": _matrix(norm.bias[None])}
    return matrices


def _read_projections(attention: MultiHeadAttention) -> dict[str, Matrix]:
    """Split the fused projection; ``nn.Linear`` stores (out, in)."""
    weights = attention.in_proj.weight.chunk(3)
    biases = attention.in_proj.bias.chunk(3)
    matrices = {f"W_{name}": _matrix(weight.T) for name, weight in zip("qkv", weights, strict=True)}
    matrices["W_o"] = _matrix(attention.out_proj.weight.T)
    matrices |= {f"b_{name}": _matrix(bias[None]) for name, bias in zip("qkv", biases, strict=True)}
    return matrices | {"b_o": _matrix(attention.out_proj.bias[None])}


def _matrix(x: Tensor) -> Matrix:
    return x.detach().cpu().numpy().astype(np.float64)
