"""Tests of the head drawn as lines: the link, the size, hover, and clicks on tokens of both columns."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Scheme, Visit
from tests.browser.screen import CELL, OVERFLOW, Screen, still

PATH = "/?sentence=the%20cat%20sees%20a%20black%20dog%20"
SOURCE = ["the", "cat", "sees", "a", "black", "dog"]
FRENCH = ["le", "chat", "voit", "un", "chien", "noir", "·"]
QUERIES, KEYS = 0, 1  # columns
FIGURE = ".st-key-attention .js-plotly-plot:not(.held)"
# Labels as painted, those that have letters, and the colours and the numbers of lines of the shapes.
READ = f"""
() => {{
  const figure = document.querySelector("{FIGURE}");
  return {{
    labels: [...figure.querySelectorAll(".textpoint")].map(point => point.textContent.trim()).filter(text => text),
    painted: figure.querySelectorAll(".shapelayer path").length,
    colours: figure.layout.shapes.map(shape => shape.line.color),
    n_lines: figure.layout.shapes.map(shape => shape.path.split("M").length - 1),
  }};
}}
"""


FAINTEST = f"""
() => Math.min(...[...document.querySelectorAll("{FIGURE} .shapelayer path")].map(path => Number(path.style.opacity)))
"""


def read_lines(screen: Screen) -> dict[str, Any]:
    """Wait until the lines are painted and clicks are heard, which begins some 50 ms later; read the lines."""
    screen.wait_for_answer()
    screen.page.wait_for_function(
        f"() => document.querySelector('[data-test-script-state=\"notRunning\"]')"
        f" && document.querySelector('{FIGURE} .textpoint')"
    )
    still(screen.page.locator(FIGURE))
    seen: dict[str, Any] = screen.page.evaluate(READ)
    return seen


def click_token(screen: Screen, column: int, row: int) -> None:
    screen.page.locator(".st-key-attention").scroll_into_view_if_needed()
    screen.page.mouse.click(*screen.page.evaluate(CELL, [row, column]))


def test_lines_take_the_place_of_the_map_and_the_link_opens_them(visit: Visit, url: str) -> None:
    screen = visit(PATH)
    assert screen.settled().translation == FRENCH
    place = screen.page.locator(".st-key-attention")
    before, below = place.bounding_box(), screen.page.locator(".st-key-heads").bounding_box()
    screen.choose("drawn_as", "lines")
    screen.until_url("drawn_as=lines")
    seen = read_lines(screen)
    assert seen["labels"] == [*FRENCH[:-1], *SOURCE]
    assert 0 < seen["painted"] == len(seen["n_lines"]) < sum(seen["n_lines"])
    assert (place.bounding_box(), screen.page.locator(".st-key-heads").bounding_box()) == (before, below)

    other = visit(screen.url.removeprefix(url), has_map=False)
    assert read_lines(other) == seen
    other.choose("drawn_as", "map")
    other.until(lambda view: view.attention is not None)
    other.until_url(without=["drawn_as="])


def test_a_click_on_a_token_of_either_column_chooses_its_step(visit: Visit) -> None:
    screen = visit(f"{PATH}&drawn_as=lines", has_map=False)
    assert read_lines(screen)["labels"][-1] == "dog"
    click_token(screen, QUERIES, 1)
    screen.until(lambda view: view.step == 2 and view.current == ["chat"])
    screen.until_url("step=2", "drawn_as=lines")
    expect(screen.page.locator(f"{FIGURE} .textpoint").filter(has_text="voit")).to_have_count(0)
    labels = read_lines(screen)["labels"]
    assert labels == ["le", "chat", *SOURCE], "a token that is not generated yet is not drawn"
    click_token(screen, KEYS, SOURCE.index("dog"))
    screen.until(lambda view: view.current == ["chien"])
    read_lines(screen)
    click_token(screen, KEYS, SOURCE.index("cat"))
    screen.until(lambda view: view.current == ["chat"])

    screen.choose("kind", "decoder")
    label = screen.page.locator(f"{FIGURE} .textpoint").first
    expect(label).to_have_text("<bos> → le")
    read_lines(screen)
    click_token(screen, KEYS, 1)  # "le", fed to the second step
    screen.until(lambda view: view.step == 1 and view.current == ["le"])
    screen.choose("kind", "encoder")
    expect(label).to_have_text("the")
    read_lines(screen)
    for column, row in ((QUERIES, 3), (KEYS, 1)):
        click_token(screen, column, row)
        screen.until_url(f"framed={row + 1}")
        # A list is waited for: for some 50 ms the figure before is still there.
        expect(screen.page.locator(f"{FIGURE} .textpoint [style*='bold']")).to_have_text([SOURCE[row]])
        read_lines(screen)
    assert screen.look().step == 1


@pytest.mark.parametrize(("column", "row", "begin"), [(QUERIES, 5, "generating noir"), (KEYS, 4, "at black")])
def test_a_token_says_what_it_is_tied_to(visit: Visit, column: int, row: int, begin: str) -> None:
    screen = visit(f"{PATH}&drawn_as=lines", has_map=False)
    read_lines(screen)
    screen.page.mouse.move(*screen.page.evaluate(CELL, [row, column]))
    text = screen.page.locator(".st-key-attention .hoverlayer .hovertext")
    expect(text).to_contain_text(f"{begin}, the model looks")
    expect(text).to_contain_text("at black" if column == QUERIES else "generating noir")


def list_painted(screen: Screen) -> list[int]:
    """Return the number of lines painted for each shape."""
    painted: list[int] = screen.page.locator(f"{FIGURE} .shapelayer path").evaluate_all(
        "all => all.map(path => path.getAttribute('d').split('M').length - 1)"
    )
    return painted


@pytest.mark.parametrize("drawn_as", ["lines", "lines by head"])
def test_only_the_lines_of_a_token_are_painted_while_the_mouse_is_on_it(visit: Visit, drawn_as: str) -> None:
    screen = visit(f"{PATH}&step=3&drawn_as={drawn_as.replace(' ', '+')}", has_map=False)
    whole = read_lines(screen)["n_lines"]
    assert list_painted(screen) == whole
    faintest = screen.page.evaluate(FAINTEST)
    assert faintest < 0.7
    paths = screen.page.evaluate(f"document.querySelector('{FIGURE}').layout.shapes.map(shape => shape.path)")
    lines = [re.findall(r"M0,([-\d.]+)L1,([-\d.]+)", path) for path in paths]
    assert [len(each) for each in lines] == whole
    for column, row in ((QUERIES, 0), (QUERIES, 2), (KEYS, 1)):
        screen.page.mouse.move(*screen.page.evaluate(CELL, [row, column]))
        tied = [sum(round(float(line[column])) == row for line in each) for each in lines]
        assert 0 < sum(tied) < sum(whole)
        assert list_painted(screen) == tied
        assert screen.page.evaluate(FAINTEST) >= 0.7
    hovered = screen.page.locator(".st-key-attention .hoverlayer .hovertext")
    expect(hovered).to_have_count(1)
    for column, row in ((0.5, 1), (QUERIES, 6)):  # between the columns, and at a token of a later step
        screen.page.mouse.move(*screen.page.evaluate(CELL, [row, column]))
        assert list_painted(screen) == whole
        assert screen.page.evaluate(FAINTEST) == faintest
        expect(hovered).to_have_count(0)
    screen.page.mouse.move(*screen.page.evaluate(CELL, [1, QUERIES]))
    assert list_painted(screen) != whole
    screen.page.mouse.move(0, 0)
    assert list_painted(screen) == whole
    screen.page.mouse.move(*screen.page.evaluate(CELL, [1, QUERIES]))
    screen.page.locator(".st-key-translation [data-step='2']").press("Enter")
    screen.until(lambda view: view.step == 2)
    whole = read_lines(screen)["n_lines"]
    assert list_painted(screen) == whole, "a new figure is whole"
    screen.choose("drawn_as", "map")
    screen.until(lambda view: view.attention is not None)
    screen.page.mouse.move(*screen.page.evaluate(CELL, [1, 0]))
    expect(screen.page.locator(f"{FIGURE} .shapelayer path")).to_have_count(1)


def test_lines_by_head_have_a_colour_for_each_head_and_say_where_it_looks(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    screen.choose("drawn_as", "lines by head")
    screen.until_url("drawn_as=lines+by+head")
    legend = screen.page.locator(".st-key-map_caption .legend b")
    expect(legend).to_have_count(4)
    seen = read_lines(screen)
    assert seen["labels"] == [*FRENCH[:-1], *SOURCE]
    named = legend.evaluate_all("all => all.map(swatch => swatch.style.color)")
    painted = screen.page.locator(f"{FIGURE} .shapelayer path").evaluate_all(
        "all => [...new Set(all.map(line => line.style.stroke))]"
    )
    assert sorted(painted) == sorted(named)
    screen.page.mouse.move(*screen.page.evaluate(CELL, [SOURCE.index("black"), KEYS]))
    text = screen.page.locator(".st-key-attention .hoverlayer .hovertext")
    expect(text).to_contain_text("looking at black")
    for head in range(1, 5):
        expect(text).to_contain_text(re.compile(rf"head {head}: \d+\W*% generating \w"))
    click_token(screen, QUERIES, 1)
    screen.until(lambda view: view.current == ["chat"])


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_lines_fit_a_phone_and_labels_have_the_colour_of_the_page(visit: Visit, color_scheme: Scheme) -> None:
    path = "/?sentence=the%20interesting%20teachers%20understand%20the%20restaurants%20&drawn_as=lines&kind=decoder"
    screen = visit(path, has_map=False, viewport=PHONE, color_scheme=color_scheme)
    read_lines(screen)
    figure = screen.page.locator(FIGURE).bounding_box()
    assert figure is not None
    for label in screen.page.locator(f"{FIGURE} .textpoint").all():
        box = label.bounding_box()
        assert box is not None
        assert figure["x"] <= box["x"]
        assert box["x"] + box["width"] <= figure["x"] + figure["width"]
    colour = "node => getComputedStyle(node).fill"
    fill = screen.page.locator(f"{FIGURE} .textpoint text").first.evaluate(colour)
    assert fill == screen.page.locator(FIGURE).evaluate("node => getComputedStyle(node).color")
    assert max(screen.page.evaluate(OVERFLOW)) <= 0


def test_a_finger_chooses_the_step_of_a_token(visit: Visit) -> None:
    screen = visit(f"{PATH}&drawn_as=lines", has_map=False, viewport=PHONE, is_touched=True)
    read_lines(screen)
    screen.page.touchscreen.tap(*screen.page.evaluate(CELL, [1, QUERIES]))
    screen.until(lambda view: view.step == 2)
    read_lines(screen)
    screen.page.touchscreen.tap(*screen.page.evaluate(CELL, [SOURCE.index("black"), KEYS]))
    screen.until(lambda view: view.current == ["noir"])
