"""The sentences on which a head shows a measure most."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from model.analysis.head_report import HeadScores, score_kind
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.transformer.kind import Kind

MIN_TOKENS = 4  # of the source; on fewer, almost any head is confident


@dataclass(frozen=True, slots=True)
class TypicalSentence:
    """A gold pair, and the value of the measure on it alone."""

    pair: Pair
    value: float


def find_typical_sentences(
    maps: Iterable[PairMaps],
    kind: Kind,
    layer: int,
    head: int,
    read: Callable[[HeadScores], float | None],
    n: int,
) -> tuple[TypicalSentence, ...]:
    """Return the sentences with the largest values of a measure, of equal ones the longest first.

    Args:
        maps: of gold pairs, of this kind at least.
        kind: of attention.
        layer: counted from 0.
        head: counted from 0.
        read: returns the measure; sentences without it are left out, as are those of fewer than ``MIN_TOKENS`` tokens.
        n: number of sentences.
    """
    found = []
    for each in maps:
        if len(each.source) < MIN_TOKENS:
            continue
        weights = each.maps[kind][layer : layer + 1, head : head + 1]
        (scores,) = score_kind(kind, [PairMaps(each.pair, each.source, each.target, AttentionMaps({kind: weights}))])
        if (value := read(scores)) is not None:
            found.append(TypicalSentence(each.pair, value))
    found.sort(key=lambda sentence: (-round(sentence.value, 6), -len(sentence.pair.source)))
    return tuple(found[:n])
