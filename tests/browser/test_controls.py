"""Tests of the controls: each changes the big map and the URL."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, Begin, Visit

MAP = ".st-key-attention .js-plotly-plot:not(.held)"
NUMBERS = f"{MAP} .heatmap-label text"


@pytest.mark.parametrize(("name", "keys", "value"), [("layer", ["ArrowRight"], 2), ("head", ["End", "ArrowLeft"], 3)])
def test_a_slider_moved_by_keys_shows_another_map(begin: Begin, name: str, keys: list[str], value: int) -> None:
    screen = begin()
    before = screen.settled()
    screen.slide(name, *keys)
    after = screen.until(lambda view: getattr(view, name) == value and view.map.picture != before.map.picture)
    assert after.map.rows == before.map.rows
    assert after.map.cells != before.map.cells
    screen.until_url(*([] if name == "layer" else [f"{name}={value}"]), without=["layer=2"])  # the default


def test_a_slider_moved_by_the_mouse_shows_another_map(begin: Begin) -> None:
    screen = begin()
    before = screen.settled()
    track = screen.page.locator(".st-key-head [role=group]").bounding_box()
    assert track is not None
    thumb = screen.page.locator(".st-key-head [data-testid=stSliderThumbValue]").bounding_box()
    assert thumb is not None
    height = track["y"] + track["height"] / 2
    screen.page.mouse.move(track["x"], height)
    screen.page.mouse.down()
    screen.page.mouse.move(track["x"] + track["width"] / 2, height, steps=3)
    screen.page.mouse.move(track["x"] + track["width"], height, steps=3)
    screen.page.mouse.up()
    screen.until(lambda view: view.head == 4 and view.map.cells != before.map.cells)
    screen.until_url("head=4")


def test_each_kind_has_its_own_map(begin: Begin) -> None:
    screen = begin()
    cross = screen.settled()
    screen.choose("kind", "encoder")
    encoder = screen.until(lambda view: view.map.rows == view.map.columns == cross.tokens)
    assert encoder.map.framed is None
    screen.until_url("kind=encoder")
    screen.choose("kind", "decoder")
    others = (cross.map.picture, encoder.map.picture)
    screen.until(lambda view: view.columns[:1] == ["<bos>"] and view.map.picture not in others)
    screen.until_url("kind=decoder")
    screen.choose("kind", "cross")
    screen.until(lambda view: view.map == cross.map and view.overview == cross.overview)


def test_the_mean_of_heads_is_the_mean(begin: Begin) -> None:
    screen = begin()
    before = screen.settled()
    cells = []
    for head in range(1, 5):
        last = cells[-1] if cells else None
        cells.append(screen.until(lambda view, h=head, c=last: view.head == h and view.map.cells != c).map.cells)
        screen.slide("head", "ArrowRight")
    screen.toggle("mean")
    mean = screen.until(lambda view: view.mean and view.map.cells not in cells).map.cells
    for row, column in [(0, 0), (3, 2), (before.step - 1, 1)]:
        assert mean[row][column] == pytest.approx(sum(head[row][column] or 0 for head in cells) / 4, abs=1e-5)
    screen.until_url(without=["mean="])
    screen.toggle("mean")
    screen.until(lambda view: view.map.cells == cells[-1])
    screen.until_url("mean=false")


def test_stretching_changes_colours_and_no_value(begin: Begin) -> None:
    screen = begin()
    before = screen.settled()
    assert before.map.brightest == 1
    screen.toggle("stretch")
    after = screen.until(lambda view: view.attention and view.attention.brightest < 1)
    assert after.map.cells == before.map.cells
    assert after.map.brightest == pytest.approx(
        max(cell for row in after.map.cells for cell in row if cell is not None)
    )
    screen.until_url("stretch=true")
    screen.until(lambda view: view.map.picture != before.map.picture and view.overview != before.overview)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_percentages_stand_inside_their_cells(visit: Visit, viewport: ViewportSize) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20black%20dog%20", viewport=viewport)
    plain = screen.settled()
    assert not screen.page.locator(NUMBERS).count()
    screen.toggle("percentages")
    screen.until_url("percentages=true")
    expect(screen.page.locator(NUMBERS).first).to_be_visible()
    written = screen.page.locator(NUMBERS).all_text_contents()
    cells = [cell for row in plain.map.cells for cell in row if cell is not None]
    shares = [min(round(100 * cell), 99 if cell < 1 else 100) for cell in cells]
    assert sorted(written) == sorted(str(share) for share in shares if share)
    width = screen.page.locator(f"{MAP} .nsewdrag").evaluate("node => node.getBoundingClientRect().width")
    widest = max(box["width"] for each in screen.page.locator(NUMBERS).all() if (box := each.bounding_box()))
    assert 6 < widest < width / len(plain.map.columns)


def test_gold_dots_lie_on_cross_attention_only(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    assert screen.settled().map.dots == 0
    screen.toggle("gold")
    view = screen.until(lambda view: view.map.dots)
    assert view.translation == ["le", "chat", "voit", "un", "chien", "noir", "·"]
    assert sorted(view.map.gold) == [[0, 0], [1, 1], [2, 2], [3, 3], [4, 5], [5, 4]]
    assert view.map.dots == len(view.map.gold)
    colour = screen.page.locator(".st-key-attention .scatterlayer .point").first.evaluate("dot => dot.style.fill")
    assert colour == "rgb(255, 255, 255)"
    screen.until_url("gold=true")
    screen.choose("kind", "decoder")
    view = screen.until(lambda view: view.columns[:1] == ["<bos>"])
    assert view.map.dots == 0
    screen.choose("kind", "cross")
    screen.until(lambda view: view.map.dots == len(view.map.gold) == 6)


def test_gold_dots_need_a_sentence_the_grammar_can_make(visit: Visit) -> None:
    screen = visit("/?gold=true&sentence=dog%20black%20the%20a%20")
    assert screen.settled().map.dots == 0
    assert screen.page.locator(".st-key-gold input").is_disabled()
    view = screen.write("the dog sees a black cat ")
    assert view.map.dots == 6
    assert screen.page.locator(".st-key-gold input").is_enabled()
