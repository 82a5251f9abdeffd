"""Tests of the switchboard: heads switched off, candidates forced, and the link that holds both."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import TILE, Screen
from tests.browser.switched_sentence import FRENCH, HEADS_TOP, PATH, SHOWN, press

BEFORE = ".st-key-switchboard .token bdi"


def before(screen: Screen) -> list[str]:
    return [text.strip() for text in screen.page.locator(BEFORE).all_inner_texts()]


def test_a_layer_is_switched_off_the_link_opens_the_same_and_reset_brings_it_back(visit: Visit, url: str) -> None:
    screen = visit(PATH)
    assert screen.settled().translation == SHOWN
    press(screen, "Switch layer off")
    screen.until_url("off=cross-2-1.cross-2-2.cross-2-3.cross-2-4")
    view = screen.until(lambda view: view.translation and view.translation != SHOWN)
    assert before(screen) == FRENCH
    marked = screen.page.locator(".st-key-translation .token.changed")
    expect(marked.first).to_be_visible()

    other = visit(screen.url.removeprefix(url))
    assert other.until(lambda seen: seen.translation == view.translation)
    assert before(other) == FRENCH
    press(other, "Reset")
    other.until(lambda seen: seen.translation == SHOWN)
    other.until_url(without=["off="])
    expect(other.page.locator(".st-key-switchboard")).to_have_count(0)
    assert screen.settled().translation == view.translation, "another visitor's reset changes nothing here"


def test_a_click_on_the_overview_switches_a_head_off_and_on_while_it_is_asked_to(visit: Visit) -> None:
    screen = visit(f"{PATH}&kind=cross&layer=2&head=1&mean=false")
    before_click = screen.settled()
    screen.toggle("click_switches")
    screen.settled()
    screen.click_tile(1, 3)
    screen.until_url("off=cross-1-3")
    crossed = screen.settled()
    assert (crossed.layer, crossed.head) == (2, 1), "the head shown stays"
    assert crossed.overview != before_click.overview
    crosses = screen.page.locator(".st-key-heads .scatterlayer .js-line")
    expect(crosses).to_have_count(2)  # the diagonals of one tile
    screen.click_tile(1, 3)
    screen.until_url(without=["off="])
    expect(crosses).to_have_count(0)
    screen.toggle("click_switches")
    screen.settled()
    screen.click_tile(1, 3)
    screen.until(lambda view: (view.layer, view.head) == (1, 3))
    screen.until_url(without=["off="])


@pytest.mark.parametrize("scrolled", [0, 300])
def test_what_is_clicked_stays_in_its_place_while_changes_appear_above_it(visit: Visit, scrolled: int) -> None:
    screen = visit(PATH)
    screen.settled()
    screen.page.locator('[data-testid="stMain"]').evaluate("(page, y) => page.scrollTo(0, y)", scrolled)
    before = screen.page.evaluate(HEADS_TOP)
    for name, n_boards in (("Switch layer off", 1), ("Switch layer on", 0)):
        press(screen, name)
        expect(screen.page.locator(".st-key-switchboard")).to_have_count(n_boards)
        screen.settled()
        assert abs(screen.page.evaluate(HEADS_TOP) - before) < 2
        if not scrolled:
            expect(screen.page.locator(".st-key-translation")).to_be_in_viewport(ratio=1)


def test_the_translation_stays_in_sight_while_heads_far_below_it_are_clicked_off(visit: Visit) -> None:
    screen = visit(PATH)
    screen.page.set_viewport_size({"width": 1440, "height": 700})
    screen.settled()
    screen.page.locator(".st-key-heads").evaluate("heads => heads.scrollIntoView({block: 'end'})")
    translation = screen.page.locator(".st-key-translation")
    expect(translation).not_to_be_in_viewport()
    screen.toggle("click_switches")
    screen.page.locator(".st-key-heads").evaluate("heads => heads.scrollIntoView({block: 'end'})")
    expect(translation).to_be_in_viewport(ratio=1)


def test_heads_switched_off_one_after_another_stay_in_their_place(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    screen.toggle("click_switches")
    tops = []
    for head in (1, 2, 3, 4):
        x, y = screen.page.evaluate(TILE, [1, head])
        screen.page.mouse.click(x + 25, y - 20)
        screen.until_url(f"cross-1-{head}")
        expect(screen.page.locator(".st-key-tried .tokens")).to_have_count(head - 1)
        screen.settled()
        tops.append(screen.page.evaluate("document.querySelector('.st-key-heads').getBoundingClientRect().top"))
    assert max(tops) - min(tops) < 2


def test_a_candidate_is_generated_instead_and_taken_back_by_a_click(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    screen.page.locator(".st-key-translation [data-step='2']").click()
    screen.until(lambda view: view.step == 2)
    candidate = screen.settled().candidates[1][0]
    screen.page.locator(".st-key-candidates button.candidate:not(.chosen)").first.click()
    view = screen.until(lambda view: view.translation[1:2] == [candidate] and view.step == 2)
    screen.until_url("forced=2-", "step=2")
    assert view.translation[0] == FRENCH[0]
    assert before(screen) == FRENCH
    change = screen.page.locator(".st-key-changes button")
    expect(change).to_contain_text(f"step 2: {candidate}")
    change.click()
    screen.until(lambda view: view.translation[:2] == FRENCH[:2])
    screen.until_url(without=["forced="])


def test_the_token_chosen_is_kept_whatever_is_switched_off(visit: Visit) -> None:
    screen = visit(f"{PATH}&step=2")
    screen.settled()
    chosen = screen.page.locator(".st-key-candidates button.candidate.chosen")
    expect(chosen).to_have_attribute("title", "keep this token")
    chosen.click()
    screen.until_url("forced=2-chat")
    assert screen.settled().translation[:2] == before(screen)[:2] == FRENCH[:2]
    expect(chosen).to_have_attribute("title", "let the model choose")
    chosen.click()
    screen.until_url(without=["forced="])


def test_a_token_from_before_is_generated_by_a_click_on_it(visit: Visit) -> None:
    off = ".".join(f"cross-{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))
    screen = visit(f"{PATH}&off={off}")
    changed = screen.settled().translation
    assert changed[1] != FRENCH[1]
    screen.page.locator(".st-key-switchboard button.token", has_text="chat").first.click()
    screen.until_url("forced=2-chat", "off=")
    screen.until(lambda view: view.translation[1:2] == ["chat"] and view.step == 2)


def test_two_visitors_with_different_switches_each_see_their_own(visit: Visit) -> None:
    off = ["cross-1-1.cross-1-2.cross-1-3.cross-1-4", "cross-2-1.cross-2-2.cross-2-3.cross-2-4"]
    first, second = (visit(f"{PATH}&off={heads}") for heads in off)
    plain = visit(PATH)
    seen = [screen.settled().translation for screen in (first, second)]
    assert plain.settled().translation == SHOWN
    for screen in (first, second):
        screen.page.keyboard.press("End")
        screen.box.fill("the cat sees a black dog")
    assert [screen.settled().translation for screen in (first, second)] == seen
    assert seen[0] != seen[1]


def test_the_switchboard_fits_a_phone_and_works_by_keyboard(visit: Visit) -> None:
    screen = visit(f"{PATH}&off=cross-2-1.decoder-1-2", viewport=PHONE)
    screen.settled()
    screen.page.locator(".st-key-reset button").focus()
    screen.press("Enter")
    screen.until_url(without=["off="])


def test_a_link_to_heads_and_words_that_are_not_there_is_corrected(visit: Visit) -> None:
    screen = visit(f"{PATH}&off=cross-9-9&forced=99-x")
    assert screen.settled().translation == SHOWN
    screen.until_url(without=["off=", "forced="])
    expect(screen.page.locator('[data-testid="stToast"]')).to_contain_text("cross-9-9, 99-x")
