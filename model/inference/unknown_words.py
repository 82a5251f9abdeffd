"""Copying of words from the source: unknown words, and the spelling of known names.

An unknown word that is generated becomes the unknown source word with the largest cross-attention, after Luong et al.
2015, "Addressing the Rare Word Problem in Neural Machine Translation" (arXiv:1410.8206), who learn where to copy from.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from model.corpus.lexicon.tables import NAMES, PLACES
from model.data.vocabulary import Vocabulary
from model.inference.translator import Translator

_NAMES = frozenset(name.word for name in NAMES)
_FEASTS = {"christmas": "Noël"}
_PLACES = {place.name: place.french[-1] for place in PLACES if place.name}


def map_name_spellings(words: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """Map the French names of what the source words name to their spelling: ``anna`` to ``Anna`` as it is typed.

    Both languages share the names of people; a place has a capital if it is typed with one: ``londres`` to ``Londres``.
    A feast always has one.
    """
    typed = list(zip(words, texts, strict=True))
    places = {_PLACES[word]: _PLACES[word].capitalize() for word, text in typed if word in _PLACES and word != text}
    feasts = {_FEASTS[word].lower(): _FEASTS[word] for word in words if word in _FEASTS}
    return feasts | places | {word: text for word, text in typed if word in _NAMES}


def find_copied_position(attention: Float[np.ndarray, "H S"], source_ids: Sequence[int], source: Vocabulary) -> int:
    """Return the position of the source word that replaces a generated unknown word.

    Args:
        attention: the last decoder layer's cross-attention at that step, (H, S).
        source_ids: the ids of the source words.
        source: the vocabulary of these.

    Returns:
        The position with the largest mean attention of the heads, among the unknown source words if there are any.
    """
    mean = attention.mean(axis=0)
    unknown = [source.is_unknown(id_) for id_ in source_ids]
    return int(np.where(unknown, mean, -1.0).argmax()) if any(unknown) else int(mean.argmax())


def copies_exactly(
    translator: Translator, source: Sequence[str], target: Sequence[str], attention: Float[np.ndarray, "H T S"]
) -> bool:
    """Return True if every unknown target token is the source token that decoding would copy.

    Args:
        translator: whose vocabularies decide what is unknown.
        source: source tokens.
        target: gold target tokens, without ``<eos>``.
        attention: the last decoder layer's cross-attention, (H, T, S), under teacher forcing.
    """
    source_ids = translator.source.encode(source)
    return all(
        source[find_copied_position(attention[:, step], source_ids, translator.source)] == token
        for step, token in enumerate(target)
        if token not in translator.target
    )
