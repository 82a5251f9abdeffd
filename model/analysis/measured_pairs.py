"""The pairs that heads are measured on: those whose sentences are short enough."""

from collections.abc import Iterable
from itertools import islice

from model.corpus import Pair
from model.data.sentence import MAX_TOKENS
from model.inference.translator import Translator


def choose_short(translator: Translator, pairs: Iterable[Pair], n: int) -> tuple[Pair, ...]:
    """Return the first ``n`` pairs without a sentence that is longer than one that may be typed.

    The memory of a measurement grows with the square of the longest sentence, or faster.

    Args:
        translator: whose tokens are counted.
        pairs: in the order of the corpus.
        n: the most pairs returned.
    """
    return tuple(islice((pair for pair in pairs if _is_short(translator, pair)), n))


def _is_short(translator: Translator, pair: Pair) -> bool:
    lengths = (len(translator.source.tokenize(pair.source)), len(translator.target.tokenize(pair.target)))
    return max(lengths) <= MAX_TOKENS
