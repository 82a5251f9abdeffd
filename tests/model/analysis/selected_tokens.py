"""All tokens that a translator generates for a sentence."""

from collections.abc import Sequence

from model.analysis.generated_tokens import GeneratedTokens, select_tokens
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator


def select_all(translator: Translator, words: Sequence[str]) -> GeneratedTokens:
    """Translate words, and return every token of the translation, ``<eos>`` included."""
    translation = translate(translator, words)
    return select_tokens(translator, words, translation, range(len(translation.steps)))
