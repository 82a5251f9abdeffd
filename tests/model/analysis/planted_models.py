"""A translator whose attention is set by hand: every head has one known pattern.

Source sentences are orders of the words a0, a1, …; their target is b0, b1, …, each linked to the source word of its
number. The model has one layer of four heads. Its blocks add nothing to the residual stream and its layer norms change
nothing, so that queries and keys are linear maps of the embeddings: a one-hot position, followed by a one-hot token.
"""

import math
from collections.abc import Sequence

import torch
from torch import nn

from model.corpus import Pair
from model.data.vocabulary import BOS_ID, SPECIALS, Vocabulary
from model.inference.translator import Translator
from model.transformer.attention import MultiHeadAttention
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.layers import Embedding

N_WORDS = 7  # of each language
PREVIOUS, SINK, UNIFORM, BY_WORD = range(4)  # the heads of every kind
_CONFIG = ModelConfig(n_layers=1, n_heads=4, d_model=32, d_ff=1)
_HEAD_WIDTH = _CONFIG.d_model // _CONFIG.n_heads
_N_POSITIONS = N_WORDS + 1  # the columns of positions come first, those of tokens follow
_FIRST_WORD = _N_POSITIONS + len(SPECIALS)  # the column of the word of number 0 in both languages
_SHARPNESS = 200.0  # score of the key that a query looks at; all other keys have the score 0


def make_pair(order: Sequence[int]) -> Pair:
    """Return the pair with the source words in this order of 0 … n - 1, and its links."""
    source = tuple(f"a{number}" for number in order)
    target = tuple(f"b{number}" for number in range(len(order)))
    return Pair(source, target, frozenset(enumerate(order)))


def plant_translator(*, is_fed: bool = False) -> Translator:
    """Return a translator of which every kind of attention has the same four heads.

    The first looks at the position before its own (at the first from the first), the second at the first position,
    the third at all of them. The last looks at a word wherever it stands: in cross-attention at the source word linked
    to the target word that a step generates, or with ``is_fed`` to the word that it is fed; in the encoder at the word
    of the number three further on; in the decoder at the position itself. Where that word is missing, it looks at all.
    """
    source, target = (Vocabulary([f"{letter}{number}" for number in range(N_WORDS)]) for letter in "ab")
    model = Transformer(_CONFIG, n_source=len(source), n_target=len(target)).eval().requires_grad_(False)
    (encoder,), (decoder,) = model.encoder, model.decoder
    _separate_tokens(model)
    for attention in (encoder.self_attn, decoder.self_attn, decoder.cross_attn):
        for place in range(_N_POSITIONS):
            before = max(0, place - 1)
            _look(attention, PREVIOUS, query=place, key=before, feature=before)
            _look(attention, SINK, query=place, key=0, feature=0)
    for place in range(_N_POSITIONS):
        _look(decoder.self_attn, BY_WORD, query=place, key=place, feature=place)
    for number in range(N_WORDS):
        word, further = _FIRST_WORD + number, (number + 3) % N_WORDS
        fed = word if is_fed else word - 1 if number else _N_POSITIONS + BOS_ID
        _look(decoder.cross_attn, BY_WORD, query=fed, key=word, feature=number)
        _look(encoder.self_attn, BY_WORD, query=word, key=_FIRST_WORD + further, feature=further)
    return Translator(model, source, target)


def _separate_tokens(model: Transformer) -> None:
    """Make every vector of the residual stream its one-hot position and token, and the blocks add nothing to it."""
    for module in model.modules():
        if isinstance(module, Embedding):
            n_tokens = len(module.tokens.weight)
            nn.init.zeros_(module.tokens.weight)
            module.tokens.weight[:, _N_POSITIONS : _N_POSITIONS + n_tokens] = torch.eye(n_tokens) / module.scale
            module.positions = torch.zeros_like(module.positions)
            module.positions[:_N_POSITIONS, :_N_POSITIONS] = torch.eye(_N_POSITIONS)
        elif isinstance(module, nn.LayerNorm):
            mean = 2 / _CONFIG.d_model  # of a vector with two ones, and its variance
            nn.init.constant_(module.weight, math.sqrt(mean - mean**2 + module.eps))
            nn.init.constant_(module.bias, mean)
        elif isinstance(module, nn.Linear) and module is not model.output:
            nn.init.zeros_(module.weight)
            nn.init.zeros_(module.bias)


def _look(attention: MultiHeadAttention, head: int, *, query: int, key: int, feature: int) -> None:
    """Let queries of one column look at keys of another one, by one feature of the head."""
    row = head * _HEAD_WIDTH + feature
    attention.in_proj.weight[row, query] = _SHARPNESS * math.sqrt(_HEAD_WIDTH)
    attention.in_proj.weight[_CONFIG.d_model + row, key] = 1
