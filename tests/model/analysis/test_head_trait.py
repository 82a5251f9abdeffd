"""The measure of a role is read where the role was found."""

from dataclasses import replace

from model.analysis.grammar_relations import RelationScore
from model.analysis.head_report import HeadScores
from model.analysis.head_trait import find_trait
from model.inference.named_head import Head
from model.transformer.kind import Kind

PLAIN = HeadScores(
    Head(Kind.CROSS, 0, 0), entropy=0.7, confidence=0.6, sink=0.3, sink_is_last=False,
    best_offset=-1, offset_share=0.4, offset_weight=0.3, offset_coverage=0.9,
)  # fmt: skip


def name_and_value(head: HeadScores) -> tuple[str, float | None]:
    trait = find_trait(head)
    assert trait is not None
    return trait.name, trait.read(head)


def test_a_head_without_a_role_has_no_measure_of_its_own() -> None:
    assert find_trait(PLAIN) is None


def test_every_role_has_its_measure() -> None:
    assert name_and_value(replace(PLAIN, offset_share=0.95, confidence=0.9)) == ("share at offset −1", 0.95)
    assert name_and_value(replace(PLAIN, sink=0.8, sink_is_last=True)) == ("weight on the last token", 0.8)
    assert name_and_value(replace(PLAIN, entropy=0.97)) == ("entropy", 0.97)


def test_an_aligner_is_read_in_its_better_reading() -> None:
    fed = replace(PLAIN, alignment_accuracy=0.3, alignment_accuracy_fed=0.9)
    assert name_and_value(fed) == ("alignment as fed", 0.9)
    generated = replace(PLAIN, alignment_accuracy=0.9, alignment_accuracy_fed=0.3)
    assert name_and_value(generated) == ("alignment", 0.9)


def test_a_syntactic_head_is_read_by_its_best_relation_wherever_that_stands() -> None:
    best, other = RelationScore("verb", "subject", 0.8, 0.5), RelationScore("adjective", "noun", 0.6, 0.7)
    head = replace(PLAIN, head=Head(Kind.ENCODER, 0, 0), relations=(best, other))
    assert name_and_value(head) == ("verb → subject", 0.8)
    trait = find_trait(head)
    assert trait is not None
    sentence = replace(head, relations=(other, replace(best, agreement=0.1)))
    assert trait.read(sentence) == 0.1
    assert trait.read(replace(head, relations=(other,))) is None
