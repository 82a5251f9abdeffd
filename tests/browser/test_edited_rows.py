"""Rows of attention that are pinned on a token, or edited in a table."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import still
from tests.browser.switched_sentence import HEADS_TOP, PATH, SHOWN, press


def test_a_row_is_pinned_on_a_word_and_released(visit: Visit) -> None:
    screen = visit(f"{PATH}&kind=cross&layer=2&head=1&mean=false&step=2")
    screen.settled()
    press(screen, "Edit row")
    before = screen.page.evaluate(HEADS_TOP)
    screen.page.locator(".st-key-pinned_key button").first.click()
    screen.until_url("rows=cross-2-1-2-1")
    expect(screen.page.locator(".st-key-pinned_key")).to_have_count(0)
    screen.settled()
    assert abs(screen.page.evaluate(HEADS_TOP) - before) < 2
    change = screen.page.locator(".st-key-changes button")
    expect(change).to_contain_text("on “the”")
    change.click()
    screen.until_url(without=["rows="])


def test_the_row_of_an_encoder_map_that_is_edited_is_the_one_that_is_framed(visit: Visit) -> None:
    screen = visit(f"{PATH}&kind=encoder&layer=2&head=1&mean=false&framed=3")
    screen.until(lambda view: view.map.framed == 2)
    screen.settled()
    press(screen, "Edit row")
    pinned = screen.page.locator(".st-key-pinned_key")
    expect(pinned).to_contain_text("Row 3, sees")
    screen.page.locator(".st-key-edited_row input").click()
    screen.page.get_by_role("option", name="dog").click()
    expect(pinned).to_contain_text("Row 6, dog")
    screen.until(lambda view: view.map.framed == 5)
    screen.until_url("framed=6")
    screen.choose("pinned_key", "cat")
    screen.until_url("rows=encoder-2-1-6-2", "framed=6")
    expect(screen.page.locator(".st-key-map_caption")).to_contain_text("Reading “dog”, head 1 of layer 2 looks 100")


def test_a_row_of_the_mean_is_one_change_and_stays_in_view(visit: Visit) -> None:
    screen = visit(PATH)
    step = screen.settled().step
    press(screen, "Edit row")
    screen.page.locator(".st-key-pinned_key button").first.click()
    screen.until_url("rows=")
    change = screen.page.locator(".st-key-changes button")
    expect(change).to_have_count(1)
    expect(change).to_contain_text("cross, layer 2, heads 1, 2, 3, 4")
    assert screen.settled().step == step
    change.click()
    screen.until_url(without=["rows="])
    assert screen.until(lambda view: view.translation == SHOWN).step == step


def test_the_popover_of_a_row_is_in_the_window_and_no_sliver(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    for width, height in ((1280, 640), (1440, 900), (PHONE["width"], PHONE["height"])):
        screen.page.set_viewport_size({"width": width, "height": height})
        button = screen.page.get_by_role("button", name="Edit row")
        button.scroll_into_view_if_needed()
        button.click()
        screen.page.locator(".st-key-pinned_key").wait_for()
        popover = screen.page.locator('[data-testid="stPopoverBody"]')
        popover.locator("canvas").first.wait_for()  # the code of the table is loaded when it is first shown
        place = still(popover)
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= height
        assert place["height"] >= 0.4 * height
        screen.press("Escape")
        screen.page.locator(".st-key-pinned_key").wait_for(state="detached")


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_the_map_stays_in_sight_while_its_row_is_edited(visit: Visit, width: int) -> None:
    screen = visit(PATH, viewport={"width": width, "height": 800})
    screen.settled()
    press(screen, "Edit row")
    screen.page.locator(".st-key-pinned_key").wait_for()
    place, drawn = still(screen.page.locator('[data-testid="stPopoverBody"]')), screen.page.locator(".st-key-attention")
    assert still(drawn)["x"] + still(drawn)["width"] <= place["x"]


def test_of_repeated_words_the_one_that_is_chosen_gets_the_weight(visit: Visit) -> None:
    screen = visit("/?sentence=the+cat+sees+the+dog+&kind=cross&layer=2&head=1&mean=false&step=2")
    screen.settled()
    press(screen, "Edit row")
    screen.choose("pinned_key", "the (1)")
    screen.until_url("rows=cross-2-1-2-1")
    expect(screen.page.locator(".st-key-changes button")).to_contain_text("on “the (1)”")


def test_a_weight_of_a_row_is_edited_in_the_table(visit: Visit) -> None:
    screen = visit(f"{PATH}&kind=cross&layer=2&head=1&mean=false&step=2")
    screen.settled()
    press(screen, "Edit row")
    table = screen.page.locator("[data-testid='stDataFrame']").first
    canvas = table.locator("canvas").first
    canvas.scroll_into_view_if_needed()
    place = still(canvas)
    screen.page.mouse.dblclick(place["x"] + place["width"] - 40, place["y"] + 52)  # the weight of the first token
    weight = screen.page.locator("#portal input")
    screen.page.wait_for_timeout(2500)  # a visitor who thinks
    before = screen.page.evaluate(HEADS_TOP)
    weight.fill("60")
    weight.press("Enter")
    screen.until_url("rows=cross-2-1-2-1_60")
    expect(screen.page.locator(".st-key-changes button")).to_contain_text("“the” 60 %")
    screen.settled()
    assert abs(screen.page.evaluate(HEADS_TOP) - before) < 2
