"""Tests of the buttons that save figures: format, size, name, and what a saved figure says by itself."""

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, Scheme, Visit
from tests.browser.screen import Screen

PATH = "/?sentence=the%20cat%20sleeps%20&layer=2&head=1&mean=false"
MAP, HEADS, LINES = ".st-key-attention .stPlotlyChart", ".st-key-heads .stPlotlyChart", "&drawn_as=lines"
SVG = "{http://www.w3.org/2000/svg}"


def point_at(screen: Screen, figure: str) -> Locator:
    place = screen.page.locator(figure)
    place.wait_for()
    screen.page.wait_for_timeout(300)
    place.scroll_into_view_if_needed()
    place.hover()
    buttons = screen.page.locator(".pictures.shown")
    buttons.wait_for()
    return buttons


def save(screen: Screen, figure: str, name: str) -> tuple[str, bytes]:
    """Save a figure; return the name and the content of the file."""
    with screen.page.expect_download() as download:
        point_at(screen, figure).get_by_role("button", name=name).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def texts(content: bytes) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(content).iter(f"{SVG}text")]


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_a_saved_map_says_what_it_shows(visit: Visit, color_scheme: Scheme) -> None:
    screen = visit(PATH, color_scheme=color_scheme)
    view = screen.settled()
    name, content = save(screen, MAP, "SVG")
    assert name == "cross-attention-head-1-of-layer-2-the-cat-sleeps.svg"
    root, seen = ElementTree.fromstring(content), texts(content)
    assert seen[:2] == ["Cross attention, head 1 of layer 2", "the cat sleeps"]
    assert seen[-2:] == ["0\u202f%", "100\u202f%"]
    assert {*view.map.rows, *view.map.columns} <= set(seen)
    assert any("looks at" in text and "generating" in text for text in seen)
    assert b"localhost" not in content
    ground = root.find(f"{SVG}rect")
    assert ground is not None
    assert (ground.get("fill"), ground.get("width"), ground.get("height")) == (
        "#fff", root.get("width"), root.get("height"),
    )  # fmt: skip

    name, png = save(screen, MAP, "PNG")
    assert name == "cross-attention-head-1-of-layer-2-the-cat-sleeps.png"
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (2 * int(root.get("width", 0)), 2 * int(root.get("height", 0)))


def test_a_saved_map_tells_what_is_changed_in_the_model(visit: Visit) -> None:
    screen = visit(PATH + "&off=cross-2-3&forced=1-un")
    screen.settled()
    changed = "(cross, layer 2, head 3 off · step 1 un)"
    for figure, title in ((MAP, "Cross attention, head 1 of layer 2"), (HEADS, "All heads of cross attention")):
        _, content = save(screen, figure, "SVG")
        assert texts(content)[0].startswith(title)
        assert texts(content)[0].endswith(changed)


def test_a_long_title_is_saved_on_several_lines(visit: Visit) -> None:
    off = [f"cross-{layer}-{head}" for layer in (1, 2) for head in (2, 3, 4)]
    screen = visit(f"{PATH}&off={'.'.join(off)}")
    screen.settled()
    _, content = save(screen, MAP, "SVG")
    height = int(ElementTree.fromstring(content).get("height", 0))
    lines = texts(content)[: texts(content).index("the cat sleeps")]
    assert len(lines) > 1
    assert " ".join(lines).startswith("Cross attention, head 1 of layer 2 (cross, layer 1, head 2 off · ")
    assert " ".join(lines).endswith(("head 4 off)", "…)"))
    _, content = save(visit(PATH), MAP, "SVG")
    assert height == int(ElementTree.fromstring(content).get("height", 0)) + 20 * (len(lines) - 1)


