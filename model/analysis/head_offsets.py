"""The offset at which each head mostly looks, and how often it does.

Shapes: L layers, H heads.
"""

from collections.abc import Sequence

from model.analysis.head_measures import HeadMeasures, MeasureTally
from model.analysis.teacher_forced_maps import read_maps
from model.corpus import Pair
from model.inference.attention_maps import append_mean
from model.inference.translator import Translator
from model.transformer.kind import Kind


def measure_offsets(translator: Translator, pairs: Sequence[Pair], kind: Kind) -> HeadMeasures | None:
    """Return the measures of the heads of one kind, (L, H + 1), the mean of heads last; None if no row has two keys.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs.
        kind: of attention.
    """
    if not pairs:
        return None
    tally = MeasureTally(is_causal=kind is Kind.DECODER)
    for each in read_maps(translator, pairs, [kind]):
        tally.add(append_mean(each.maps[kind]))
    return tally.measure() if tally.has_choice else None


def name_offset(offset: int) -> str:
    """Return an offset with its sign, such as "−1" for one position back, and "0" without."""
    return f"{offset:+d}".replace("-", "\N{MINUS SIGN}") if offset else "0"
