"""The effect of leaving each source word out on the probability of a generated token.

Shapes: S source tokens.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from model.analysis.generated_token import GeneratedToken
from model.data.vocabulary import UNKNOWN_ID
from model.inference.translator import Translator


@torch.inference_mode()
def leave_words_out(translator: Translator, token: GeneratedToken) -> Float[Tensor, "S"]:
    """Return how much the token's log-probability falls when each source word becomes the unknown word.

    The decoder is fed the same tokens before it (teacher forcing). Positive: the word supports the token. A word that
    the model already reads as ``<unk>`` scores 0.
    """
    n_words = token.source.shape[1]
    sources = token.source.repeat(n_words + 1, 1)  # the last row stays whole
    sources[:-1].fill_diagonal_(UNKNOWN_ID)
    scores = token.decode(translator, translator.model.encode(sources)).log_softmax(dim=-1)[:, token.id]
    return scores[-1] - scores[:-1]
