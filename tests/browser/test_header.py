"""Tests of the header at several widths."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

# Whether all of an element is within the window and nothing of its text is cut off.
WHOLE = """
element => {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth && element.scrollWidth <= element.clientWidth + 1;
}
"""
LONG = "training<span class='track'></span> · 100.0 % exact match · 2 h 59 min left<span class='dot'></span>"
NAME = "<span class='run'>a run with the longest name that a visitor may give it, 60 letters</span>"


@pytest.mark.parametrize("width", [1920, 1600, 1440, 1280, 1024, 390])
def test_the_status_is_never_cut_off(visit: Visit, width: int) -> None:
    screen = visit(viewport={"width": width, "height": 800})
    screen.settled()
    status = screen.page.locator(".st-key-training_status .status")
    assert status.evaluate(WHOLE)
    tall = screen.page.locator(".st-key-header").evaluate("element => element.offsetHeight")
    pages = screen.page.locator(".st-key-pages").bounding_box()
    for text in (LONG, NAME + LONG):
        status.evaluate("(element, html) => { element.innerHTML = html; element.classList.add('busy'); }", text)
        assert status.evaluate(WHOLE)
        assert screen.page.locator(".copy-link").evaluate(WHOLE)
        assert screen.page.locator(".st-key-header").evaluate("element => element.offsetHeight") == tall
        assert screen.page.locator(".st-key-pages").bounding_box() == pages, "no status moves them"
        ends, begins = (screen.page.locator(each).bounding_box() for each in (".status", ".copy-link"))
        assert ends is not None
        assert begins is not None
        assert width < 1024 or ends["x"] + ends["width"] <= begins["x"]


def test_box_translation_and_half_of_the_map_are_seen_above_a_phones_keyboard(visit: Visit) -> None:
    screen = visit(viewport={"width": 390, "height": 508}, is_touched=True)
    screen.settled()
    for key in ("sentence", "translation"):
        box = screen.page.locator(f".st-key-{key}").first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 508
    big = screen.page.locator(".st-key-attention").bounding_box()
    assert big is not None
    assert big["y"] + big["height"] / 2 <= 508


def test_the_sliders_show_their_true_step_and_do_not_look_alike(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    view = screen.settled()
    decoding, training = (screen.page.locator(f".st-key-{key}") for key in ("step", "training_step"))
    assert decoding.get_by_test_id("stSliderThumbValue").inner_text() == str(len(view.translation) - 1)
    assert "Decoding step" in decoding.inner_text()
    assert "Training step" in training.inner_text()
    look = "element => getComputedStyle(element.querySelector('[role=group]')).filter"
    assert decoding.evaluate(look) != training.evaluate(look)


def test_the_page_shown_is_in_sight_among_the_pages_of_a_phone(visit: Visit) -> None:
    page = visit("/training", has_map=False, viewport={"width": 390, "height": 844}, is_touched=True).page
    expect(page.locator(".st-key-pages [aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-pages").get_by_role("link", name="Translate")).not_to_be_in_viewport()


def test_the_lines_of_a_phone_begin_with_the_first_token_and_follow_what_is_typed_and_stepped_to(visit: Visit) -> None:
    screen = visit(viewport={"width": 390, "height": 844}, is_touched=True)
    screen.settled()
    source, generated = (screen.page.locator(f".st-key-{key} .token") for key in ("tokens", "translation"))
    for line in (source, generated):
        expect(line.first).to_be_in_viewport(ratio=1)
        expect(line.last).not_to_be_in_viewport()
    current = screen.page.locator(".st-key-translation .token.current")
    screen.press("End")
    screen.page.keyboard.type("s")
    for newest in (source.filter(has_text="dogs"), current):
        expect(newest).to_be_in_viewport(ratio=1)
    screen.click("last")
    screen.until(lambda view: view.step == len(view.translation))
    screen.page.locator(".st-key-sentence").scroll_into_view_if_needed()
    expect(current).to_be_in_viewport(ratio=1)


def test_the_status_stays_beside_a_script_that_sets_a_cookie(visit: Visit) -> None:
    """A new visitor's first page is a link to a run, whose name needs the list of the visitor's runs."""
    screen = visit()
    screen.settled()
    status = screen.page.locator(".st-key-training_status")
    status.evaluate("""element => element.insertAdjacentHTML('afterbegin',
      "<div class='stElementContainer'><div class='stHtml'><script>1</script></div></div>")""")
    expect(status).to_be_visible()
    expect(status.locator("> .stElementContainer").first).to_be_hidden()
    for place in screen.page.locator(".st-key-header > .stElementContainer:has(script:only-child)").all():
        expect(place).to_be_hidden()
