"""The attention of a model that is fed a given translation, its own or another's (teacher forcing)."""

from collections.abc import Sequence

import numpy as np
import torch

from model.data.vocabulary import SPECIALS
from model.inference.attention_maps import AttentionMaps, Maps
from model.inference.translator import Translator
from model.transformer.kind import Kind, Site
from model.transformer.taps import recording


@torch.inference_mode()
def forced(translator: Translator, words: Sequence[str], tokens: Sequence[str]) -> AttentionMaps:
    """Every map while a sentence is read and the tokens of a translation are fed, all at once.

    Fed its own translation, a model pays the attention it paid while it generated that.

    Args:
        translator: its model in evaluation mode.
        words: what the encoder reads, at least one.
        tokens: what the decoder is to generate, ``<eos>`` included; at least one.

    Raises:
        ValueError: there is no word, or no token.
    """
    if not words or not tokens:
        raise ValueError(f"need at least one word and one token: {len(words)} words, {len(tokens)} tokens")
    model = translator.model
    source = translator.source.encode(words)
    fed = translator.target.fed(tokens)
    with recording() as recorder:
        model(torch.tensor([source], device=model.device), torch.tensor([fed], device=model.device))

    def stacked(kind: Kind) -> Maps:
        layers = [recorder.captured[Site(kind, layer)][0][0] for layer in range(model.config.n_layers)]
        return torch.stack(layers).cpu().numpy().astype(np.float32)

    maps = {kind: stacked(kind) for kind in Kind}
    maps[Kind.DECODER][..., ~np.tri(len(fed), dtype=bool)] = np.nan  # not generated yet
    return AttentionMaps(maps)


def missing(translator: Translator, words: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """The words and tokens that a model does not know, each once; without them it would read something else."""
    unknown = [word for word in words if word not in translator.source]
    return list(dict.fromkeys([*unknown, *(t for t in tokens if t not in translator.target and t not in SPECIALS)]))
