"""A comparison of word aligners on held-out pairs: cross-attention by one chosen reading, and aligners without it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from model.analysis.alignment_error_rate import Links, rate_links
from model.analysis.alignment_reading import Reading, choose_reading
from model.analysis.measured_pairs import choose_short
from model.analysis.teacher_forced_maps import read_maps
from model.analysis.word_aligners import (
    FastAlign,
    Model1,
    WordAligner,
    align_diagonally,
    train_fast_align,
    train_model_1,
)
from model.corpus import Pair
from model.inference.translator import Translator
from model.transformer.kind import Kind

N_CHOOSING = 500  # training pairs on which the reading is chosen
ATTENTION, DIAGONAL, MODEL_1, FAST_ALIGN = "cross-attention", "diagonal", "IBM Model 1", "fast_align"


@dataclass(frozen=True, slots=True)
class TrainedAligners:
    """Aligners trained on the training pairs of one corpus.

    Attributes:
        model_1: IBM Model 1.
        fast_align: None where it is not installed.
    """

    model_1: Model1
    fast_align: FastAlign | None


@dataclass(frozen=True, slots=True)
class AlignerScore:
    """One aligner on held-out pairs.

    Attributes:
        name: of the aligner.
        error_rate: alignment error rate.
        links: of each pair.
    """

    name: str
    error_rate: float
    links: tuple[Links, ...]


@dataclass(frozen=True, slots=True)
class AlignerReport:
    """Aligners compared on held-out pairs.

    Attributes:
        reading: of cross-attention, chosen on training pairs.
        has_gold: True if the reference is the gold alignment; otherwise it is IBM Model 1.
        pairs: held-out pairs; their links are the reference.
        scores: of each aligner except the reference; cross-attention first.
    """

    reading: Reading
    has_gold: bool
    pairs: tuple[Pair, ...]
    scores: tuple[AlignerScore, ...]


def train_aligners(train: Iterable[Pair]) -> TrainedAligners:
    """Train the aligners; ``train`` is iterated over twice.

    Raises:
        ValueError: no pair has both a source and a target word.
    """
    return TrainedAligners(train_model_1(train), train_fast_align(train))


def report_aligners(
    translator: Translator, aligners: TrainedAligners, train: Iterable[Pair], held_out: Sequence[Pair]
) -> AlignerReport:
    """Compare the aligners on held-out pairs; without gold links, with IBM Model 1 as the reference.

    Args:
        translator: its model in evaluation mode.
        aligners: trained on ``train``.
        train: training pairs; the reading of cross-attention is chosen on the first ``N_CHOOSING`` with links.
        held_out: the pairs to measure on.

    Raises:
        ValueError: no training pair or no held-out pair that is short enough has links.
    """
    has_gold = any(pair.alignment for pair in train) and any(pair.alignment for pair in held_out)
    stand_in = None if has_gold else aligners.model_1
    chosen_on = choose_short(translator, _link(train, stand_in), N_CHOOSING)
    pairs = choose_short(translator, _link(held_out, stand_in), len(held_out))
    reading = choose_reading(read_maps(translator, chosen_on, [Kind.CROSS]))
    if reading is None or not pairs:
        raise ValueError("no pair has links")
    links = {
        ATTENTION: _link_by_attention(translator, reading, pairs),
        DIAGONAL: tuple(map(align_diagonally, pairs)),
        MODEL_1: tuple(map(aligners.model_1.align, pairs)),
    }
    if aligners.fast_align:
        links[FAST_ALIGN] = tuple(map(aligners.fast_align.align, pairs))
    reference = [pair.alignment for pair in pairs]
    scores = (AlignerScore(name, rate_links(each, reference), each) for name, each in links.items())
    return AlignerReport(reading, has_gold, pairs, tuple(each for each in scores if has_gold or each.name != MODEL_1))


def _link(pairs: Iterable[Pair], stand_in: WordAligner | None) -> Iterator[Pair]:
    """Yield the pairs that have reference links: the gold links, or those of the stand-in."""
    for pair in pairs:
        linked = pair if stand_in is None else replace(pair, alignment=stand_in.align(pair))
        if linked.alignment:
            yield linked


def _link_by_attention(translator: Translator, reading: Reading, pairs: Sequence[Pair]) -> tuple[Links, ...]:
    """Return the links of each pair, in the order of the pairs."""
    by_pair = {each.pair: reading.align(each) for each in read_maps(translator, pairs, [Kind.CROSS])}
    return tuple(by_pair[pair] for pair in pairs)
