"""The room for labels of a map, its brightest colour, and its title."""

from model.transformer.kind import Kind
from tests.ui.widgets.small_maps import make_translation
from ui.widgets.head_selector import HeadChoice
from ui.widgets.map_view import MapView


def view(kind: Kind, n_rows: int | None, *, is_cut: bool = False) -> MapView:
    return MapView(make_translation(), HeadChoice(kind, 0, 1), n_rows, is_cut=is_cut)


def test_decoder_labels_have_the_same_room_at_every_step() -> None:
    widths = {view(Kind.DECODER, n, is_cut=is_cut).fit_labels((180, 84)) for n in (1, 2, 3) for is_cut in (False, True)}
    assert widths == {124}, "as the last label needs"
    assert view(Kind.DECODER, 1).fit_labels((100, 84)) == 100
    assert view(Kind.CROSS, 1).fit_labels((180, 84)) == view(Kind.ENCODER, 1).fit_labels((180, 84)) == 84


def test_the_brightest_colour_stands_for_the_largest_weight_shown() -> None:
    shown = view(Kind.CROSS, 1)
    assert shown.brightest(is_stretched=False) == 1.0
    assert shown.brightest(is_stretched=True) == make_translation().maps.head(Kind.CROSS, 0, 1)[0].max()
    assert shown.brightest(is_stretched=True, is_by_head=True) == make_translation().maps[Kind.CROSS][0, :, 0].max()


def test_the_changes_stand_before_the_colon_that_ends_the_title_of_a_picture() -> None:
    shown = MapView(make_translation(), HeadChoice(Kind.CROSS, 0, 1), 1, notes=("step 2: chat",))
    title, _, rest = shown.describe("rows", "columns").partition(":")
    assert title == "cross attention, head 2 of layer 1 (step 2 chat)"
    assert rest.startswith(" 3 rows, 2 columns. ")
