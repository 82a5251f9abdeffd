"""Tests of the frames around the column or the row of the word that is pointed at."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.screen import CELL, Screen

PATH = "/?sentence=the%20cat%20sees%20a%20black%20dog%20"
ENGLISH, FRENCH = ".st-key-tokens .token", ".st-key-translation .token"
N_MAPS = 1 + 2 * (4 + 1)  # the big one, and heads and mean of two layers
Frame = tuple[float, float, float, float]  # left, top, width, height


def point_at(screen: Screen, words: str, place: int, n_frames: int) -> list[Frame]:
    """Point at a word and return the frames, that of the big map first."""
    screen.page.locator(words).nth(place).hover()
    marks = screen.page.locator(".word-marks div")
    expect(marks).to_have_count(n_frames)
    boxes = [mark.bounding_box() for mark in marks.all()]
    return [(box["x"], box["y"], box["width"], box["height"]) for box in boxes if box]


def find_middle(screen: Screen, row: int, column: int) -> list[float]:
    middle: list[float] = screen.page.evaluate(CELL, [row, column])
    return middle


@pytest.mark.parametrize("kind", ["cross", "encoder"])
def test_a_source_word_frames_its_column(visit: Visit, kind: str) -> None:
    screen = visit(f"{PATH}&kind={kind}")
    screen.settled()
    first, *_ = point_at(screen, ENGLISH, 4, N_MAPS * (1 if kind == "cross" else 2))
    left, top, width, height = first
    x, y = find_middle(screen, 0, 4)
    assert left + width / 2 == pytest.approx(x, abs=1)
    assert width == pytest.approx(find_middle(screen, 0, 5)[0] - x, abs=1)
    assert top < y < find_middle(screen, 5, 4)[1] < top + height


def test_a_generated_word_frames_its_row_in_maps_of_one_size(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    for place in (1, 5):
        (left, top, width, height), *others = point_at(screen, FRENCH, place, N_MAPS)
        x, y = find_middle(screen, place, 0)
        assert top + height / 2 == pytest.approx(y, abs=1)
        assert left < x < find_middle(screen, place, 5)[0] < left + width
        assert len({round(other[3], 1) for other in others}) == 1, "the maps of all heads are of one size"
    screen.page.mouse.move(0, 0)
    expect(screen.page.locator(".word-marks div")).to_have_count(0)


def test_a_token_fed_to_the_decoder_frames_the_step_it_comes_from_and_the_column_it_is_looked_at_in(
    visit: Visit,
) -> None:
    screen = visit(f"{PATH}&kind=decoder")
    screen.settled()
    column, row, *_ = point_at(screen, FRENCH, 1, 2 * N_MAPS)
    x, y = find_middle(screen, 1, 2)  # fed after <bos> and "le", generated in the second step
    assert column[0] + column[2] / 2 == pytest.approx(x, abs=1)
    assert row[1] + row[3] / 2 == pytest.approx(y, abs=1)
    screen.page.locator(ENGLISH).first.hover()
    expect(screen.page.locator(".word-marks div")).to_have_count(0)


def test_frames_follow_the_map_while_typing_and_lines_have_none_of_their_own(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    before, *_ = point_at(screen, ENGLISH, 0, N_MAPS)
    screen.box.press("End")
    screen.box.type("and a cat ")
    screen.until(lambda view: view.tokens[-2:] == ["a", "cat"] and len(view.map.columns) == 9)
    screen.settled()
    after, *_ = point_at(screen, ENGLISH, 0, N_MAPS)
    assert after[2] < 0.8 * before[2]
    assert after[0] + after[2] / 2 == pytest.approx(find_middle(screen, 0, 0)[0], abs=1)
    screen.choose("drawn_as", "lines")
    screen.page.wait_for_function("() => document.querySelector('.st-key-attention .textpoint')")
    point_at(screen, ENGLISH, 1, N_MAPS - 1)


@pytest.mark.parametrize("drawn_as", ["lines", "lines by head"])
def test_the_maps_of_all_heads_are_framed_while_one_is_drawn_as_lines(visit: Visit, drawn_as: str) -> None:
    screen = visit(f"{PATH}&drawn_as={drawn_as.replace(' ', '+')}", has_map=False)
    screen.page.locator(".st-key-heads .main-svg").first.wait_for()
    first, *others = point_at(screen, FRENCH, 1, N_MAPS - 1)
    assert {round(each[3], 1) for each in others} == {round(first[3], 1)}
