"""Tests of long maps: a drag zooms in, rows are still clicked, a double click zooms out, and fingers scroll."""

from typing import Any

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import CELL, Screen

LONG = "/?sentence=" + "+".join(["the small black dog sees the cat and"] * 4).replace(" ", "+") + "+she+sings+"
FIGURE = 'document.querySelector(".st-key-attention .js-plotly-plot:not(.held)")'
RANGES = f"() => {{ const {{xaxis, yaxis}} = {FIGURE}.layout; return [...xaxis.range, ...yaxis.range]; }}"
SCROLLED = "document.querySelector('[data-testid=\"stMain\"]').scrollTop"
RESTS = f"""() => new Promise((resolve) => {{
  const before = {SCROLLED};
  setTimeout(() => resolve({SCROLLED} === before), 300);
}})"""


def find_cell(screen: Screen, row: float, column: float) -> tuple[float, float]:
    x, y = screen.page.evaluate(CELL, [row, column])
    return x, y


def drag(screen: Screen, first: tuple[int, int], last: tuple[int, int]) -> None:
    """Drag from one cell, by its row and column, to another."""
    screen.page.mouse.move(*find_cell(screen, *first))
    screen.page.mouse.down()
    screen.page.mouse.move(*find_cell(screen, *last), steps=5)
    screen.page.mouse.up()


def ranges(screen: Screen) -> list[float]:
    screen.settled()
    found: list[Any] = screen.page.evaluate(RANGES)
    return [round(float(end)) for end in found]


def test_a_zoom_stays_while_stepping_until_a_double_click(visit: Visit) -> None:
    screen = visit(LONG)
    before = screen.settled()
    whole = ranges(screen)
    assert len(before.translation) > 4, "the drag ends inside the map, whose rows are what the model generates"
    screen.page.locator(".st-key-attention").evaluate("element => element.scrollIntoView({block: 'start'})")
    drag(screen, (1, 3), (4, 15))
    window = ranges(screen)
    assert window == [3, 15, 4, 1]
    assert screen.settled().step == before.step, "a drag is no click"
    screen.page.mouse.click(*find_cell(screen, 3, 9))
    screen.until(lambda view: view.step == 4 and view.map.framed == 3)
    assert ranges(screen) == window
    assert screen.settled().columns == before.tokens[3:15], "every column in sight has its label"
    screen.page.mouse.dblclick(*find_cell(screen, 2, 9))
    screen.page.wait_for_function(f"{FIGURE}?.layout.xaxis.range[0] === -0.5")
    assert ranges(screen) == whole
    assert screen.settled().step == 4, "a double click is no click on a row"
    screen.page.mouse.click(*find_cell(screen, 0, 9))
    screen.until(lambda view: view.step == 1)


def test_another_sentence_shows_the_whole_map(visit: Visit) -> None:
    screen = visit(LONG)
    screen.settled()
    screen.page.locator(".st-key-attention").evaluate("element => element.scrollIntoView({block: 'start'})")
    drag(screen, (4, 3), (8, 15))
    ranges(screen)
    screen.write("the cat sings ")
    whole = ranges(screen)
    assert whole[:2] == [0, 2], "three columns"
    drag(screen, (0, 0), (2, 2))
    assert ranges(screen) == whole, "a short map has nothing to zoom into"


def test_fingers_scroll_a_long_map_and_choose_rows(visit: Visit) -> None:
    screen = visit(LONG, viewport=PHONE, is_touched=True)
    screen.settled()
    whole = ranges(screen)
    x, y = find_cell(screen, 3, 12)
    session = screen.page.context.new_cdp_session(screen.page)
    before = screen.page.evaluate(SCROLLED)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for moved in range(20, 220, 20):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - moved}]})
        screen.page.wait_for_timeout(20)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    screen.page.wait_for_function(f"{SCROLLED} > {before + 50}")
    screen.page.wait_for_function(RESTS)  # a finger on a page that still glides stops it, and taps nothing
    assert ranges(screen) == whole
    screen.page.touchscreen.tap(*find_cell(screen, 4, 5))
    screen.until(lambda view: view.step == 5)
