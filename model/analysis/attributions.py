"""Attributions of generated tokens to the source tokens by several methods, and how well each predicts leaving out.

Shapes: N generated tokens, S source tokens.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from jaxtyping import Float

from model.analysis.attention_attribution import average_heads, weigh_values
from model.analysis.attention_rollout import roll_out_to_source
from model.analysis.generated_tokens import GeneratedTokens, select_tokens
from model.analysis.gradient_attribution import integrate_gradients, measure_gaps, multiply_gradient_by_input
from model.analysis.leaving_out import leave_words_out
from model.analysis.rank_correlation import correlate_ranks
from model.inference.attention_maps import AttentionMaps
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.inference.translator import Translator

Scores = Float[np.ndarray, "N S"]
LEAVING_OUT, INTEGRATED = "leaving out", "integrated gradients"
MIN_TOKENS = 3  # a rank correlation of two tokens is 1 or -1
METHODS: Mapping[str, Callable[[Translator, GeneratedTokens, AttentionMaps], Scores]] = MappingProxyType(
    {
        "attention": lambda _, tokens, maps: average_heads(maps, tokens.steps),
        "attention × norm": weigh_values,
        "rollout": lambda _, tokens, maps: roll_out_to_source(maps, tokens.steps),
        "gradient × input": lambda translator, tokens, _: multiply_gradient_by_input(translator, tokens),
        INTEGRATED: lambda translator, tokens, _: integrate_gradients(translator, tokens),
        LEAVING_OUT: lambda translator, tokens, _: leave_words_out(translator, tokens),
    }
)


def attribute_tokens(
    translator: Translator, words: Sequence[str], translation: Translation, steps: Sequence[int]
) -> Mapping[str, Scores]:
    """Return the scores of the source tokens by method, a row for each generated token; read-only arrays.

    Args:
        translator: its model in evaluation mode.
        words: the source as the model reads it.
        translation: its record, without edits of attention weights.
        steps: that generate the tokens, counted from 0.
    """
    tokens = select_tokens(translator, words, translation, steps)
    scores = {name: method(translator, tokens, translation.maps) for name, method in METHODS.items()}
    for each in scores.values():
        each.setflags(write=False)
    return MappingProxyType(scores)


def take_row(scores: Mapping[str, Scores], row: int) -> dict[str, Float[np.ndarray, "S"]]:
    """Return the scores of one generated token."""
    return {name: each[row] for name, each in scores.items()}


def measure_incompleteness(
    translator: Translator,
    words: Sequence[str],
    translation: Translation,
    steps: Sequence[int],
    scores: Mapping[str, Scores],
) -> Float[np.ndarray, "N"]:
    """Return how far the integrated gradients of ``attribute_tokens`` are from their sums; see ``measure_gaps``."""
    return measure_gaps(translator, select_tokens(translator, words, translation, steps), scores[INTEGRATED])


def correlate_methods(scores: Mapping[str, Float[np.ndarray, "S"]]) -> dict[str, float | None]:
    """Return the rank correlation of every other method with leaving out, for one generated token.

    It is None where it is undefined or trivial.
    """
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
    if not steps:
        return ()
    scores = attribute_tokens(translator, words, translation, steps)
    return tuple(correlate_methods(take_row(scores, step)) for step in steps)
