"""Tests of the overview: a click on a tile chooses its head."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Begin, Visit
from tests.browser.screen import MEAN


def test_a_click_on_a_tile_chooses_its_layer_and_head(begin: Begin) -> None:
    screen = begin()
    before = screen.settled()
    screen.click_tile(2, 3)
    view = screen.until(lambda view: (view.layer, view.head) == (2, 3))
    assert not view.mean
    screen.until(lambda view: view.map.cells != before.map.cells and view.overview == before.overview)
    screen.until_url("head=3", "mean=false", without=["layer="])


def test_the_same_tile_can_be_clicked_twice(begin: Begin) -> None:
    screen = begin()
    screen.settled()
    screen.click_tile(2, 4)
    screen.until(lambda view: (view.layer, view.head) == (2, 4))
    chosen = screen.settled()
    screen.click_tile(2, 4)
    assert screen.settled() == chosen
    screen.slide("head", "Home")
    screen.until(lambda view: view.head == 1)
    screen.settled()
    screen.click_tile(2, 4)
    screen.until(lambda view: (view.layer, view.head) == (2, 4) and view.map.cells == chosen.map.cells)


def test_the_mean_tile_chooses_the_mean_and_a_head_leaves_it(begin: Begin) -> None:
    screen = begin()
    screen.settled()
    screen.click_tile(2, MEAN)
    screen.until(lambda view: view.mean and view.layer == 2)
    mean = screen.settled()
    assert "the mean of heads of layer 2" in mean.words
    screen.until_url(without=["layer=", "mean="])
    screen.click_tile(1, 2)
    screen.until(lambda view: not view.mean and (view.layer, view.head) == (1, 2))
    assert screen.settled().map.cells != mean.map.cells


def test_the_map_of_a_head_chosen_far_below_it_comes_into_sight(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20", viewport=PHONE)
    screen.settled()
    big = screen.page.locator(".st-key-attention")
    screen.page.locator(".st-key-heads").evaluate("heads => heads.scrollIntoView({block: 'start'})")
    expect(big).not_to_be_in_viewport()
    screen.click_tile(1, 2)
    screen.until(lambda view: (view.layer, view.head) == (1, 2))
    expect(big).to_be_in_viewport(ratio=0.9)
