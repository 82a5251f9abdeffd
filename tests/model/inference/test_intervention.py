"""Interventions in one decoding: what they change, and how they are described."""

from dataclasses import replace

import pytest

from model.data.vocabulary import EOS
from model.inference.attention_maps import AttentionMaps
from model.inference.edited_row import EditedRow, pin_row
from model.inference.greedy_decoding import translate
from model.inference.intervention import Intervention, describe_changes
from model.inference.named_head import Head
from model.inference.translation import Candidate, DecodingStep, Translation
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind


def test_only_changes_make_an_intervention() -> None:
    assert not Intervention()
    assert Intervention(off=(Head(Kind.CROSS, 0, 0),))
    assert Intervention(rows=(pin_row(Head(Kind.CROSS, 0, 0), 0, 0),))
    assert Intervention(forced=((0, "le"),))


def test_a_change_beyond_the_translation_is_idle() -> None:
    steps = tuple(
        DecodingStep(fed, token, 1.0, (Candidate(token, 1.0),)) for fed, token in [("<bos>", "a"), ("a", EOS)]
    )
    translation = Translation(("x", "y", "z"), steps, AttentionMaps({}), is_complete=True)
    cross, encoder = Head(Kind.CROSS, 0, 0), Head(Kind.ENCODER, 0, 0)
    reached = [pin_row(cross, 1, 2), EditedRow(cross, 0, ((2, 50), (3, 50))), pin_row(encoder, 2, 0)]
    idle = [pin_row(cross, 2, 0), pin_row(cross, 1, 3), pin_row(encoder, 3, 0)]
    intervention = Intervention(rows=(*reached, *idle), forced=((1, "chat"), (2, "le")))
    assert intervention.find_idle(translation) == Intervention(rows=tuple(idle), forced=((2, "le"),))


def test_changes_are_described_with_numbers_from_one() -> None:
    head = Head(Kind.CROSS, 1, 2)
    rows = (EditedRow(head, 0, ((3, 100),)), EditedRow(head, 1, ((0, 30), (2, 70))))
    assert describe_changes(Intervention((head,), is_uniform=True, rows=rows, forced=((2, "chienne"),)), None) == [
        "cross, layer 2, head 3 uniform",
        "cross, layer 2, head 3, row 1 on column 4",
        "cross, layer 2, head 3, row 2: column 1 30\u202f%, column 3 70\u202f%",
        "step 3: chienne",
    ]
    assert describe_changes(Intervention((head,)), None) == ["cross, layer 2, head 3 off"]
    steps = (DecodingStep("<bos>", "le", 1.0, (Candidate("le", 1.0),)),)
    translation = Translation(("the", "cat", "sees"), steps, AttentionMaps({}), is_complete=False)
    assert describe_changes(Intervention(rows=rows), translation) == [
        "cross, layer 2, head 3, “le” on column 4",
        "cross, layer 2, head 3, row 2: “the” 30\u202f%, “sees” 70\u202f%",
    ]
    repeated = replace(translation, source=("the", "cat", "the"))
    assert describe_changes(Intervention(rows=rows[1:]), repeated) == [
        "cross, layer 2, head 3, row 2: “the (1)” 30\u202f%, “the (3)” 70\u202f%"
    ]
    assert describe_changes(Intervention(), None) == []


def test_a_row_with_the_same_weights_in_several_heads_is_one_change() -> None:
    heads = [Head(Kind.CROSS, 1, head) for head in (0, 2, 3)]
    pinned = tuple(EditedRow(head, 1, ((0, 100),)) for head in heads)
    other = EditedRow(heads[0], 2, ((0, 100),))
    intervention = Intervention(off=(heads[1],), rows=tuple(sorted((*pinned, other))), forced=((0, "le"),))
    changes = intervention.list_changes()
    assert changes == [
        Intervention(off=(heads[1],)), Intervention(rows=pinned), Intervention(rows=(other,)),
        Intervention(forced=((0, "le"),)),
    ]  # fmt: skip
    assert describe_changes(intervention, None)[1] == "cross, layer 2, heads 1, 3, 4, row 2 on column 1"
    for change in changes:
        rest = intervention.without(change).list_changes()
        assert rest == [each for each in changes if each != change]


def test_rows_of_two_heads_with_other_weights_are_two_changes() -> None:
    rows = tuple(pin_row(Head(Kind.CROSS, 0, head), 0, head) for head in (0, 1))
    assert Intervention(rows=rows).list_changes() == [Intervention(rows=(row,)) for row in rows]


@pytest.mark.parametrize("is_uniform", [False, True])
def test_a_row_of_a_head_that_is_off_has_no_effect(snapshot: Snapshot, *, is_uniform: bool) -> None:
    head = Head(Kind.CROSS, 0, 0)
    off = Intervention(off=(head,), is_uniform=is_uniform)
    both = replace(off, rows=(pin_row(head, 1, 0),))
    plain, edited = (
        translate(snapshot.translator, ["the", "cat", "sleeps"], edits=each.edits).maps[Kind.CROSS]
        for each in (off, both)
    )
    assert (plain == edited).all()
