"""One generated token of a translation, with the ids that encoder and decoder read before it is generated."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.data.vocabulary import EOS
from model.inference.translation import Translation
from model.inference.translator import Translator


@dataclass(frozen=True, slots=True)
class GeneratedToken:
    """A generated token as the model reads and scores it.

    Attributes:
        words: source tokens as the model reads them.
        source: their ids.
        fed: ids that the decoder has read: ``<bos>`` and the tokens generated before.
        id: of the generated token in the target vocabulary, before a word is copied from the source.
    """

    words: tuple[str, ...]
    source: tuple[int, ...]
    fed: tuple[int, ...]
    id: int


def select_token(translator: Translator, words: Sequence[str], translation: Translation, step: int) -> GeneratedToken:
    """Return the token that a step of a translation generates.

    Args:
        translator: that translated.
        words: the source as the model reads it.
        translation: its record.
        step: counted from 0.

    Raises:
        IndexError: the translation has no such step.
    """
    tokens = translation.vocabulary_tokens
    if not 0 <= step < len(tokens):
        raise IndexError(f"no step {step}: the translation has steps 0 to {len(tokens) - 1}")
    *fed, id_ = translator.target.encode_decoder_input([*tokens[: step + 1], EOS])
    return GeneratedToken(tuple(words), tuple(translator.source.encode(words)), tuple(fed), id_)
