"""Tests of the page that is taken away: it opens from a file, with the network off."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from playwright.sync_api import Browser, Page, ViewportSize, expect

from figures.translation_page import write_page
from model.data.vocabulary import EOS, Vocabulary
from model.inference.attention_maps import AttentionMaps
from model.inference.greedy_decoding import translate
from model.inference.intervention import Intervention
from model.inference.record_json import describe
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.transformer.config import ModelConfig
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind
from tests.browser.conftest import DESKTOP, PHONE

EVIL = "</script><img src=x onerror=alert(1)>"
HELP = {
    Kind.CROSS: "generates that row's token",
    Kind.ENCODER: "reads that row's token",
    Kind.DECODER: "the token fed in and the token generated",
}
FRAMED = "() => document.getElementById('map').layout.shapes.map(({y0, y1}) => (y0 + y1) / 2 + 1)"
FIRST_CELL = """
(row) => {
  const map = document.getElementById("map"), {left, top} = map.getBoundingClientRect();
  const {xaxis, yaxis} = map._fullLayout;
  return [left + xaxis._offset + xaxis.l2p(0), top + yaxis._offset + yaxis.l2p(row - 1)];
}
"""
FORCED = {0: "le", 1: "chat", 2: EVIL, 3: EOS}


@pytest.fixture(scope="module")
def record() -> Translation:
    torch.manual_seed(0)
    words = Vocabulary(["the", "cat", EVIL, "le", "chat"])
    network = Transformer(
        ModelConfig(n_layers=2, n_heads=4, d_model=16, d_ff=16), n_source=len(words), n_target=len(words)
    )
    return translate(Translator(network.eval(), words, words), ("the", "cat", EVIL), forced=FORCED)


@pytest.fixture(params=[(DESKTOP, "light"), (DESKTOP, "dark"), (PHONE, "light")], ids=["light", "dark", "phone"])
def page(
    request: pytest.FixtureRequest, browser: Browser, record: Translation, tmp_path: Path
) -> Iterator[tuple[Page, list[str]]]:
    viewport, scheme = request.param
    file = tmp_path / "translation.html"
    file.write_text(to_page(record), encoding="utf-8")
    context = browser.new_context(viewport=viewport, color_scheme=scheme, offline=True)
    complaints: list[str] = []
    opened = context.new_page()
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    opened.goto(file.as_uri())
    opened.locator("#heads button").first.wait_for()
    yield opened, complaints
    context.close()


def to_page(
    record: Translation, shown: tuple[str, int, int | None, int] | None = None, framed: int | None = None
) -> str:
    maps = {kind.value: record.maps[kind] for kind in Kind}
    described = describe(record, Intervention())
    return write_page(
        " ".join(record.source), described, maps, gold=[(1, 0)], language="fr", shown=shown, framed=framed
    )


def write_share(probability: float) -> str:
    if 0 < probability < 0.01:
        return "< 1 %"
    return "> 99 %" if 0.995 <= probability < 1 else f"{100 * probability:.0f} %"


def find_framed(page: Page) -> list[int]:
    """Return the framed rows of the map, counted from 1."""
    found: list[int] = page.evaluate(FRAMED)
    return found


def click_row(page: Page, row: int) -> None:
    """Click the first cell of a row, counted from 1; Plotly hears a click after the mouse has moved."""
    page.mouse.move(0, 0)
    page.mouse.click(*page.evaluate(FIRST_CELL, row))


def read_map(page: Page) -> list[list[float | None]]:
    found: list[list[float | None]] = json.loads(
        page.evaluate("JSON.stringify(document.getElementById('map').data[0].z)")
    )
    return found


def test_every_head_and_step_is_there_without_a_network(page: tuple[Page, list[str]], record: Translation) -> None:
    opened, complaints = page
    n_steps = len(record.steps)
    expect(opened.locator("#target button")).to_have_count(n_steps)
    assert EVIL in opened.locator("#source .token").all_text_contents()
    assert EVIL in opened.title()
    expect(opened.locator("h1")).to_contain_text(EVIL)
    expect(opened.locator("#changes")).to_be_hidden()
    for kind, words in HELP.items():
        opened.locator("#kind").select_option(kind.value)
        expect(opened.locator("#help")).to_contain_text(words)
        opened.locator("#layer").select_option(label="2")
        opened.locator("#head").select_option(label="3")
        drawn = read_map(opened)
        for drawn_row, row in zip(drawn, record.maps[kind][1, 2].tolist(), strict=True):
            expected = [None if weight != weight else pytest.approx(weight, abs=1e-5) for weight in row]
            assert drawn_row == expected
    opened.locator("#kind").select_option("cross")
    opened.locator("#target button").nth(1).click()
    assert [row[0] is None for row in read_map(opened)] == [step > 1 for step in range(n_steps)]
    expect(opened.locator("#candidates")).to_contain_text(f"Step 2 of {n_steps}")
    shares = opened.locator(".candidate span:last-child").all_inner_texts()
    assert shares == [write_share(each.probability) for each in record.steps[1].candidates]
    opened.get_by_role("button", name="Step forward").click()
    expect(opened.locator("#candidates")).to_contain_text(f"Step 3 of {n_steps}")
    opened.locator("#target button").first.press("Enter")
    expect(opened.locator("#target button").first).to_be_focused()
    opened.locator("#heads button").first.press("Enter")
    expect(opened.locator("#heads button").first).to_be_focused()
    assert read_map(opened)[0] == pytest.approx(record.maps[Kind.CROSS][0, 0, 0].tolist(), abs=1e-5)
    opened.locator("#map .nsewdrag").hover(position={"x": 20, "y": 12})
    expect(opened.locator(".hovertext")).to_contain_text("looks")
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


def test_what_is_chosen_and_what_is_french_is_heard(page: tuple[Page, list[str]]) -> None:
    opened, _ = page
    tokens, heads = opened.locator("#target button"), opened.locator("#heads button")
    tokens.nth(1).click()
    heads.nth(2).click()
    expect(opened.locator("#target [aria-current=step]")).to_have_text(tokens.nth(1).inner_text())
    expect(opened.locator("#heads [aria-pressed=true]")).to_have_text("layer 1, head 3")
    assert opened.locator("#heads [aria-pressed=false]").count() == heads.count() - 1
    spoken = "words => words.map(word => word.closest('[lang]').lang)"
    for french in ("#target button", ".candidate span:first-child", "#candidates p span"):
        assert set(opened.locator(french).evaluate_all(spoken)) == {"fr"}
    assert set(opened.locator("#source .token, .candidate span:last-child").evaluate_all(spoken)) == {"en"}


def test_an_encoder_may_have_other_numbers_of_layers_and_heads(
    browser: Browser, record: Translation, tmp_path: Path
) -> None:
    maps = {kind: record.maps[kind] for kind in Kind}
    maps[Kind.ENCODER] = np.concatenate([maps[Kind.ENCODER][:, :3]] * 2)
    file = tmp_path / "encoder.html"
    file.write_text(to_page(replace(record, maps=AttentionMaps(maps))), encoding="utf-8")
    context = browser.new_context(viewport=DESKTOP, offline=True)
    opened = context.new_page()
    opened.goto(file.as_uri())
    opened.locator("#heads button").first.wait_for()
    layers, heads, tiles = (opened.locator(place) for place in ("#layer option", "#head option", "#heads button"))
    opened.locator("#head").select_option(label="4")
    opened.locator("#kind").select_option("encoder")
    assert [each.count() for each in (layers, heads, tiles)] == [4, 1 + 3, 4 * (3 + 1)]
    expect(opened.locator("#head")).to_have_value("mean")
    opened.locator("#layer").select_option(label="4")
    opened.locator("#kind").select_option("decoder")
    assert [each.count() for each in (layers, heads, tiles)] == [2, 1 + 4, 2 * (4 + 1)]
    expect(opened.locator("#layer")).to_have_value("1")
    assert read_map(opened)[0][0] == pytest.approx(1, abs=1e-5)
    context.close()


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


def test_the_page_opens_at_what_was_shown(browser: Browser, record: Translation, tmp_path: Path) -> None:
    (file := tmp_path / "shown.html").write_text(to_page(record, ("encoder", 0, 2, 2), framed=2), encoding="utf-8")
    context = browser.new_context(viewport=DESKTOP, offline=True)
    opened = context.new_page()
    opened.goto(file.as_uri())
    expect(opened.locator("#heads [aria-pressed=true]")).to_have_text("layer 1, head 3")
    expect(opened.locator("#kind")).to_have_value("encoder")
    expect(opened.locator("#candidates")).to_contain_text(f"Step 2 of {len(record.steps)}")
    assert find_framed(opened) == [2]
    for row, framed in ((1, [1]), (1, []), (3, [3])):
        click_row(opened, row)
        opened.wait_for_function(f"(framed) => String(({FRAMED})()) === String(framed)", arg=framed)
    expect(opened.locator("#candidates")).to_contain_text(f"Step 2 of {len(record.steps)}")
    opened.locator("#kind").select_option("cross")
    assert find_framed(opened) == [2]
    click_row(opened, 1)
    expect(opened.locator("#candidates")).to_contain_text(f"Step 1 of {len(record.steps)}")
    opened.locator("#kind").select_option("encoder")
    assert find_framed(opened) == [3]
    context.close()
