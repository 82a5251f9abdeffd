"""Teacher forcing: the attention of a model that reads a fixed translation, its own or another's, in one pass."""

from collections.abc import Sequence

import torch
from torch import Tensor

from model.data.vocabulary import SPECIALS
from model.inference.attention_maps import AttentionMaps
from model.inference.translator import Translator
from model.transformer.taps import recording


@torch.inference_mode()
def run_teacher_forcing(translator: Translator, words: Sequence[str], tokens: Sequence[str]) -> AttentionMaps:
    """Feed a sentence and all tokens of a translation at once, and return every attention map.

    A model that is fed its own translation attends as it did while generating it.

    Args:
        translator: its model in evaluation mode.
        words: of the sentence, at least one.
        tokens: of the translation as the vocabulary has them, ``<eos>`` included; at least one.

    Raises:
        ValueError: there is no word, or no token.
    """
    if not words or not tokens:
        raise ValueError(f"need at least one word and one token: {len(words)} words, {len(tokens)} tokens")
    with recording() as recorder:
        translator.model(*encode_inputs(translator, words, tokens))
    return AttentionMaps.collect(recorder)


def encode_inputs(translator: Translator, words: Sequence[str], tokens: Sequence[str]) -> tuple[Tensor, Tensor]:
    """Return the ids that the encoder, (1, S), and the decoder, (1, T), read to generate these tokens."""
    ids = translator.source.encode(words), translator.target.encode_decoder_input(tokens)
    source, fed = (torch.tensor([row], device=translator.model.device) for row in ids)
    return source, fed


def find_unknown_tokens(translator: Translator, words: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """Return the words and tokens outside the vocabularies, each once; the model would read them as unknown."""
    unknown = [word for word in words if word not in translator.source]
    return list(dict.fromkeys([*unknown, *(t for t in tokens if t not in translator.target and t not in SPECIALS)]))
