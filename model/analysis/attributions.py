"""Attributions of a generated token to the source tokens by several methods, and how well each predicts leaving out.

Shapes: S source tokens.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from jaxtyping import Float

from model.analysis.attention_attribution import average_heads, weigh_values
from model.analysis.attention_rollout import roll_out_to_source
from model.analysis.generated_token import GeneratedToken, select_token
from model.analysis.gradient_attribution import integrate_gradients, measure_gap, multiply_gradient_by_input
from model.analysis.leaving_out import leave_words_out
from model.analysis.rank_correlation import correlate_ranks
from model.inference.attention_maps import AttentionMaps
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.inference.translator import Translator

Scores = Float[np.ndarray, "S"]
LEAVING_OUT, INTEGRATED = "leaving out", "integrated gradients"
MIN_TOKENS = 3  # a rank correlation of two tokens is 1 or -1
METHODS: Mapping[str, Callable[[Translator, GeneratedToken, AttentionMaps], Scores]] = MappingProxyType(
    {
        "attention": lambda _, token, maps: average_heads(maps, len(token.fed) - 1),
        "attention × norm": weigh_values,
        "rollout": lambda _, token, maps: roll_out_to_source(maps, len(token.fed) - 1),
        "gradient × input": lambda translator, token, _: multiply_gradient_by_input(translator, token),
        INTEGRATED: lambda translator, token, _: integrate_gradients(translator, token),
        LEAVING_OUT: lambda translator, token, _: leave_words_out(translator, token),
    }
)


def attribute_token(
    translator: Translator, words: Sequence[str], translation: Translation, step: int
) -> Mapping[str, Scores]:
    """Return the scores of the source tokens by method; read-only arrays.

    Args:
        translator: its model in evaluation mode.
        words: the source as the model reads it.
        translation: its record, without edits of attention weights.
        step: that generates the token, counted from 0.
    """
    token = select_token(translator, words, translation, step)
    scores = {name: method(translator, token, translation.maps) for name, method in METHODS.items()}
    for each in scores.values():
        each.setflags(write=False)
    return MappingProxyType(scores)


def measure_incompleteness(
    translator: Translator, words: Sequence[str], translation: Translation, step: int, scores: Mapping[str, Scores]
) -> float:
    """Return how far the integrated gradients of ``attribute_token`` are from their sum; see ``measure_gap``."""
    return measure_gap(translator, select_token(translator, words, translation, step), scores[INTEGRATED])


def correlate_methods(scores: Mapping[str, Scores]) -> dict[str, float | None]:
    """Return the rank correlation of every other method with leaving out; None where it is undefined or trivial."""
    reference = scores[LEAVING_OUT]
    is_long = len(reference) >= MIN_TOKENS
    return {
        name: correlate_ranks(each, reference) if is_long else None
        for name, each in scores.items()
        if name != LEAVING_OUT
    }


def correlate_sentence(translator: Translator, words: Sequence[str]) -> tuple[Mapping[str, float | None], ...]:
    """Translate a sentence and return ``correlate_methods`` for every generated word, without ``<eos>``.

    Args:
        translator: its model in evaluation mode.
        words: the source as the model reads it, at least one.
    """
    translation = translate(translator, words)
    steps = range(len(translation.words))
    return tuple(correlate_methods(attribute_token(translator, words, translation, step)) for step in steps)
