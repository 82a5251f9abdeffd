"""Agreement of encoder heads with the relations that the toy grammar knows.

Clark et al. 2019, "What Does BERT Look At?" (arXiv:1906.04341). Relations are known between English words, so they are
scored in the encoder, for sentences that the grammar derives and that are read word by word.

Shapes: L layers, H heads.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from model.analysis.teacher_forced_maps import PairMaps
from model.corpus.grammar.sentence import find_relations
from model.transformer.kind import Kind

MIN_INSTANCES = 10  # a relation found less often is not scored


@dataclass(frozen=True, slots=True)
class RelationScore:
    """Agreement of one head with one relation; see ``RelationScores``."""

    query: str
    key: str
    agreement: float
    offset_agreement: float

    @property
    def name(self) -> str:
        """The query and the key, such as "verb → subject"."""
        return f"{self.query} → {self.key}"

    @property
    def gain(self) -> float:
        """Agreement above that of the best fixed offset."""
        return self.agreement - self.offset_agreement


@dataclass(frozen=True, slots=True)
class RelationScores:
    """Agreement of every encoder head with one relation, read in one direction.

    Attributes:
        query: the word that looks, such as "verb".
        key: the word that it looks at, such as "subject".
        agreement: share of its instances at which the row of the first word has its largest weight on the second, from
            0 to 1; read-only.
        offset_agreement: share of them at the best fixed offset, which a head without grammar could reach; from 0 to 1.
    """

    query: str
    key: str
    agreement: Float[np.ndarray, "L H"]
    offset_agreement: float

    def __post_init__(self) -> None:
        self.agreement.setflags(write=False)

    def of_head(self, layer: int, head: int) -> RelationScore:
        """Return the score of one head, both counted from 0."""
        return RelationScore(self.query, self.key, float(self.agreement[layer, head]), self.offset_agreement)


class RelationTally:
    """The counts that the agreement of encoder heads with relations is made of."""

    def __init__(self) -> None:
        self._hits: dict[tuple[str, str], Int[np.ndarray, "L H"]] = {}
        self._offsets: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)

    def add(self, each: PairMaps) -> None:
        """Add the maps of a pair; a sentence that the grammar does not derive, or that is read in subwords, adds none.

        Every relation is read in both directions.
        """
        if each.source != each.pair.source:
            return
        peaks = each.maps[Kind.ENCODER].argmax(axis=-1)  # (L, H, S)
        for relation, dependent, head in find_relations(each.pair.source):
            first, second = relation.value.split(" – ")
            for words, query, key in (((first, second), dependent, head), ((second, first), head, dependent)):
                self._hits[words] = (peaks[..., query] == key) + self._hits.get(words, 0)
                self._offsets[words][key - query] += 1

    def score(self, least: int = MIN_INSTANCES) -> tuple[RelationScores, ...]:
        """Return the scores of the relations that were found at least so often."""
        return tuple(
            RelationScores(*words, hits / n, max(self._offsets[words].values()) / n)
            for words, hits in self._hits.items()
            if (n := self._offsets[words].total()) >= least
        )
