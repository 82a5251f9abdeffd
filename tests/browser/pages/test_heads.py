"""Tests of the Heads page in the browser."""

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import OVERFLOW

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


def test_a_click_on_a_head_opens_it_on_translate(visit: Visit) -> None:
    screen = visit("/heads", has_map=False)
    expect(screen.page.locator(".st-key-roles [data-testid='stDataFrame']")).to_be_visible(timeout=60_000)
    screen.page.wait_for_timeout(500)
    screen.page.mouse.click(*screen.page.evaluate(POINT, ["decoder", 1, 2]))
    screen.until_url("kind=decoder", "head=3", "mean=false")
    screen.until(lambda view: (view.kind, view.layer, view.head, view.mean) == ("decoder", 2, 3, False))


def test_the_measure_is_in_the_link_and_the_page_fits_a_phone(visit: Visit) -> None:
    screen = visit("/heads", has_map=False, viewport=PHONE)
    screen.page.get_by_role("radio", name="entropy").click()
    screen.until_url("head_measure=entropy")
    expect(screen.page.get_by_text("Spread of a row")).to_be_visible()
    assert max(screen.page.evaluate(OVERFLOW)) <= 0
