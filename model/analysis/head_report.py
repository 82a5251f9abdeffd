"""A report on every head of a translator: its measures over gold pairs, and the roles it meets the threshold of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from model.analysis.grammar_relations import RelationScore, RelationTally
from model.analysis.head_alignment import AlignmentTally
from model.analysis.head_measures import Focus, MeasureTally
from model.analysis.teacher_forced_maps import PairMaps, read_maps
from model.corpus import Pair
from model.inference.named_head import Head
from model.inference.translator import Translator
from model.transformer.kind import Kind

LEAST_GAIN = 0.1  # of a syntactic head, in agreement above that of the best fixed offset


@dataclass(frozen=True, slots=True)
class HeadScores:
    """Scores of one head; see ``model.analysis.head_measures`` and ``model.analysis.head_alignment``.

    Attributes:
        head: the head that the scores are of.
        entropy: of a row, as a share of the entropy of uniform weights.
        confidence: mean of the row maxima.
        sink: weight on the first or last key.
        sink_is_last: True if that is the last key.
        best_offset: key position minus query position of most row maxima.
        offset_share: share of row maxima at the best offset, of the rows that have a key there.
        offset_weight: weight at the best offset, of the same rows.
        offset_coverage: share of all rows that have a key at the best offset.
        alignment_accuracy: at the step that generates a word; None for self-attention and without gold links.
        aer: alignment error rate in the same reading; None likewise.
        alignment_accuracy_fed: at the step that is fed the word; None likewise.
        aer_fed: alignment error rate in the same reading; None likewise.
        relations: agreement of an encoder head with the relations of the grammar, by gain above the best fixed offset;
            empty for other kinds and other corpora.
    """

    head: Head
    entropy: float
    confidence: float
    sink: float
    sink_is_last: bool
    best_offset: int
    offset_share: float
    offset_weight: float
    offset_coverage: float
    alignment_accuracy: float | None = None
    aer: float | None = None
    alignment_accuracy_fed: float | None = None
    aer_fed: float | None = None
    relations: tuple[RelationScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """A role of heads, the rule by which a head has it, and where the rule comes from."""

    name: str
    rule: str
    source: str
    is_met: Callable[[HeadScores], bool]


ROLES = (
    Role(
        "positional",
        "at least 90 % of row maxima at one offset, of the rows that have a token there, which are at least three"
        " quarters of all; and confidence above 0.8",
        "Voita et al. 2019; confidence and three quarters chosen here",
        lambda scores: scores.offset_share >= 0.9 and scores.offset_coverage >= 0.75 and scores.confidence > 0.8,
    ),
    Role(
        "sink",
        "more than half of the weight on the first or on the last token",
        "after Xiao et al. 2024; threshold chosen here",
        lambda scores: scores.sink > 0.5,
    ),
    Role(
        "aligner",
        "alignment accuracy of at least 80 % in one of the two readings",
        "readings of Garg et al. 2019 and Chen et al. 2020; threshold chosen here",
        lambda scores: max(scores.alignment_accuracy or 0, scores.alignment_accuracy_fed or 0) >= 0.8,
    ),
    Role(
        "syntactic",
        "agreement with a relation of the grammar 10 points above that of the best fixed offset",
        "Voita et al. 2019, with the baseline of Clark et al. 2019",
        lambda scores: bool(scores.relations) and scores.relations[0].gain >= LEAST_GAIN,
    ),
    Role(
        "diffuse",
        "entropy of at least 95 % of that of uniform weights",
        "threshold chosen here",
        lambda scores: scores.entropy >= 0.95,
    ),
)


def find_roles(scores: HeadScores) -> tuple[str, ...]:
    """Return the names of the roles whose rule a head meets; there may be none."""
    return tuple(role.name for role in ROLES if role.is_met(scores))


class KindTally:
    """The running sums behind the scores of the heads of one kind; it keeps no maps.

    Args:
        kind: of attention.
    """

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._measures = MeasureTally(is_causal=kind is Kind.DECODER)
        self._generated, self._fed = AlignmentTally(), AlignmentTally(is_fed=True)
        self._relations = RelationTally()

    def add(self, each: PairMaps) -> None:
        """Add the maps of a gold pair, of this kind at least."""
        self._measures.add(each.maps[self._kind])
        if self._kind is Kind.CROSS:
            self._generated.add(each)
            self._fed.add(each)
        elif self._kind is Kind.ENCODER:
            self._relations.add(each)

    def score(self, like: HeadScores | None = None) -> list[HeadScores]:
        """Return the scores of the heads.

        Args:
            like: the scores of a head; offset, sink and relations are then measured where this head has them, even
                for rare relations. By default each head has its own.

        Raises:
            ValueError: no row has two keys.
        """
        measures = self._measures.measure(Focus(like.best_offset, like.sink_is_last) if like else None)
        generated, fed = self._generated.score(), self._fed.score()
        relations = self._relations.score(least=1) if like else self._relations.score()
        return [
            HeadScores(
                Head(self._kind, *at),
                **{each.name: getattr(measures, each.name)[at].item() for each in fields(measures)},
                alignment_accuracy=float(generated.accuracy[at]) if generated else None,
                aer=float(generated.error_rate[at]) if generated else None,
                alignment_accuracy_fed=float(fed.accuracy[at]) if fed else None,
                aer_fed=float(fed.error_rate[at]) if fed else None,
                relations=tuple(sorted((each.of_head(*at) for each in relations), key=lambda each: -each.gain)),
            )
            for at in np.ndindex(measures.entropy.shape)
        ]


def report_heads(
    translator: Translator,
    pairs: Sequence[Pair],
    watch: Callable[[Iterable[PairMaps]], Iterable[PairMaps]] = iter,
) -> tuple[HeadScores, ...]:
    """Return the scores of every head, by kind, layer and head.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs.
        watch: passes the maps on while they are read, to show progress.

    Raises:
        ValueError: no row has two keys.
    """
    if not pairs:
        raise ValueError("there are no pairs to measure heads on")
    tallies = [KindTally(kind) for kind in Kind]
    for each in watch(read_maps(translator, pairs)):
        for tally in tallies:
            tally.add(each)
    return tuple(scores for tally in tallies for scores in tally.score())
