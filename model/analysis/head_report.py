"""A report on every head of a translator: its measures over gold pairs."""

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
