"""One generated token of a translation: what the model reads to generate it, and how it scores it.

Shapes: B batch, S source tokens, T tokens fed so far, V target tokens of the vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.inference.translator import Translator
from model.transformer.encoder_decoder import Memory


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedToken:
    """A token of a translation, as ids of the vocabularies.

    Attributes:
        source: ids of the sentence (1, S).
        fed: ids that the decoder reads to generate the token, ``<bos>`` first (1, T).
        id: of the token.
    """

    source: Tensor
    fed: Tensor
    id: int

    def decode(self, translator: Translator, memory: Memory) -> Float[Tensor, "B V"]:
        """Score every token of the vocabulary at the step that generates this one, for each source of the memory."""
        n_sources = len(memory.layers[0].keys)
        return translator.model.decode(self.fed.expand(n_sources, -1), memory)[:, -1]


def encode_generated_token(
    translator: Translator, words: Sequence[str], tokens: Sequence[str], step: int
) -> GeneratedToken:
    """Encode what the model reads to generate one token.

    Args:
        translator: its vocabularies are used.
        words: of the sentence, as the model reads them; at least one.
        tokens: of the translation as the vocabulary has them (``Translation.vocabulary_tokens``).
        step: of the token, counted from 0.

    Raises:
        ValueError: there is no word, or no such step.
    """
    if not words or not 0 <= step < len(tokens):
        raise ValueError(f"need a word and a step below {len(tokens)}: {len(words)} words, step {step}")
    source = translator.source.encode(words)
    *fed, id_ = translator.target.encode_decoder_input([*tokens[: step + 1], tokens[step]])
    device = translator.model.device
    return GeneratedToken(torch.tensor([source], device=device), torch.tensor([fed], device=device), id_)
