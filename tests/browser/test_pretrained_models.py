"""Tests of models that were trained elsewhere: opened from the Runs view and by a link, and used like the own one."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks import large
from benchmarks.server import APP, serve
from model.inference.record_json import read_json
from model.storage.cache_folders import CACHE_VARIABLE, MODELS_VARIABLE
from tests.browser.conftest import PHONE, FirstVisit, Visit
from tests.browser.screen import TILE, Screen
from tests.model.pretrained.tiny_models import SAVE, save_tiny

SENTENCE = "the small cat sees a dog"
NAMES = """
() => [...document.querySelectorAll(".st-key-heads .xtick text")].map(element => element.getBoundingClientRect())
  .map(({left, right}) => [left, right]).sort((one, other) => one[0] - other[0])
"""
SPECIAL = re.compile(r"</?s>|<pad>")


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model of each family, one with 12 layers of 16 heads, and one that cannot be opened."""
    folder = tmp_path_factory.mktemp("models")
    for family in SAVE:
        save_tiny(family, folder / f"tiny-{family}")
    large.save_model(folder / "many-heads")
    (folder / "broken").mkdir()
    (folder / "broken" / "config.json").write_text("{")
    return folder


@pytest.fixture(scope="module")
def url(first_visit: FirstVisit, cache: Path, models: Path) -> Iterator[str]:
    """URL of a server with the trained model of all tests that offers these models."""
    assert first_visit.url
    with serve(APP, env={CACHE_VARIABLE: str(cache), MODELS_VARIABLE: str(models)}) as found:
        yield found


def text_of(screen: Screen) -> str:
    return screen.page.locator(".french").text_content() or ""


@pytest.mark.parametrize("family", SAVE)
def test_a_sentence_is_typed_stepped_through_and_changed(visit: Visit, family: str) -> None:
    screen = visit(f"/?model=tiny-{family}")
    screen.write(SENTENCE)
    whole = screen.until(lambda view: "cat" in "".join(view.tokens).replace("‧", ""))
    assert whole.translation[whole.step :] in ([], ["·"]), "the last word, before the end if it came"
    assert not SPECIAL.search(text_of(screen)), "the text shows words only"
    screen.slide("step", "Home", "ArrowRight")
    stepped = screen.until(lambda view: view.step == 2 and view.map.framed == 1)
    assert stepped.map.is_blank(2)
    assert set(stepped.translation[2:]) == {"·"}
    screen.toggle("mean")
    screen.until_url("mean=false")
    screen.page.get_by_role("button", name="Switch off").click()
    screen.until_url("off=cross-")
    expect(screen.page.locator(".st-key-switchboard")).to_contain_text("Before")
    switched = screen.settled()
    assert not switched.mean
    assert not any(weight for row in switched.map.cells for weight in row), "the head has no weights left"


def test_it_opens_from_the_view_runs(visit: Visit) -> None:
    screen = visit("/training?view=Runs", has_map=False)
    screen.page.locator("[class*=pretrained_tiny-t5]").get_by_role("link", name="Translate with it").click()
    screen.until_url("model=tiny-t5")
    expect(screen.page.get_by_text("trained elsewhere").first).to_be_visible()
    screen.until(lambda view: view.attention and view.overview)


def test_it_is_taken_away_and_opened_again(visit: Visit, tmp_path: Path) -> None:
    screen = visit(f"/?model=tiny-bart&sentence={SENTENCE.replace(' ', '+')}")
    before = screen.settled()
    screen.page.get_by_text("Download, or open a saved translation").click()
    for name in ("HTML", "JSON"):
        with screen.page.expect_download() as download:
            screen.page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename == f"the-small-cat-sees-a-dog.{name.lower()}"
        download.value.save_as(tmp_path / f"x.{name.lower()}")
    translation, _ = read_json((tmp_path / "x.json").read_bytes())
    assert [*translation.words, *["·"] * translation.is_complete] == before.translation
    page = screen.page.context.new_page()
    page.goto((tmp_path / "x.html").as_uri())
    expect(page.locator("h1")).to_have_text(f"Attention while translating “{SENTENCE}”")
    expect(page.locator("#target button")).to_have_count(len(before.translation))
    page.close()
    screen.page.locator(".st-key-record_downloads input[type=file]").set_input_files(tmp_path / "x.json")
    expect(screen.page.locator(".st-key-record_note")).to_contain_text("Opened from x.json.")
    after = screen.until(lambda view: view.map.cells == before.map.cells)
    assert (after.tokens, after.translation) == (before.tokens, before.translation)
    expect(screen.box).to_have_value(SENTENCE)


def test_a_phone_shows_it_without_scrolling_sideways(visit: Visit) -> None:
    screen = visit(f"/?model=tiny-marian&sentence={SENTENCE.replace(' ', '+')}", viewport=PHONE)
    screen.settled()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_many_heads_scroll_sideways_on_a_phone_with_all_their_names(visit: Visit) -> None:
    words = "+".join(f"w{number}" for number in range(8))
    screen = visit(f"/?model=many-heads&sentence={words}+", viewport=PHONE, is_touched=True)
    screen.settled()
    names: list[tuple[float, float]] = screen.page.evaluate(NAMES)
    assert len(names) == 16 + 1, "of the heads, and of their mean"
    for (left, right), (next_left, _) in pairwise(names):
        assert right < next_left, "no name covers another"
        assert next_left - left > 40, "a finger finds each column"
    heads = screen.page.locator(".st-key-heads")
    scrolled = "box => [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]"
    assert heads.evaluate(scrolled) == [True, False]
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heads.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    heads.scroll_into_view_if_needed()
    screen.page.touchscreen.tap(*screen.page.evaluate(TILE, [1, 15]))
    screen.until(lambda view: (view.layer, view.head, view.mean) == (1, 15, False))


@pytest.mark.parametrize("name", ["broken", "nowhere", "..%2Ftiny-t5"])
def test_a_folder_that_cannot_be_opened_gets_a_sentence(visit: Visit, name: str) -> None:
    screen = visit(f"/?model={name}")
    expect(screen.page.get_by_text(re.compile("holds no model|not on this server"))).to_be_visible()
    assert screen.settled().status.startswith("trained"), "the own model is shown"
