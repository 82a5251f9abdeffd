"""Tests of beam search and sampling on the Translate page."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import OVERFLOW

IS_OPEN = "() => document.querySelector('.st-key-decodings details').getAnimations().length === 0"
PATH = "/?sentence=the%20small%20animal%20saw%20her%20dog%20"


def test_the_second_translation_of_a_beam_is_shown_and_reset(visit: Visit) -> None:
    screen = visit(PATH)
    plain = screen.settled().translation
    screen.page.get_by_text("Beam search and sampling").click()
    screen.until_url("decodings=true")
    expect(screen.page.locator(".st-key-beam_tree .js-plotly-plot")).to_be_visible()
    rows = screen.page.locator("[class*='st-key-hypothesis_row_']")
    expect(rows).to_have_count(3)
    wanted = [text.strip() for text in rows.nth(1).locator(".token bdi").all_inner_texts()]
    assert wanted != plain
    screen.page.wait_for_function(IS_OPEN)  # while an expander opens, what it holds moves under the pointer
    rows.nth(1).get_by_role("button").click()
    screen.until(lambda view: view.translation == wanted)
    screen.until_url("forced=")
    screen.page.get_by_role("button", name="Reset").click()
    screen.until(lambda view: view.translation == plain)


def test_a_wide_beam_and_samples_fit_a_phone(visit: Visit) -> None:
    for query in ("decodings=true&beam=8", "decodings=true&decoding=sampling&temperature=2.0"):
        screen = visit(f"{PATH}&{query}", viewport=PHONE)
        expect(screen.page.locator("[class*='st-key-hypothesis_row_']").first).to_be_visible()
        assert max(screen.page.evaluate(OVERFLOW)) <= 0
