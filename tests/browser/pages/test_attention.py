"""Tests of the Attention step by step page."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.screen import OVERFLOW, only


@pytest.fixture
def page(visit: Visit) -> Page:
    screen = visit("/attention", has_map=False)
    only(screen.page.locator(".st-key-shares_weights .heatmaplayer image"))
    return screen.page


def test_a_clicked_weight_is_opened(visit: Visit) -> None:
    page = visit(f"/attention?numbers={quote('Q, K, V by hand')}", has_map=False).page
    box = only(page.locator(".st-key-shares_weights .nsewdrag")).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.82)
    expect(page.locator(".st-key-row input")).to_have_value("3")
    expect(page.locator(".st-key-column input")).to_have_value("2")
    expect(page.locator(".st-key-cell")).to_contain_text("414")
    expect(page).to_have_url(re.compile("row=3"))


@pytest.mark.parametrize("numbers", ["From words to Q, K, V", "From the translator"])
def test_the_sums_of_a_weight_are_in_sight_beside_it(visit: Visit, numbers: str) -> None:
    page = visit(f"/attention?numbers={quote(numbers)}", has_map=False).page
    only(page.locator(".st-key-shares_weights .heatmaplayer image"))
    weights, cell = page.locator(".st-key-shares_weights"), page.locator(".st-key-cell")
    weights.scroll_into_view_if_needed()
    boxes = [each.bounding_box() for each in (weights, cell)]
    assert all(boxes)
    (left, right) = (box for box in boxes if box)
    assert left["x"] + left["width"] <= right["x"], "beside each other"
    assert right["y"] >= 0
    expect(cell.locator(".katex-html .mtable")).to_be_in_viewport()
    for key in ("signed_added", "row", "column"):
        expect(page.locator(f".st-key-{key}")).to_be_in_viewport()


def test_the_head_stands_above_everything_that_it_decides(page: Page) -> None:
    head, first = (page.locator(f".st-key-{key}").bounding_box() for key in ("head", "signed_X"))
    assert head
    assert first
    assert head["y"] + head["height"] <= first["y"]


def test_on_a_phone_the_sums_follow_the_weights(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    tops = [page.locator(f".st-key-{key}").bounding_box() for key in ("shares_weights", "cell", "signed_mixed")]
    assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
    assert tops[0]
    assert tops[1]
    assert 0 <= tops[1]["y"] - tops[0]["y"] - tops[0]["height"] < 80


ROW = "([selector, row]) => [...document.querySelector(`${selector} .js-plotly-plot`).calcdata[0][0].z[row]]"


@pytest.mark.parametrize(
    ("sentence", "kind", "row"),
    [
        ("they do not eat the fish", "cross", 4),
        ("they do not eat the fish & gar", "encoder", 1),  # the last word is unfinished and not translated yet
        ("they do not eat the fish", "decoder", 4),
    ],
)
def test_a_head_of_a_translation_is_opened_with_the_numbers_behind_it(
    visit: Visit, sentence: str, kind: str, row: int
) -> None:
    screen = visit(f"/?sentence={quote(sentence)}&kind={kind}&layer=2&head=3&step=4")
    screen.settled()
    page = screen.page
    shown = page.evaluate(ROW, [".st-key-attention", row - 1])
    with page.expect_popup() as opening:
        page.get_by_role("link", name="Show the calculation").click()
    page = opening.value
    expect(page.locator(".st-key-row input")).to_have_value(str(row), timeout=60_000)
    expect(page.locator(".st-key-head input")).to_have_value("3")
    largest = max(range(len(shown)), key=lambda place: shown[place] or 0)
    expect(page.locator(".st-key-column input")).to_have_value(str(largest + 1))
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


def test_a_long_label_and_its_hover_are_whole(visit: Visit) -> None:
    query = f"numbers={quote('From the translator')}&sentence={quote('the teachers are working')}&kind=decoder"
    page = visit(f"/attention?{query}", has_map=False).page
    only(page.locator(".st-key-shares_weights .heatmaplayer image"))
    labels = page.locator(".st-key-shares_weights .ytick text").all_text_contents()
    assert any("professeurs" in label for label in labels)
    assert not any("…" in label for label in labels)
    columns = page.locator(".st-key-shares_weights .xtick text").all_text_contents()
    assert "professeurs" in columns
    frame = page.locator(".st-key-shares_weights .main-svg").first.bounding_box()
    assert frame
    for text in page.locator(".st-key-shares_weights :is(.xtick, .ytick) text").all():
        box = text.bounding_box()
        assert box
        assert box["x"] >= frame["x"] - 1
        assert box["y"] >= frame["y"] - 1
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_nothing_is_wider_than_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_formula_fits_the_narrowest_phone(visit: Visit) -> None:
    screen = visit("/attention", has_map=False, viewport={"width": 360, "height": 640})
    screen.only(screen.page.locator(".st-key-shares_weights .heatmaplayer image"))
    assert max(screen.page.evaluate(OVERFLOW)) <= 0
