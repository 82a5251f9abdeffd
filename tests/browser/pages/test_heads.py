"""Tests of the Heads page in the browser."""

import contextlib
import re
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, FirstVisit, Start, Visit
from tests.browser.screen import OVERFLOW, Screen, still

FIGURE = ".st-key-head_grid .js-plotly-plot"
# Screen position of the point of a head.
POINT = """
([kind, layer, head]) => {
  const figure = document.querySelector(".st-key-head_grid .js-plotly-plot");
  const numbers = (values) => Array.isArray(values) ? values : [...new Float64Array(
    Uint8Array.from(atob(values.bdata), letter => letter.charCodeAt(0)).buffer)];
  const [, points] = figure.data, {xaxis, yaxis} = figure._fullLayout;
  const place = points.customdata.findIndex(data => data.join() === [kind, layer, head].join());
  const box = figure.getBoundingClientRect();
  return [
    box.left + xaxis._offset + xaxis.l2p(numbers(points.x)[place]),
    box.top + yaxis._offset + yaxis.l2p(numbers(points.y)[place]),
  ];
}
"""
TABLE = ".st-key-roles [data-testid='stDataFrame'] canvas"  # drawn; screen readers find its cells inside
# The cells of a column; an arrow precedes the name of the one that the table is sorted by.
COLUMN = f"""
name => {{
  const table = document.querySelector("{TABLE} table"), cells = row => [...row.children].map(cell => cell.textContent);
  const column = cells(table.querySelector("thead tr")).findIndex(each => each.replace(/^[↑↓] */, "") === name);
  return [...table.querySelectorAll("tbody tr")].map(row => cells(row)[column]);
}}
"""


def find_head(screen: Screen, kind: str, layer: int, head: int) -> tuple[float, float]:
    """Return the screen position of the point of a head, once the figure is drawn and stays in its place."""
    figure = screen.only(screen.page.locator(FIGURE))
    screen.page.wait_for_function(f"() => Boolean(document.querySelector('{FIGURE}')?._fullLayout)")
    still(figure)
    x, y = screen.page.evaluate(POINT, [kind, layer, head])
    return x, y


def read_shares(page: Page, name: str) -> list[float]:
    return [float(cell) for cell in page.evaluate(COLUMN, name)]


def sort_by(page: Page, name: str) -> None:
    """Click along the drawn header, whose columns have no elements, until the column is in ascending order."""
    header = page.locator(TABLE).first
    header.scroll_into_view_if_needed()
    box = header.bounding_box()
    assert box is not None
    for x in range(20, int(box["width"]), 35):
        before = header.locator("thead").text_content()
        page.mouse.click(box["x"] + x, box["y"] + 15)
        with contextlib.suppress(AssertionError):  # of two clicks on a column the second may change nothing
            expect(header.locator("thead")).not_to_have_text(before or "", timeout=2000)
        page.keyboard.press("Escape")  # closes the menu of a column, if the click opened one
        if re.search(rf"↑ *{name}", header.locator("thead").text_content() or ""):
            break
    else:
        raise AssertionError(f"no click on the header sorts by {name}")
    deadline = time.monotonic() + 10
    while (shares := read_shares(page, name)) != sorted(shares):  # the rows follow the header
        assert time.monotonic() < deadline, f"the header says that {name} is in order, but it is not"
        page.wait_for_timeout(100)


def test_a_click_on_the_header_sorts_the_table_by_number(visit: Visit) -> None:
    screen = visit("/heads", has_map=False)
    expect(screen.page.locator(f"{TABLE} table tbody tr")).to_have_count(24, timeout=60_000)
    before = read_shares(screen.page, "confidence")
    assert before != sorted(before)
    rows = dict(zip(before, read_shares(screen.page, "entropy"), strict=True))
    sort_by(screen.page, "confidence")
    shares = read_shares(screen.page, "confidence")
    assert shares == sorted(before)
    assert read_shares(screen.page, "entropy") == [rows[share] for share in shares], "rows stay together"


def test_the_link_holds_the_row_that_is_chosen_and_back_returns_to_it(visit: Visit) -> None:
    screen = visit("/heads", has_map=False)
    expect(screen.page.locator(f"{TABLE} table tbody tr")).to_have_count(24, timeout=60_000)
    heading = screen.page.locator(".st-key-typical_sentences .heading").first
    table = screen.page.locator(".st-key-roles [data-testid='stDataFrame']")
    for row in (3, 5):
        table.click(position={"x": 15, "y": 35 * row + 18})  # its box
        layer, head = divmod(row - 1, 4)
        screen.until_url(f"described=cross-{layer + 1}-{head + 1}")
        expect(heading).to_contain_text(f"Cross attention, layer {layer + 1}, head {head + 1}")
    screen.page.go_back()
    screen.until_url("described=cross-1-3")
    expect(heading).to_contain_text("Cross attention, layer 1, head 3")
    screen.page.reload()
    expect(heading).to_contain_text("Cross attention, layer 1, head 3", timeout=60_000)


