"""Planted heads are described as what they are, and heads without a pattern as nothing."""

from dataclasses import replace

import numpy as np
import pytest

from model.analysis.grammar_relations import RelationScore
from model.analysis.head_description import NO_PATTERN, describe_head
from model.analysis.head_report import HeadScores, report_heads
from model.inference.named_head import Head
from model.transformer.kind import Kind
from tests.model.analysis.planted_models import N_WORDS, make_pair, plant_translator

PLAIN = HeadScores(
    Head(Kind.ENCODER, 0, 0), entropy=0.7, confidence=0.6, sink=0.3, sink_is_last=False,
    best_offset=-1, offset_share=0.4, offset_weight=0.3, offset_coverage=0.9,
)  # fmt: skip


@pytest.mark.parametrize("is_fed", [False, True])
def test_every_planted_head_is_described_as_what_it_is(*, is_fed: bool) -> None:
    orders = np.random.default_rng(0).permuted(np.tile(np.arange(N_WORDS), (40, 1)), axis=1).tolist()
    heads = report_heads(plant_translator(is_fed=is_fed), [make_pair(order) for order in orders])
    texts = {
        kind: [describe_head(head).replace("\u202f", "") for head in heads if head.head.kind is kind] for kind in Kind
    }
    aligned = "was translated at the step before" if is_fed else "it is about to translate"
    even = "Spreads its weight almost evenly over all tokens."
    assert texts[Kind.CROSS] == [
        "Almost always looks one position before its own in the source (100% of the rows that have a token there).",
        "Puts 100% of its weight on the first token.",
        even,
        f"Almost always looks at the source word that {aligned} (100% of the words).",
    ]
    assert texts[Kind.ENCODER][:3] == [
        "Almost always looks one token back (100% of the rows that have a token there).",
        "Puts 100% of its weight on the first token.",
        even,
    ]
    assert texts[Kind.DECODER] == [
        "Almost always looks one token before the token that it is fed (100% of the rows that have a token there).",
        "Puts 100% of its weight on <bos>.",
        even,
        "Almost always looks at the token that it is fed (100% of the rows that have a token there).",
    ]


def test_a_head_without_a_pattern_is_said_to_have_none() -> None:
    assert describe_head(PLAIN) == NO_PATTERN
    assert describe_head(replace(PLAIN, offset_share=0.9, confidence=0.4)) == NO_PATTERN, "its weights are too even"


@pytest.mark.parametrize(
    ("share", "word"), [(0.49, None), (0.5, "Often"), (0.74, "Often"), (0.75, "Usually"), (0.9, "Almost always")]
)
def test_the_word_for_how_often_follows_the_share(share: float, word: str | None) -> None:
    texts = [
        describe_head(replace(PLAIN, offset_share=share)),
        describe_head(replace(PLAIN, head=Head(Kind.CROSS, 0, 0), alignment_accuracy=share)),
    ]
    assert [text.startswith(f"{word} looks") for text in texts] == [word is not None] * 2


@pytest.mark.parametrize(
    ("offset", "place"), [(0, "at the token itself"), (1, "one token ahead"), (-2, "two tokens back"), (5, "5 tokens")]
)
def test_an_offset_is_a_place(offset: int, place: str) -> None:
    assert f"looks {place}" in describe_head(replace(PLAIN, best_offset=offset, offset_share=1.0))


def test_a_relation_stands_beside_the_best_offset() -> None:
    follows = replace(PLAIN, relations=(RelationScore("adjective", "noun", 0.8, 0.6),))
    text = "Looks from an adjective at its noun in 80% of the cases; the best fixed offset would in 60%."
    assert describe_head(follows).replace("\u202f", "") == text
    assert describe_head(replace(PLAIN, relations=(RelationScore("adjective", "noun", 0.65, 0.6),))) == NO_PATTERN


@pytest.mark.parametrize(("is_last", "place"), [(False, "the first token"), (True, "the last token")])
def test_a_sink_is_at_one_end(*, is_last: bool, place: str) -> None:
    text = describe_head(replace(PLAIN, sink=0.8, sink_is_last=is_last)).replace("\u202f", "")
    assert text == f"Puts 80% of its weight on {place}."
