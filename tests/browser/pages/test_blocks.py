"""Tests of the Building blocks page."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.screen import only, still

PHONE = {"width": 390, "height": 844}
VIEWS = {
    "Positional encoding": ".st-key-positions_chart .heatmaplayer image",
    "Feed-forward": ".st-key-signed_contracted .heatmaplayer image",
    "Pre-norm vs post-norm": ".st-key-signed_post_2 .heatmaplayer image",
    "Residual stream": ".st-key-stream_chart .scatterlayer",
    "Layer norm vs batch norm": ".st-key-signed_batch_norm .heatmaplayer image",
    "Full block": ".st-key-diagram_chart .scatterlayer",
    "Padded batch": ".st-key-attention .heatmaplayer image",
}


@pytest.fixture
def page(visit: Visit) -> Page:
    screen = visit("/blocks", has_map=False)
    drawn(screen.page, "Positional encoding")
    return screen.page


def drawn(page: Page, view: str) -> None:
    only(page.locator(VIEWS[view]))


def choose(page: Page, view: str) -> None:
    page.locator(".st-key-view").get_by_role("radio", name=view, exact=True).click()
    drawn(page, view)


def labels(page: Page, container: str) -> Locator:
    """Return the numbers in the cells of a matrix."""
    return page.locator(f".st-key-{container} .heatmap-label")


def test_every_view_is_drawn_and_fits_a_phone(page: Page) -> None:
    for view in VIEWS:
        choose(page, view)
        expect(page.locator('[data-testid="stException"]')).to_have_count(0)
    page.set_viewport_size(PHONE)
    for view in VIEWS:
        choose(page, view)
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view


def test_an_edited_cell_changes_every_later_matrix(page: Page) -> None:
    choose(page, "Layer norm vs batch norm")
    expect(labels(page, "signed_layer_norm")).to_have_text(["−1", "1", "−1", "1"])
    expect(labels(page, "signed_batch_norm")).to_have_text(["−1", "−1", "1", "1"])
    page.get_by_role("button", name="Edit").click()
    cells = page.locator('[data-testid="stDataFrame"] canvas').first
    cells.wait_for()
    box = still(cells)
    page.mouse.click(box["x"] + 75, box["y"] + 52)
    page.wait_for_timeout(200)
    page.keyboard.type("8")
    # The code of the box over the cell is loaded when it is first needed; before that, Enter would reach the table.
    expect(page.locator("#portal :is(input, textarea)")).to_have_value("8")
    page.keyboard.press("Enter")
    expect(labels(page, "signed_layer_norm")).to_have_text(["1", "−1", "−1", "1"])
    expect(labels(page, "signed_batch_norm")).to_have_text(["1", "−1", "−1", "1"])
    edited = re.compile("edits=[0-9a-f]{8}.X~1~1~8")
    expect(page).to_have_url(edited)
    page.go_back()
    expect(labels(page, "signed_layer_norm")).to_have_text(["−1", "1", "−1", "1"])
    expect(page).not_to_have_url(re.compile("edits="))
    page.go_forward()
    expect(labels(page, "signed_layer_norm")).to_have_text(["1", "−1", "−1", "1"])
    expect(page).to_have_url(edited)
    other = page.context.new_page()
    other.goto(page.url)
    expect(labels(other, "signed_layer_norm")).to_have_text(["1", "−1", "−1", "1"], timeout=30_000)
    expect(other).to_have_url(page.url)


def test_a_clicked_stage_is_shown_and_its_link_shows_the_same(page: Page) -> None:
    choose(page, "Full block")
    box = only(page.locator(".st-key-diagram_chart .nsewdrag")).bounding_box()
    assert box
    page.mouse.click(box["x"] + 212, box["y"] + 26 + 2 * 58)
    expect(page.locator(".st-key-stage input")).to_have_value("3")
    page.set_viewport_size({"width": 1024, "height": 768})
    stage = only(page.locator(".st-key-shown_stage")).bounding_box()
    assert stage
    assert stage["x"] > box["x"] + box["width"], "in sight, beside the diagram"
    for head in (1, 4):
        only(page.locator(f".st-key-shares_stage_{head} .heatmaplayer image"))
    expect(page).to_have_url(re.compile("stage=3"))
    before = labels(page, "shares_stage_4").all_text_contents()
    assert before
    other = page.context.new_page()
    other.goto(page.url)
    expect(labels(other, "shares_stage_4")).to_have_text(before, timeout=30_000)
    expect(other.locator(".st-key-stage input")).to_have_value("3")


def test_a_batch_says_that_padding_changes_nothing(page: Page) -> None:
    choose(page, "Padded batch")
    box = page.locator(".st-key-sentences textarea")
    box.fill("cats sleep\n<img src=x onerror=window.__x=1> the dog eats a fish")
    box.press("Control+Enter")
    expect(page.locator(".batch td.padding").first).to_be_visible()
    expect(page.get_by_text("in the batch and alone")).to_contain_text(re.compile(r": (0|\d\u202f·\u202f10⁻[⁶-⁹])$"))
    assert page.evaluate("window.__x ?? null") is None
    expect(page.locator(".batch")).to_contain_text("onerror")


def test_a_view_of_another_page_is_not_taken_over(visit: Visit) -> None:
    screen = visit()
    screen.settled()
    page = screen.page
    page.get_by_role("link", name="Attention", exact=True).click()
    screen.choose("view", "Linear attention")
    only(page.locator(".st-key-cost_chart .plot-container"))
    page.get_by_role("link", name="Building blocks", exact=True).click()
    drawn(page, "Positional encoding")
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)