@pytest.mark.parametrize("weights", ["", "training_step=0"])
def test_a_click_on_a_head_opens_it_on_translate(visit: Visit, weights: str) -> None:
    screen = visit(f"/heads?{weights}", has_map=False)
    expect(screen.page.locator(".st-key-roles [data-testid='stDataFrame']")).to_be_visible(timeout=60_000)
    screen.page.mouse.click(*find_head(screen, "decoder", 1, 2))
    screen.until_url("kind=decoder", "head=3", "mean=false", weights)
    screen.until(lambda view: (view.kind, view.layer, view.head, view.mean) == ("decoder", 2, 3, False))


def test_the_measure_is_in_the_link_and_the_page_fits_a_phone(visit: Visit) -> None:
    screen = visit("/heads", has_map=False, viewport=PHONE)
    screen.choose("head_measure", "entropy")
    screen.until_url("head_measure=entropy")
    expect(screen.page.get_by_text("Spread of a row")).to_be_visible()
    assert max(screen.page.evaluate(OVERFLOW)) <= 0


def test_importance_is_measured_as_one_looks_and_a_head_is_switched_off_by_a_click(visit: Visit) -> None:
    screen = visit("/heads?view=Importance", has_map=False)
    expect(screen.page.locator(".st-key-importance [data-testid='stDataFrame']").first).to_be_visible(timeout=180_000)
    expect(screen.page.get_by_text("The most important head")).to_be_visible()
    screen.page.mouse.click(*find_head(screen, "cross", 1, 0))
    screen.until_url("off=cross-2-1")
    expect(screen.page.locator(".st-key-switchboard")).to_be_visible()


def test_every_view_fits_a_phone(visit: Visit) -> None:
    for view in ("Importance", "Explanation", "Aligners"):
        screen = visit(f"/heads?view={view}", has_map=False, viewport=PHONE)
        expect(screen.page.locator(".heading").first).to_be_visible(timeout=180_000)
        screen.page.wait_for_timeout(500)
        assert max(screen.page.evaluate(OVERFLOW)) <= 0, view


BARS = """
() => {
  const figure = document.querySelector(".st-key-attribution_bars .js-plotly-plot");
  return figure && figure.data ? JSON.stringify(figure.data.map(bars => bars.y)) : "";
}
"""


def test_the_bars_follow_the_step_and_the_link_holds_it(visit: Visit) -> None:
    screen = visit("/heads?view=Explanation&sentence=the+small+black+dog+sleeps", has_map=False)
    heading = screen.page.get_by_text("Generating")
    expect(heading).to_contain_text("Generating “le”", timeout=60_000)
    expect(screen.page.locator(".st-key-attribution_bars .bars .point")).to_have_count(6 * 5, timeout=60_000)
    before = screen.page.evaluate(BARS)
    expect(screen.page.locator(".st-key-attribution_agreement table")).to_be_visible(timeout=120_000)
    screen.slide("step", "ArrowRight", "ArrowRight")
    screen.until_url("step=3")
    expect(heading).to_contain_text("Generating “chien”")
    screen.page.wait_for_function(f"before => ({BARS})() !== before", arg=before)


def test_a_long_word_fits_a_phone(visit: Visit) -> None:
    screen = visit(f"/heads?view=Explanation&sentence={'x' * 60}+sings", has_map=False, viewport=PHONE)
    expect(screen.page.get_by_text("Generating")).to_be_visible(timeout=60_000)
    still(screen.page.locator(".js-plotly-plot").first)
    assert max(screen.page.evaluate(OVERFLOW)) <= 0


def test_nothing_of_a_view_that_measures_is_left_in_the_next_one(
    first_visit: FirstVisit, cache: Path, tmp_path: Path, start: Start, visit_url: Visit
) -> None:
    shutil.copytree(cache, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.part"))  # a server writes
    for report in tmp_path.rglob("agreement-*.json"):
        report.unlink()
    screen = visit_url(f"{start(tmp_path)}/heads?view=Explanation", has_map=False)
    measured = screen.page.get_by_text(re.compile(r"^Measured \d"))
    expect(measured).to_have_count(1, timeout=60_000)
    screen.choose("view", "Aligners")  # takes longer than the time between two looks
    expect(screen.page.locator(".st-key-aligners")).to_be_visible(timeout=60_000)
    expect(screen.page.locator("[data-testid='stExpander']")).to_have_count(1, timeout=20_000)
    expect(measured).to_have_count(0)
