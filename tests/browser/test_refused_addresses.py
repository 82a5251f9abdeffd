"""Tests of more changes of the address than a browser takes: Safari takes 100 in ten seconds and throws at the next."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESKTOP
from tests.browser.screen import Screen

LIMIT = """
(refuse) => {
  const taken = [], limit = 12, span = 4000;
  for (const name of ["pushState", "replaceState"]) {
    const change = History.prototype[name];
    History.prototype[name] = function (...values) {
      const now = performance.now();
      while (now - taken[0] > span) taken.shift();
      if (taken.length === limit) return window.refused = true, refuse();
      taken.push(now);
      return change.apply(this, values);
    };
  }
}
"""
REFUSALS = {
    "throws": "() => { throw new DOMException('too many', 'SecurityError') }",
    "ignores": "() => {}",
}
KEPT = "window.copied = []; navigator.clipboard.writeText = async (text) => { window.copied.push(text) };"
SENTENCE = "the girl sees the big dog in the garden "


@pytest.fixture(params=REFUSALS)
def screen(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A visitor whose browser takes few changes of the address in a short time."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.add_init_script(f"{KEPT}({LIMIT})({REFUSALS[request.param]})")
    screen = Screen(page)
    page.goto(url)
    screen.until(lambda view: view.attention and view.overview, 60)
    screen.settled()
    yield screen
    screen.assert_sound()
    context.close()


def test_keys_that_come_too_fast_for_the_address_are_read_and_stand_in_it_later(screen: Screen) -> None:
    screen.box.fill("")
    screen.box.press_sequentially(SENTENCE, delay=20)
    screen.page.wait_for_function("window.refused")
    screen.page.get_by_role("button", name="Copy link").click()
    expect(screen.page.get_by_role("button", name="Copy link")).to_have_text("Copied")
    expect(screen.page.locator(".copy-status")).to_have_text("Copied")
    copied = screen.page.evaluate("copied.pop()")
    assert copied.endswith("sentence=" + SENTENCE.replace(" ", "+")), "the link has what the address lacks"
    view = screen.until(lambda view: view.tokens == SENTENCE.split() and view.attention)
    assert view.sentence == SENTENCE
    assert screen.until_url("sentence=" + SENTENCE.replace(" ", "+")) == copied
    screen.slide("step", "Home")
    screen.until(lambda view: view.step == 1)
    screen.until_url("sentence=" + SENTENCE.replace(" ", "+"), "step=1")
