"""Tests of the view "Aligners" of the Heads page in the browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TRAINING_TIME, Visit
from tests.browser.screen import OVERFLOW, only

PATH = "/heads?view=Aligners"
LINKS = ".st-key-aligner_links"
PAIRS = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort." for a in "bcdfg" for b in "klmnp")
NEW = (
    "/training?view=New&new_corpus=Own&new_steps=10&new_batch=8&new_width=8&new_layers=1&new_heads=2&new_inner=8"
    "&new_seed=17"
)


def read_columns(page: Page) -> list[list[str]]:
    """Return the texts of the table of links, row by row."""
    rows = only(page.locator(f"{LINKS} table")).locator("tr")
    return [[cell.strip() for cell in row.locator("td").all_inner_texts()] for row in rows.all()[1:]]


@pytest.mark.parametrize(
    "look",
    [dict(color_scheme="light"), dict(color_scheme="dark"), dict(viewport=PHONE, is_touched=True)],
    ids=["light", "dark", "phone"],
)
def test_a_sentence_is_chosen_by_keyboard_and_its_link_opens_the_same(visit: Visit, look: dict[str, Any]) -> None:
    screen = visit(PATH, has_map=False, **look)
    page = screen.page
    box = page.locator(f"{LINKS} input")
    expect(box).to_be_visible(timeout=90_000)
    first = read_columns(page)
    assert {len(row) for row in first} == {6}, "target word, gold, and four aligners"
    box.focus()
    screen.press("ArrowDown", "ArrowDown", "ArrowDown", "Enter")
    screen.until_url("aligned=")
    page.wait_for_function(
        "([place, before]) => document.querySelector(place)?.innerText.trim() !== before",
        arg=[f"{LINKS} tr:nth-child(2) td", first[0][0]],
    )
    chosen = read_columns(page)
    assert chosen != first
    assert max(page.evaluate(OVERFLOW)) <= 0
    other = visit(screen.url[screen.url.index("/heads") :], has_map=False, viewport=DESKTOP)
    expect(other.page.locator(f"{LINKS} table")).to_contain_text(chosen[0][0], timeout=60_000)
    assert read_columns(other.page) == chosen
    expect(other.page.locator('[data-testid="stToast"]')).to_have_count(0)


def test_a_sentence_that_is_not_held_out_is_corrected_with_a_word(visit: Visit) -> None:
    screen = visit(f"{PATH}&aligned=no+such+sentence", has_map=False)
    toast = screen.page.locator('[data-testid="stToast"]')
    expect(toast).to_contain_text("aligned “no such sentence”", timeout=90_000)
    screen.until_url(without=["aligned="])


def test_a_run_without_gold_links_has_model_1_in_their_place(visit: Visit) -> None:
    screen = visit(NEW, has_map=False)
    page = screen.page
    page.locator(".st-key-pasted textarea").fill(PAIRS)
    start = page.locator(".st-key-start button").first  # a redrawn page has the one before too, for a moment
    expect(start).to_be_enabled(timeout=30_000)
    start.click()
    page.wait_for_url("**/training?*run=*")
    screen.only(page.locator(".st-key-probes"))  # before that, the header shows the status of the default model
    expect(page.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=TRAINING_TIME * 1000)
    page.get_by_role("link", name="Heads").click()
    screen.choose("view", "Aligners")
    aligners = page.locator(".st-key-aligners")
    expect(aligners).to_contain_text("the links of IBM Model 1 take its place", timeout=60_000)
    expect(aligners).to_contain_text("Disagreement with IBM Model 1")
    assert {len(row) for row in read_columns(page)} == {5}, "target word, IBM Model 1, and three aligners"
