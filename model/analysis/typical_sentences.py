"""The sentences on which a head shows a measure most."""

from collections.abc import Iterable
from dataclasses import dataclass

from model.analysis.head_report import HeadScores, KindTally
from model.analysis.head_trait import Trait
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps

MIN_TOKENS = 4  # of the source; on fewer, almost any head is confident


@dataclass(frozen=True, slots=True)
class TypicalSentence:
    """A gold pair, and the value of the measure on it alone."""

    pair: Pair
    value: float


def find_typical_sentences(
    maps: Iterable[PairMaps], scores: HeadScores, trait: Trait, n: int
) -> tuple[TypicalSentence, ...]:
    """Return the sentences with the best values of a measure, of equal ones the longest first.

    Every sentence is measured at the offset and at the end where the head looks over all sentences.

    Args:
        maps: of gold pairs, of the head's kind at least.
        scores: of the head over all sentences.
        trait: the measure; sentences without it are left out, as are those of fewer than ``MIN_TOKENS`` tokens.
        n: number of sentences.
    """
    head, found = scores.head, []
    for each in maps:
        if len(each.source) < MIN_TOKENS:
            continue
        weights = AttentionMaps({head.kind: each.maps.head(head.kind, head.layer, head.head)[None, None]})
        tally = KindTally(head.kind)
        tally.add(PairMaps(each.pair, each.source, each.target, weights))
        (alone,) = tally.score(like=scores)
        if (rating := trait.rate(alone)) is not None:
            found.append((rating, TypicalSentence(each.pair, trait.read(alone) or 0.0)))
    found.sort(key=lambda rated: (-round(rated[0], 6), -len(rated[1].pair.source)))
    return tuple(sentence for _, sentence in found[:n])
