"""Generated tokens of a translation, with the ids that encoder and decoder read before they are generated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from model.data.vocabulary import EOS
from model.inference.translation import Translation
from model.inference.translator import Translator


@dataclass(frozen=True, slots=True)
class GeneratedTokens:
    """Tokens that some steps of one translation generate, as the model reads and scores them.

    Attributes:
        words: source tokens as the model reads them.
        source: their ids.
        fed: ids that the decoder reads: ``<bos>`` and the tokens generated before the last of these steps.
        steps: counted from 0; the token of a step depends on the ids up to this place of ``fed`` only.
        ids: of the generated tokens in the target vocabulary, before a word is copied from the source.
    """

    words: tuple[str, ...]
    source: tuple[int, ...]
    fed: tuple[int, ...]
    steps: tuple[int, ...]
    ids: tuple[int, ...]

    def take(self, indices: Iterable[int]) -> "GeneratedTokens":
        """Return some of these tokens."""
        chosen = tuple(indices)
        return replace(
            self, steps=tuple(self.steps[each] for each in chosen), ids=tuple(self.ids[each] for each in chosen)
        )


def select_tokens(
    translator: Translator, words: Sequence[str], translation: Translation, steps: Sequence[int]
) -> GeneratedTokens:
    """Return the tokens that some steps of a translation generate.

    Args:
        translator: that translated.
        words: the source as the model reads it.
        translation: its record.
        steps: counted from 0, at least one.

    Raises:
        IndexError: the translation has no such step.
        ValueError: there is no step.
    """
    if not steps:
        raise ValueError("no step is given")
    tokens = translation.vocabulary_tokens
    for step in steps:
        if not 0 <= step < len(tokens):
            raise IndexError(f"no step {step}: the translation has steps 0 to {len(tokens) - 1}")
    # Encoded as the decoder's input, which has one token more than the steps.
    fed = translator.target.encode_decoder_input([*tokens[: max(steps) + 1], EOS])
    ids = tuple(fed[step + 1] for step in steps)
    return GeneratedTokens(tuple(words), tuple(translator.source.encode(words)), tuple(fed[:-1]), tuple(steps), ids)
