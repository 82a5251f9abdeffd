"""Tests of the page that is taken away: it opens from a file, with the network off."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from model.inference.attention_maps import AttentionMaps
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.translation_page.hostile_record import EVIL, to_page

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


def write_share(probability: float) -> str:
    if 0 < probability <= 0.005:
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
    assert opened.locator(".candidate.chosen span:first-child").all_inner_texts() == [record.vocabulary_tokens[1]]
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
    expect(tokens.nth(1)).to_have_attribute("aria-current", "step")
    expect(opened.locator("#target [aria-current=step]")).to_have_count(1)
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
    expect(opened.locator("#map .ytick", has_text="<bos> → le")).to_have_count(1)
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
