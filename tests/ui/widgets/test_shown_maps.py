"""Weights, labels and words of a map at a step."""

from dataclasses import replace

import numpy as np

from model.corpus import Pair
from model.transformer.kind import Kind
from tests.ui.widgets.small_maps import FED, GENERATED, SOURCE, make_translation
from ui.widgets.head_selector import HeadChoice
from ui.widgets.shown_maps import ShownMaps


def show(kind: Kind, n_rows: int | None, *, is_cut: bool = False) -> ShownMaps:
    return ShownMaps(make_translation(), HeadChoice(kind, 0, 1), n_rows, is_cut=is_cut)


def test_without_a_step_all_rows_are_shown() -> None:
    for kind in Kind:
        assert np.array_equal(show(kind, None).weights, make_translation().maps.head(kind, 0, 1), equal_nan=True)
    assert show(Kind.CROSS, None).labels == (SOURCE, GENERATED)
    assert show(Kind.DECODER, None).labels == (FED, ("<bos> → le", "le → chat", "chat → <eos>"))


def test_later_rows_are_blank_and_have_no_labels() -> None:
    for kind in (Kind.CROSS, Kind.DECODER):
        whole, weights = make_translation().maps.head(kind, 0, 1), show(kind, 2).weights
        assert np.array_equal(weights[:2], whole[:2], equal_nan=True)
        assert np.isnan(weights[2]).all()
    assert show(Kind.CROSS, 2).labels == (SOURCE, ("le", "chat", ""))
    assert show(Kind.DECODER, 2).labels == (("<bos>", "le", ""), ("<bos> → le", "le → chat", ""))


def test_gold_links_of_later_steps_are_not_marked() -> None:
    gold = Pair(SOURCE, GENERATED[:2], frozenset({(0, 0), (1, 1)}))
    marked = {n_rows: sorted(show(Kind.CROSS, n_rows).list_links(gold)) for n_rows in (1, 2, None)}
    assert marked == {1: [(0, 0)], 2: [(0, 0), (1, 1)], None: [(0, 0), (1, 1)]}


def test_a_cut_map_ends_at_its_step() -> None:
    cut = show(Kind.DECODER, 2, is_cut=True)
    assert np.array_equal(cut.weights, make_translation().maps.head(Kind.DECODER, 0, 1)[:2, :2], equal_nan=True)
    assert cut.labels == (("<bos>", "le"), ("<bos> → le", "le → chat"))


def test_encoder_maps_are_the_same_at_every_step() -> None:
    assert show(Kind.ENCODER, 1).labels == show(Kind.ENCODER, 3).labels == (SOURCE, SOURCE)
    assert np.array_equal(show(Kind.ENCODER, 1).weights, show(Kind.ENCODER, 3).weights)
    assert "same at every step" in show(Kind.ENCODER, 1).summary


def test_the_encoder_frames_the_row_of_a_token_and_the_others_that_of_the_step() -> None:
    for kind in (Kind.CROSS, Kind.DECODER):
        assert show(kind, 2).current_row == replace(show(kind, 2), token=1).current_row == 1
    assert show(Kind.ENCODER, 2).current_row is None
    assert replace(show(Kind.ENCODER, 2), token=1).current_row == 0
    assert replace(show(Kind.ENCODER, 2), token=len(SOURCE)).current_row == len(SOURCE) - 1
    assert replace(show(Kind.ENCODER, 2), token=len(SOURCE) + 1).current_row is None, "the sentence is shorter"


def test_the_encoder_reads_the_token_whose_row_is_framed() -> None:
    weights = make_translation().maps.head(Kind.ENCODER, 0, 1)[0]
    best = int(weights.argmax())
    expected = f"Reading “{SOURCE[0]}”, head 2 of layer 1 looks {100 * weights[best]:.0f}\u202f% at “{SOURCE[best]}”."
    assert replace(show(Kind.ENCODER, 3), token=1).summary == expected


def test_the_summary_names_the_key_with_the_largest_weight() -> None:
    weights = make_translation().maps.head(Kind.CROSS, 0, 1)[1]
    best = int(weights.argmax())
    expected = f"Generating “chat”, head 2 of layer 1 looks {100 * weights[best]:.0f}\u202f% at “{SOURCE[best]}”."
    assert show(Kind.CROSS, 2).summary == expected


def test_a_long_word_is_shortened_in_the_summary() -> None:
    maps = show(Kind.CROSS, 1)
    long = replace(maps.record, source=("z" * 200,) * len(SOURCE))
    assert replace(maps, record=long).summary.endswith(f"at “{'z' * 16}…”.")
