"""Tests of the page of a long translation: labels and parts keep apart, a drag zooms, a step redraws little."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from model.inference.attention_maps import AttentionMaps
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.translation_page.hostile_record import to_page


def lengthen(record: Translation, n: int) -> Translation:
    """Return a record whose source and translation are n times as long."""
    maps = {}
    for kind in Kind:
        weights = np.tile(np.nan_to_num(record.maps[kind]), (1, 1, n, n)) / n
        weights[
            ..., np.triu(np.ones(weights.shape[2:], dtype=bool), 1 if kind is Kind.DECODER else weights.shape[3])
        ] = np.nan
        maps[kind] = weights
    return replace(record, source=record.source * n, steps=record.steps * n, maps=AttentionMaps(maps))


@pytest.fixture
def open_long(browser: Browser, record: Translation, tmp_path: Path) -> Iterator[Callable[[ViewportSize], Page]]:
    """Open a page of 60 source and 80 generated tokens."""
    file = tmp_path / "long.html"
    file.write_text(to_page(lengthen(record, 20)), encoding="utf-8")
    with contextlib.ExitStack() as contexts:

        def open_page(viewport: ViewportSize) -> Page:
            context = browser.new_context(viewport=viewport, offline=True)
            contexts.callback(context.close)
            opened = context.new_page()
            opened.goto(file.as_uri())
            opened.locator("#heads button").first.wait_for()
            return opened

        yield open_page


def read_boxes(page: Page, labels: str) -> list[dict[str, float]]:
    """Return left and upper ends, slants and heights of letters of labels, in order."""
    found: list[dict[str, float]] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map(text => {
            const box = text.getBoundingClientRect(), {a, b} = text.getScreenCTM(), height = text.getBBox().height;
            return {left: box.left, top: box.top, slant: Math.atan2(b, a), height};
        })""",
        labels,
    )
    return found


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("kind", Kind)
def test_labels_of_a_long_map_do_not_overlap(
    open_long: Callable[[ViewportSize], Page], viewport: ViewportSize, kind: Kind
) -> None:
    page = open_long(viewport)
    page.locator("#kind").select_option(kind.value)
    rows, columns = read_boxes(page, "#map .ytick text"), read_boxes(page, "#map .xtick text")
    assert len(rows) > 10
    assert len(columns) > 5
    tops = sorted(box["top"] for box in rows)
    assert min(np.diff(tops)) >= 0.75 * rows[0]["height"], "lines of text keep the height of a letter apart"
    lefts = sorted(box["left"] for box in columns)
    slant = abs(np.sin(columns[0]["slant"]))
    assert min(np.diff(lefts)) * slant >= 0.75 * columns[0]["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_drag_zooms_into_a_long_map_and_a_double_click_shows_all(open_long: Callable[[ViewportSize], Page]) -> None:
    page = open_long(DESKTOP)
    spans = "['xaxis', 'yaxis'].map(name => document.getElementById('map').layout[name].range)"
    whole = page.evaluate(spans)
    page.locator("#map").evaluate("map => map.scrollIntoView()")
    area = page.locator("#map .nsewdrag").bounding_box()
    assert area is not None
    page.mouse.move(area["x"] + 50, area["y"] + 50)
    page.mouse.down()
    page.mouse.move(area["x"] + 200, area["y"] + 200, steps=5)
    page.mouse.up()
    page.wait_for_function(f"JSON.stringify({spans}) !== '{json.dumps(whole, separators=(',', ':'))}'")
    zoomed = page.evaluate(spans)
    assert zoomed[0][1] - zoomed[0][0] < 0.6 * (whole[0][1] - whole[0][0])
    page.get_by_role("button", name="Step back").click()
    assert page.evaluate(spans) == zoomed, "stepping keeps the zoom"
    page.locator("#map .nsewdrag").dblclick(position={"x": 100, "y": 100})
    page.wait_for_function(f"JSON.stringify({spans}) === '{json.dumps(whole, separators=(',', ':'))}'")


def test_a_step_redraws_no_head(open_long: Callable[[ViewportSize], Page]) -> None:
    page = open_long(DESKTOP)
    page.evaluate("document.querySelectorAll('#heads canvas').forEach(canvas => canvas.dataset.seen = 'yes')")
    page.locator("#target button").nth(19).click()
    clipped = page.locator("#heads canvas").first.evaluate("canvas => getComputedStyle(canvas).clipPath")
    assert "75%" in clipped, "20 of 80 rows are shown"
    page.locator("#heads button").nth(2).click()
    expect(page.locator("#heads button.current")).to_have_count(1)
    assert page.locator("#heads canvas:not([data-seen])").count() == 0
    page.locator("#kind").select_option("encoder")
    assert page.locator("#heads canvas[data-seen]").count() == 0


def test_a_long_map_covers_nothing(browser: Browser, record: Translation, tmp_path: Path) -> None:
    maps = {kind: np.repeat(record.maps[kind], 10 if kind is Kind.CROSS else 1, axis=2) for kind in Kind}
    file = tmp_path / "long.html"
    long = replace(record, steps=record.steps * 10, maps=AttentionMaps(maps))
    file.write_text(to_page(long), encoding="utf-8")
    context = browser.new_context(viewport=DESKTOP, offline=True)
    opened = context.new_page()
    opened.goto(file.as_uri())
    opened.locator("#heads button").first.wait_for()
    map_box, help_box = opened.locator("#map .main-svg").first.bounding_box(), opened.locator("#help").bounding_box()
    assert map_box is not None
    assert help_box is not None
    assert map_box["height"] > 420
    assert map_box["y"] + map_box["height"] <= help_box["y"]
    context.close()
