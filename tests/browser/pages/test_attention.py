"""Tests of the Attention step by step page."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.screen import only


@pytest.fixture
def page(visit: Visit) -> Page:
    screen = visit("/attention", has_map=False)
    only(screen.page.locator(".st-key-shares_weights .heatmaplayer image"))
    return screen.page


def test_a_clicked_weight_is_opened(page: Page) -> None:
    box = only(page.locator(".st-key-shares_weights .nsewdrag")).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.82)
    expect(page.locator(".st-key-row input")).to_have_value("3")
    expect(page.locator(".st-key-column input")).to_have_value("2")
    expect(page.locator(".st-key-cell")).to_contain_text("414")
    expect(page).to_have_url(re.compile("row=3"))


ROW = "([selector, row]) => [...document.querySelector(`${selector} .js-plotly-plot`).calcdata[0][0].z[row]]"


@pytest.mark.parametrize(
    ("sentence", "kind", "row"),
    [
        ("they do not eat the fish", "cross", 4),
        ("they do not eat the fish & zorb", "encoder", 1),  # the last word is unfinished and not translated yet
        ("they do not eat the fish", "decoder", 4),
    ],
)
def test_a_head_of_a_translation_is_opened_with_the_numbers_behind_it(
    visit: Visit, sentence: str, kind: str, row: int
) -> None:
    page = visit(f"/?sentence={quote(sentence)}&kind={kind}&layer=2&head=3&step=4").page
    shown = page.evaluate(ROW, [".st-key-attention", row - 1])
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Step by step").click()
    page = opening.value
    expect(page.locator(".st-key-row input")).to_have_value(str(row), timeout=60_000)
    expect(page.locator(".st-key-head input")).to_have_value("3")
    only(page.locator(".st-key-shares_weights .heatmaplayer image"))
    expect(page).to_have_url(re.compile("numbers=From"))
    opened = page.evaluate(ROW, [".st-key-shares_weights", row - 1])
    pairs = [(a, b) for a, b in zip(shown, opened, strict=True) if a is not None and a == a]
    assert pairs == [(a, pytest.approx(a, abs=1e-5)) for a, _ in pairs]
    assert sum(b for _, b in pairs) == pytest.approx(1, abs=1e-5)


def test_a_mask_is_in_the_address_and_blanks_cells(page: Page) -> None:
    page.locator(".st-key-mask").get_by_role("radio", name="causal").click()
    only(page.locator(".st-key-signed_masked .heatmaplayer image"))
    expect(page).to_have_url(re.compile("mask=causal"))
    expect(page.locator(".st-key-signed_masked .heatmap-label")).to_have_count(6)


def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
