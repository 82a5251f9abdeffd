"""The toy language: draw a sentence with its translation, or translate one that could be drawn.

Both go through the same structure and the same ``translate``, so an English sentence has exactly one
French translation: "you" is one person, groups are masculine unless wholly feminine, and what is
liked or hated, or stands bare as a subject, is meant in general and takes the definite article.
"""

import random
from collections.abc import Sequence

from model.corpus.clause import translate
from model.corpus.clause_sampler import draw
from model.corpus.pair import Pair
from model.corpus.parser import LONGEST, Reader


def sentence(random: random.Random) -> Pair:
    """A sentence drawn at random, with its translation and their alignment."""
    return translate(draw(random))


def parse(words: Sequence[str]) -> Pair | None:
    """The pair whose source is ``words``, or None if the grammar cannot say them.

    Any lower-case word the lexicon does not know reads as a masculine name, or as a masculine noun
    after a determiner.
    """
    if not 2 <= len(words) <= LONGEST:
        return None
    clause = Reader(words).clause()
    if clause is None:
        return None
    pair = translate(clause)
    return pair if pair.source == tuple(words) else None
