"""Tests of two sentences side by side on the Translate page."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import OVERFLOW

IS_OPEN = "() => document.querySelector('.st-key-beside details').getAnimations().length === 0"


def test_another_sentence_is_typed_beside_the_first_and_a_link_holds_both(visit: Visit, url: str) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20the%20dog%20")
    first = screen.settled().translation
    screen.page.get_by_text("Compare with another sentence").click()
    screen.until_url("beside=true")
    screen.page.wait_for_function(IS_OPEN)
    maps = screen.page.locator(".st-key-beside .js-plotly-plot")
    expect(maps).to_have_count(2)
    box = screen.page.locator(".st-key-second input")
    box.fill("")
    for words in ("the dog", " sees the ", "cat"):
        box.press_sequentially(words)
        screen.until_url(f"second={box.input_value().replace(' ', '+')}")
    screen.settled()
    screen.page.go_back()  # typing adds no entry: the one before is that of the closed expander
    screen.until_url(without=["beside="])
    expect(maps).to_have_count(0)
    screen.settled()
    screen.page.go_forward()
    screen.until_url("beside=true", "second=the+dog+sees+the+cat")
    expect(maps).to_have_count(2)
    screen.settled()
    box.focus()
    marked = screen.page.locator(".st-key-beside .token.changed bdi")
    expect(marked.first).to_have_text("dog")
    screen.until_url("second=the+dog+sees+the+cat")
    expect(box).to_be_focused()
    assert screen.settled().translation == first
    seen = marked.all_inner_texts()
    link = screen.url
    for _ in range(2):  # it keeps its sentence while it is closed, and another key comes
        screen.page.get_by_text("Compare with another sentence").click()
        screen.box.press("Space")
        screen.settled()
    expect(box).to_have_value("the dog sees the cat")
    assert marked.all_inner_texts() == seen

    other = visit(link.removeprefix(url))
    other.settled()
    expect(other.page.locator(".st-key-beside .js-plotly-plot")).to_have_count(2)
    assert other.page.locator(".st-key-beside .token.changed bdi").all_inner_texts() == seen


def test_a_pair_fills_both_boxes_and_fits_a_phone(visit: Visit) -> None:
    screen = visit("/?beside=true&kind=encoder", viewport=PHONE)
    screen.settled()
    screen.page.get_by_text("who sees whom").click()
    screen.until(lambda view: view.columns == ["the", "dog", "sees", "the", "cat"])
    expect(screen.page.locator(".st-key-second input")).to_have_value("the cat sees the dog")
    screen.until_url("second=the+cat+sees+the+dog", "sentence=the+dog+sees+the+cat")
    expect(screen.page.locator(".st-key-beside .js-plotly-plot")).to_have_count(2)
    assert max(screen.page.evaluate(OVERFLOW)) <= 0
    screen.page.locator(".st-key-second input").fill("he sleeps")
    screen.until_url("second=he+sleeps", "sentence=the+dog+sees+the+cat")
    screen.page.get_by_text("who sees whom").click()
    screen.until_url("second=the+cat+sees+the+dog")
