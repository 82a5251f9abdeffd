"""Tests of the view that a visitor meets first."""

import pytest

from tests.browser.conftest import PHONE, Visit

HELP = "Click a token or a row."
TOP = "() => document.querySelector('.st-key-map_options').getBoundingClientRect().top + scrollY"


def test_it_shows_the_mean_of_cross_attention_at_the_most_reordered_word(visit: Visit) -> None:
    view = visit().settled()
    assert (view.kind, view.layer, view.mean) == ("cross", 2, True)
    assert view.current == ["noir"]
    assert view.map.rows[int(view.map.framed or 0)] == "noir"
    weights = view.map.cells[int(view.map.framed or 0)]
    assert view.columns[weights.index(max(weights, key=lambda weight: weight or 0))] == "black"


def test_a_step_in_the_link_wins(visit: Visit) -> None:
    assert visit("/?step=2").settled().step == 2


@pytest.mark.parametrize("viewport", [{"width": 1440, "height": 1000}, PHONE], ids=["desktop", "phone"])
def test_the_line_of_help_goes_without_moving_the_page(visit: Visit, viewport: dict[str, int]) -> None:
    screen = visit(viewport=viewport)
    assert HELP in screen.settled().words
    before = screen.page.evaluate(TOP)
    screen.page.locator(".st-key-translation [data-step='3']").click()
    screen.until(lambda view: view.step == 3 and HELP not in view.words)
    assert screen.page.evaluate(TOP) == before
    screen.click("back")
    screen.until(lambda view: view.step == 2)
    assert HELP not in screen.settled().words