def test_lines_and_all_heads_are_saved_with_their_legends(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    name, content = save(screen, HEADS, "SVG")
    assert name == "all-heads-of-cross-attention-head-1-of-layer-2-framed-the-cat-sleeps.svg"
    assert {"layer 1", "layer 2", "head 4", "mean", "aligned", "0\u202f%", "100\u202f%"} <= set(texts(content))
    screen = visit(PATH + LINES + "&gold=true", has_map=False)
    screen.page.locator(f"{MAP} .textpoint").first.wait_for()
    _, content = save(screen, MAP, "SVG")
    expected = {
        "generating ↓",
        "looks at ↓",
        "cat",
        "dort",
        "width: weights of 5\u202f% to 100\u202f%",
        "gold alignment",
    }
    assert expected <= set(texts(content))


def test_curves_are_saved_with_axes_and_names(visit: Visit) -> None:
    screen = visit("/training", has_map=False)
    name, content = save(screen, ".st-key-loss_curves .stPlotlyChart", "SVG")
    assert name.startswith("losses")
    seen = texts(content)
    assert {"training step", "loss, nats per token"} <= set(seen)
    assert len(ElementTree.fromstring(content).findall(f"{SVG}text[@class='legend']")) == 2


def test_the_scale_of_a_matrix_ends_at_its_own_numbers(visit: Visit) -> None:
    screen = visit("/attention", has_map=False)
    screen.page.locator(".stPlotlyChart .heatmap-label").first.wait_for()
    name, content = save(screen, ":nth-match(.stPlotlyChart, 1)", "SVG")
    assert name == "token-vectors-x-3-4.svg"
    assert texts(content)[-2:] == ["-2", "2"]


def test_buttons_cover_no_cell_and_move_nothing(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    before = screen.page.locator(".st-key-heads").bounding_box()
    buttons = point_at(screen, MAP).bounding_box()
    cells = screen.page.locator(f"{MAP} .heatmaplayer image").bounding_box()
    assert buttons is not None
    assert cells is not None
    assert buttons["x"] + buttons["width"] <= cells["x"]
    assert buttons["y"] + buttons["height"] <= cells["y"]
    assert screen.page.locator(".st-key-heads").bounding_box() == before


def test_the_keyboard_reaches_every_figure(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    screen.page.get_by_role("button", name="SVG").focus()
    screen.press("ArrowDown")
    screen.page.wait_for_timeout(200)
    with screen.page.expect_download() as download:
        screen.press("Enter")
    assert download.value.suggested_filename.startswith("all-heads-of-cross-attention")


def test_the_keyboard_keeps_its_figure_while_the_page_scrolls_and_plays(visit: Visit) -> None:
    screen = visit(PATH)
    screen.settled()
    button = screen.page.locator(".pictures [data-format=svg]")
    button.focus()
    screen.press("ArrowDown")
    expect(button).to_have_attribute("aria-label", re.compile("^SVG: All heads of cross attention"))
    for disturb in (
        lambda: screen.page.mouse.wheel(0, 200),
        lambda: screen.page.locator(".st-key-first button").dispatch_event("click"),
    ):
        disturb()
        screen.page.wait_for_timeout(1000)
        expect(button).to_be_focused()
        with screen.page.expect_download() as download:
            screen.press("Enter")
        assert download.value.suggested_filename.startswith("all-heads-of-cross-attention")


def test_the_buttons_are_in_sight_when_they_have_the_focus(visit: Visit) -> None:
    screen = visit("/attention", viewport={"width": 720, "height": 450}, has_map=False)
    screen.page.locator(".stPlotlyChart .heatmap-label").first.wait_for()
    button = screen.page.locator(".pictures [data-format=png]")
    button.focus()
    expect(button).to_be_in_viewport(ratio=1)
    expect(screen.page.locator(".pictures")).to_have_class("pictures shown")


def test_a_finger_saves_a_figure(visit: Visit) -> None:
    screen = visit(PATH, viewport=PHONE, is_touched=True)
    screen.settled()
    screen.page.locator(MAP).tap()
    expect(screen.page.locator(".pictures")).to_have_class("pictures shown")
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="PNG").tap()
    assert download.value.suggested_filename.endswith("the-cat-sleeps.png")
