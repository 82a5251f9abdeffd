"""Tests of clicks on generated tokens and on rows of the big map."""

from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE, Begin, Visit
from tests.browser.screen import CELL, TILE, Screen

LATE = """
let listen;
Object.defineProperty(window, "__listenToClicks", {
  get: () => listen,
  set: (value) => setTimeout(() => {
    listen = (component) => { window.isHeard = true; return value(component); };
  }, 2000),
});
"""


def click_row(screen: Screen, row: int) -> None:
    screen.page.locator(".st-key-attention").scroll_into_view_if_needed()
    screen.page.mouse.click(*screen.page.evaluate(CELL, [row, 1]))


def test_a_click_on_a_token_chooses_its_step_also_on_a_later_one(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    screen.settled()
    for step in (2, 5, 1):
        screen.page.locator(f".st-key-translation [data-step='{step}']").click()
        view = screen.until(lambda view, step=step: view.step == step and view.map.framed == step - 1)
        assert view.current == [view.translation[step - 1]]


def test_clicks_are_heard_if_the_script_of_the_page_comes_last(browser: Browser, url: str) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.add_init_script(LATE)
    screen = Screen(page)
    page.goto(f"{url}/?sentence=the%20cat%20sleeps%20")
    screen.settled()
    page.wait_for_function("window.isHeard")
    page.locator(".st-key-translation [data-step='2']").click()
    screen.until(lambda view: view.step == 2)
    screen.assert_sound()
    context.close()


def test_a_token_is_chosen_by_keyboard(begin: Begin) -> None:
    screen = begin("i eat fish ")
    screen.settled()
    screen.page.locator(".st-key-translation [data-step='2']").focus()
    screen.press("Enter")
    screen.until(lambda view: view.step == 2)


def test_a_click_on_a_row_chooses_its_step(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    screen.settled()
    click_row(screen, 2)
    screen.until(lambda view: view.step == 3 and view.map.framed == 2)
    screen.choose("kind", "decoder")
    screen.until(lambda view: view.columns[:1] == ["<bos>"])
    screen.settled()
    click_row(screen, 0)
    screen.until(lambda view: view.step == 1)


def test_a_click_on_a_source_token_goes_to_the_step_that_looks_at_it_most(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20black%20dog%20")
    screen.settled()
    token = screen.page.locator(".st-key-tokens [data-step]")
    expect(token).to_have_count(6)
    for kind, place, word in (("cross", 5, "chien"), ("decoder", 1, "chat")):
        screen.choose("kind", kind)
        screen.until(lambda view, kind=kind: view.kind == kind)
        screen.settled()
        token.nth(place).click()
        screen.until(lambda view, word=word: view.current == [word])
    screen.until_url("step=2", without=["framed="])
    expect(screen.page.locator(".st-key-tokens .token.current")).to_have_count(0)


def test_a_click_on_a_source_token_or_on_its_row_of_an_encoder_map_frames_it(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    screen.settled()
    before = screen.look().step
    token = screen.page.locator(".st-key-tokens [data-step='5']")
    screen.choose("kind", "encoder")
    screen.until(lambda view: view.map.framed is None)
    screen.settled()
    click_row(screen, 3)
    screen.until(lambda view: view.map.framed == 3)
    screen.until_url("framed=4")
    token.click()
    screen.until(lambda view: view.map.framed == 4)
    expect(screen.page.locator(".st-key-map_caption")).to_contain_text("Reading “black”")
    expect(screen.page.locator(".st-key-tokens .token.current")).to_have_text("black")
    screen.settled()
    screen.page.go_back()
    screen.until(lambda view: view.map.framed == 3)
    screen.settled()
    click_row(screen, 3)
    screen.until(lambda view: view.map.framed is None)
    screen.until_url(without=["framed="])
    assert screen.settled().step == before

    chosen = screen.page.locator(".st-key-tokens .token.current")
    for kind, framed in (("encoder", 3), ("encoder", None), ("cross", before - 1)):
        screen.page.go_back()
        screen.until(lambda view, seen=(kind, framed): (view.kind, view.map.framed) == seen)
        screen.settled()
        expect(chosen).to_have_count(int(kind == "encoder" and framed is not None))
    for framed in (None, 3):
        screen.page.go_forward()
        screen.until(lambda view, framed=framed: (view.kind, view.map.framed) == ("encoder", framed))
        screen.settled()
        expect(chosen).to_have_count(int(framed is not None))


def test_fingers_can_choose_too(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20", viewport=PHONE, is_touched=True)
    screen.settled()
    screen.page.locator(".st-key-translation [data-step='2']").tap()
    screen.until(lambda view: view.step == 2)
    screen.settled()
    screen.page.touchscreen.tap(*screen.page.evaluate(CELL, [3, 1]))
    screen.until(lambda view: view.step == 4)


def test_each_tap_on_the_small_maps_opens_the_head_that_is_touched(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20", viewport=PHONE, is_touched=True)
    screen.settled()
    for layer, head in ((1, 2), (2, 3), (1, 4)):
        screen.page.locator(".st-key-heads").scroll_into_view_if_needed()
        screen.page.touchscreen.tap(*screen.page.evaluate(TILE, [layer, head]))
        screen.until(lambda view, chosen=(layer, head): (view.layer, view.head, view.mean) == (*chosen, False))
        screen.settled()


def test_a_candidate_chosen_below_the_map_of_a_phone_brings_its_translation_into_sight(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20", viewport=PHONE, is_touched=True)
    before = screen.settled()
    screen.page.locator(".st-key-candidates [data-forces]:not(.chosen)").first.tap()
    screen.until(lambda view: view.translation != before.translation)
    expect(screen.page.locator(".st-key-translation .token.current")).to_be_in_viewport(ratio=1)
