"""Agreement of encoder heads with the relations that the toy grammar knows.

Clark et al. 2019, "What Does BERT Look At?" (arXiv:1906.04341). Relations are known between English words, so they are
scored in the encoder, for sentences that the grammar derives and that are read word by word.

Shapes: L layers, H heads.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from model.analysis.teacher_forced_maps import PairMaps
from model.corpus.grammar.sentence import find_relations
from model.transformer.kind import Kind

MIN_INSTANCES = 10  # a relation found less often is not scored


@dataclass(frozen=True, slots=True)
class RelationScore:
    """Agreement of one head with one relation; see ``RelationScores``."""

    name: str
    agreement: float
    offset_agreement: float

    @property
    def gain(self) -> float:
        """Agreement above that of the best fixed offset."""
        return self.agreement - self.offset_agreement


@dataclass(frozen=True, slots=True)
class RelationScores:
    """Agreement of every encoder head with one relation, read in one direction.

    Attributes:
        name: what looks at what, such as "verb → subject".
        agreement: share of them at which the row of the first word has its largest weight on the second; read-only.
        offset_agreement: share of them at the best fixed offset, which a head without grammar could reach.
    """

    name: str
    agreement: Float[np.ndarray, "L H"]
    offset_agreement: float

    def __post_init__(self) -> None:
        self.agreement.setflags(write=False)

    def of_head(self, layer: int, head: int) -> RelationScore:
        """Return the score of one head, both counted from 0."""
        return RelationScore(self.name, float(self.agreement[layer, head]), self.offset_agreement)


def score_relations(maps: Iterable[PairMaps]) -> tuple[RelationScores, ...]:
    """Score every relation in both directions; none for a corpus that is not of the grammar.

    Args:
        maps: of gold pairs.
    """
    hits: dict[str, list[Float[np.ndarray, "L H"]]] = defaultdict(list)
    offsets: dict[str, list[int]] = defaultdict(list)
    for each in maps:
        if each.source != each.pair.source:
            continue
        peaks = each.maps[Kind.ENCODER].argmax(axis=-1)  # (L, H, S)
        for relation, dependent, head in find_relations(each.pair.source):
            first, second = relation.value.split(" – ")
            for name, query, key in (
                (f"{first} → {second}", dependent, head),
                (f"{second} → {first}", head, dependent),
            ):
                hits[name].append(peaks[..., query] == key)
                offsets[name].append(key - query)
    return tuple(
        RelationScores(name, np.mean(found, axis=0), _share_of_commonest(offsets[name]))
        for name, found in hits.items()
        if len(found) >= MIN_INSTANCES
    )


def _share_of_commonest(values: list[int]) -> float:
    return float(np.unique(values, return_counts=True)[1].max()) / len(values)
