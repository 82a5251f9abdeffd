"""How well each attribution method predicts the effect of leaving a source word out, over many sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from model.analysis.attributions import Attributions, attribute_token
from model.analysis.rank_correlation import correlate_ranks
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator

REFERENCE = "leaving_out"
METHODS = tuple(field.name for field in fields(Attributions) if field.name != REFERENCE)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations of one method with leaving words out.

    Attributes:
        method: a field of ``Attributions``.
        mean: mean of Spearman's correlation over tokens, -1 to 1; NaN without a token.
        spread: standard deviation over the same tokens.
        n_tokens: generated tokens with a correlation; one source token alone has none.
    """

    method: str
    mean: float
    spread: float
    n_tokens: int


def attribute_translations(translator: Translator, sentences: Sequence[Sequence[str]]) -> Iterator[list[Attributions]]:
    """Translate each sentence greedily and yield the attributions of all its generated tokens.

    Args:
        translator: its model in evaluation mode.
        sentences: tokens as the model reads them, at least one each.
    """
    for words in sentences:
        tokens = translate(translator, words).vocabulary_tokens
        yield [attribute_token(translator, words, tokens, step) for step in range(len(tokens))]


def summarize_agreement(attributions: Sequence[Attributions]) -> tuple[Agreement, ...]:
    """Return the agreement of every method with leaving words out, over the given tokens."""
    return tuple(_summarize(method, attributions) for method in METHODS)


def _summarize(method: str, attributions: Sequence[Attributions]) -> Agreement:
    found = [correlate_ranks(getattr(each, method), each.leaving_out) for each in attributions]
    values = [value for value in found if value is not None]
    if not values:
        return Agreement(method, np.nan, np.nan, 0)
    return Agreement(method, float(np.mean(values)), float(np.std(values)), len(values))
