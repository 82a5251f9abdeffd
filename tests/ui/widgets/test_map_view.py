"""Weights, labels and words of a map at a step."""

import numpy as np

from model.inference.attention_maps import AttentionMaps
from model.inference.translation import DecodingStep, Translation
from model.transformer.kind import Kind
from ui.widgets.head_selector import HeadChoice
from ui.widgets.map_view import MapView

SOURCE, FED, GENERATED = ("the", "cat"), ("<bos>", "le", "chat"), ("le", "chat", "<eos>")
SIZES = {Kind.CROSS: (3, 2), Kind.ENCODER: (2, 2), Kind.DECODER: (3, 3)}


def record() -> Translation:
    """Return a translation of three steps by a model of one layer and two heads."""
    random = np.random.default_rng(0)
    maps = {kind: random.random((1, 2, *size), dtype=np.float32) for kind, size in SIZES.items()}
    maps[Kind.DECODER][..., *np.triu_indices(3, 1)] = np.nan
    steps = tuple(DecodingStep(fed, token, 1.0, ()) for fed, token in zip(FED, GENERATED, strict=True))
    return Translation(SOURCE, steps, AttentionMaps(maps), is_complete=True)


def view(kind: Kind, n_rows: int | None, *, is_cut: bool = False) -> MapView:
    return MapView(record(), HeadChoice(kind, 0, 1), n_rows, is_cut=is_cut)


def test_without_a_step_all_rows_are_shown() -> None:
    for kind in Kind:
        assert np.array_equal(view(kind, None).weights, record().maps.head(kind, 0, 1), equal_nan=True)
    assert view(Kind.CROSS, None).labels == (SOURCE, GENERATED)
    assert view(Kind.DECODER, None).labels == (FED, ("<bos> → le", "le → chat", "chat → <eos>"))


def test_later_rows_are_blank_and_their_labels_dots() -> None:
    for kind in (Kind.CROSS, Kind.DECODER):
        whole, weights = record().maps.head(kind, 0, 1), view(kind, 2).weights
        assert np.array_equal(weights[:2], whole[:2], equal_nan=True)
        assert np.isnan(weights[2]).all()
    assert view(Kind.CROSS, 2).labels == (SOURCE, ("le", "chat", "·"))
    assert view(Kind.DECODER, 2).labels == (("<bos>", "le", "·"), ("<bos> → le", "le → chat", "·"))


def test_a_cut_map_ends_at_its_step() -> None:
    cut = view(Kind.DECODER, 2, is_cut=True)
    assert np.array_equal(cut.weights, record().maps.head(Kind.DECODER, 0, 1)[:2, :2], equal_nan=True)
    assert cut.labels == (("<bos>", "le"), ("<bos> → le", "le → chat"))


def test_decoder_labels_have_the_same_room_at_every_step() -> None:
    widths = {view(Kind.DECODER, n, is_cut=is_cut).fit_labels((180, 84)) for n in (1, 2, 3) for is_cut in (False, True)}
    assert widths == {124}, "as the last label needs"
    assert view(Kind.DECODER, 1).fit_labels((100, 84)) == 100
    assert view(Kind.CROSS, 1).fit_labels((180, 84)) == view(Kind.ENCODER, 1).fit_labels((180, 84)) == 84


def test_encoder_maps_are_the_same_at_every_step() -> None:
    assert view(Kind.ENCODER, 1).labels == view(Kind.ENCODER, 3).labels == (SOURCE, SOURCE)
    assert np.array_equal(view(Kind.ENCODER, 1).weights, view(Kind.ENCODER, 3).weights)
    assert "same at every step" in view(Kind.ENCODER, 1).summary


def test_the_summary_names_the_key_with_the_largest_weight() -> None:
    weights = record().maps.head(Kind.CROSS, 0, 1)[1]
    best = int(weights.argmax())
    expected = f"Generating “chat”, head 2 of layer 1 looks {100 * weights[best]:.0f}\u202f% at “{SOURCE[best]}”."
    assert view(Kind.CROSS, 2).summary == expected


def test_the_brightest_colour_stands_for_the_largest_weight_shown() -> None:
    shown = view(Kind.CROSS, 1)
    assert shown.brightest(is_stretched=False) == 1.0
    assert shown.brightest(is_stretched=True) == record().maps.head(Kind.CROSS, 0, 1)[0].max()
    assert shown.brightest(is_stretched=True, is_by_head=True) == record().maps[Kind.CROSS][0, :, 0].max()
