"""Planted heads get their role and no other, and a role begins at its threshold."""

import math
from dataclasses import replace

import numpy as np
import pytest

from model.analysis.grammar_relations import RelationScore
from model.analysis.head_report import HeadScores, KindTally
from model.analysis.head_roles import find_roles
from model.analysis.teacher_forced_maps import PairMaps
from model.corpus import Pair
from model.inference.attention_maps import AttentionMaps
from model.inference.named_head import Head
from model.transformer.kind import Kind
from tests.model.analysis.tallies import fill

SIZE = 6
WORDS = tuple(f"w{i}" for i in range(SIZE))
SWAPPED = [5, 2, 4, 1, 3, 0]  # the source word of each target word: no offset fits
BARELY_POSITIONAL = HeadScores(
    Head(Kind.CROSS, 0, 0), entropy=0.5, confidence=math.nextafter(0.8, 1), sink=0.2, sink_is_last=False,
    best_offset=1, offset_share=0.9, offset_weight=0.8, offset_coverage=0.75,
)  # fmt: skip


def _plant() -> PairMaps:
    """Cross heads: positional, on the first token, uniform, aligning."""
    rows = [np.minimum(np.arange(SIZE + 1), SIZE - 1), np.zeros(SIZE + 1, dtype=int), [*SWAPPED, 3]]
    positional, sink, aligner = (np.eye(SIZE, dtype=np.float32)[row] for row in rows)
    uniform = np.full((SIZE + 1, SIZE), 1 / SIZE, dtype=np.float32)
    pair = Pair(WORDS, WORDS, frozenset(zip(SWAPPED, range(SIZE), strict=True)))
    return PairMaps(
        pair, WORDS, WORDS, AttentionMaps({Kind.CROSS: np.stack([positional, sink, uniform, aligner])[None]})
    )


def test_every_planted_head_gets_its_role_and_no_other() -> None:
    heads = fill(KindTally(Kind.CROSS), [_plant()]).score()
    assert [find_roles(head) for head in heads] == [("positional",), ("sink",), ("diffuse",), ("aligner",)]


def test_an_offset_that_half_of_the_rows_lack_is_no_position() -> None:
    """Rows without a key four tokens ahead look at the first one; all rows that have one look there."""
    words = tuple(f"w{i}" for i in range(8))
    far = np.eye(8, dtype=np.float32)[[4, 5, 6, 7, 0, 0, 0, 0]]
    near = np.eye(8, dtype=np.float32)[[1, 2, 3, 4, 5, 6, 7, 0]]
    maps = PairMaps(
        Pair(words, words, frozenset()), words, words, AttentionMaps({Kind.ENCODER: np.stack([far, near])[None]})
    )
    one, other = fill(KindTally(Kind.ENCODER), [maps]).score()
    assert (one.best_offset, one.offset_share, one.offset_coverage) == (4, 1, 0.5)
    assert (other.best_offset, other.offset_share, other.offset_coverage) == (1, 1, 7 / 8)
    assert "positional" not in find_roles(one)
    assert find_roles(other) == ("positional",)


@pytest.mark.parametrize(
    ("role", "field", "least"),
    [
        ("positional", "offset_share", 0.9),
        ("positional", "offset_coverage", 0.75),
        ("positional", "confidence", math.nextafter(0.8, 1)),
        ("sink", "sink", math.nextafter(0.5, 1)),
        ("aligner", "alignment_accuracy", 0.8),
        ("aligner", "alignment_accuracy_fed", 0.8),
        ("diffuse", "entropy", 0.95),
    ],
)
def test_a_role_begins_at_its_threshold(role: str, field: str, least: float) -> None:
    values = least, math.nextafter(least, 0)
    assert [role in find_roles(replace(BARELY_POSITIONAL, **{field: value})) for value in values] == [True, False]


def test_a_head_is_syntactic_from_a_gain_of_ten_points_on() -> None:
    gains = 0.1, math.nextafter(0.1, 0)
    heads = [replace(BARELY_POSITIONAL, relations=(RelationScore("verb", "subject", gain, 0.0),)) for gain in gains]
    assert ["syntactic" in find_roles(head) for head in heads] == [True, False]
