"""Tests of the Language model page: typing, stepping, links and the comparison of both models."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import TRAINING_TIME, Visit
from tests.browser.screen import Screen, only
from ui.widgets import sentence_box

PATH = "/language_model"


@pytest.fixture
def screen(visit: Visit) -> Screen:
    """Open the page from the Translate page and wait until both models are trained."""
    screen = visit()
    screen.settled()
    screen.page.get_by_role("link", name="Language model").click()
    trained(screen.page)
    only(screen.page.locator(".st-key-attention .heatmaplayer image"))
    return screen


def trained(page: Page) -> None:
    expect(page.locator(".st-key-language_status")).to_contain_text(
        re.compile("causal mask: trained.*no mask: trained", re.S), timeout=TRAINING_TIME * 1000
    )


def begin(screen: Screen, text: str) -> None:
    screen.box.fill(text)
    words = text.split()
    screen.until(lambda view: view.tokens == words and view.columns == ["<bos>", *words])


def written(screen: Screen) -> list[str]:
    return screen.page.locator(".st-key-generated .token bdi").all_text_contents()


def test_bars_and_map_follow_every_letter_before_enter(screen: Screen) -> None:
    begin(screen, "the cat ")
    before = screen.settled()
    assert len(before.candidates) == 8
    screen.box.focus()
    screen.press("End")
    for end in range(1, len("does not") + 1):
        letter = "does not"[end - 1]
        screen.press("Space" if letter == " " else letter)
        words = ("the cat " + "does not"[:end]).split()
        screen.until(
            lambda view, words=words: (
                view.tokens == words
                and view.columns == ["<bos>", *(word for word in words if word not in view.unfinished)]
            )
        )
    after = screen.settled()
    assert after.candidates != before.candidates
    assert after.map.picture != before.map.picture
    assert after.map.rows[-1].startswith("not → ")
    assert after.map.framed == 4
    assert all(cell is None for row, cells in enumerate(after.map.cells) for cell in cells[row + 1 :])


def test_prompt_and_status_are_not_the_translators(visit: Visit) -> None:
    screen = visit()
    screen.write("they do not eat ")
    screen.page.get_by_role("link", name="Language model").click()
    expect(screen.page.locator(".st-key-prompt input")).to_have_value(sentence_box.PROMPT, timeout=30_000)
    trained(screen.page)
    expect(screen.page.locator(".st-key-training_status")).not_to_contain_text("exact match")
    assert "sentence=" not in screen.url
    begin(screen, "the dog ")
    screen.until_url("prompt=")
    screen.page.get_by_role("link", name="Translate").click()
    expect(screen.page.locator(".st-key-translation .token").first).to_be_visible(timeout=30_000)
    assert "dog" not in screen.page.locator(".st-key-sentence input").input_value().split()[:2]


def test_a_click_on_a_token_chooses_its_step_and_one_on_a_candidate_continues_with_it(screen: Screen) -> None:
    begin(screen, "the cat does ")
    screen.settled()
    screen.page.locator(".st-key-generated [data-step='3']").click()
    screen.until(lambda view: view.step == 3 and "·" not in written(screen)[:3])
    other = screen.page.locator(".st-key-candidates button.candidate:not(.chosen)").first
    words = ["the", "cat", "does", *written(screen)[:2], other.locator("bdi").inner_text()]
    other.click()
    screen.until(lambda view: view.tokens == words and view.step == 1)
    expect(screen.page.locator(".st-key-prompt input")).to_have_value(f"{' '.join(words)} ")
    screen.page.go_back()
    screen.until(lambda view: view.tokens == words[:3])


def test_it_is_stepped_through(screen: Screen) -> None:
    begin(screen, "the cat does ")
    first = screen.settled()
    screen.click("forward")
    second = screen.until(lambda view: view.step == 2 and view.attention and len(view.map.rows) == 5)
    assert second.map.rows[-1].startswith(f"{first.map.rows[-1].split(' → ')[1]} → ")
    screen.until_url("step=2")
    screen.click("back")
    screen.until(
        lambda view: view.attention and view.map.rows == first.map.rows and view.candidates == first.candidates
    )
    screen.click("last")
    expect(screen.page.locator(".st-key-generated .token.current bdi")).to_have_text("<eos>")
    assert "·" not in written(screen)


def test_a_copied_link_shows_the_same(screen: Screen, visit: Visit) -> None:
    begin(screen, "the black dog ")
    screen.choose("choosing", "sampling")
    screen.slide("temperature", "ArrowRight", "ArrowRight")
    screen.until_url("choosing=sampling", "temperature=1.2")
    screen.page.locator(".st-key-seed input").fill("3")
    screen.press("Enter")
    screen.until_url("seed=3")
    screen.page.locator(".st-key-mean label").click()
    screen.until_url("mean=false")
    screen.slide("head", "ArrowRight")
    screen.until_url("choosing=sampling", "temperature=1.2", "seed=3", "head=2")
    screen.click("forward")
    address = screen.until_url("step=2")
    screen.until(lambda view: view.step == 2 and view.attention and len(view.map.rows) == 5)
    view = screen.settled()
    words = written(screen)
    screen.page.reload()
    for shown in (screen, visit(address[address.index(PATH) :])):
        shown.until(lambda view: view.attention and len(view.map.rows) == 5)
        again = shown.settled()
        assert (again.map.rows, again.map.cells, again.candidates) == (view.map.rows, view.map.cells, view.candidates)
        assert written(shown) == words


def test_the_comparison_shows_both_side_by_side(screen: Screen) -> None:
    begin(screen, "the small cat ")
    page = screen.page
    screen.choose("view", "With and without causal mask")
    for key in ("losses", "causal_chart", "leaky_chart"):
        only(page.locator(f".st-key-{key} .plot-container"))
    left, right = (page.locator(f".st-key-{key}").bounding_box() for key in ("causal_chart", "leaky_chart"))
    assert left
    assert right
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    assert "looks 0\u202f% at the next token" in page.locator(".st-key-causal").inner_text()
    share = re.search(
        r"looks (\d+)\u202f% at the next token, which it has to predict", page.locator(".st-key-leaky").inner_text()
    )
    assert share
    assert int(share[1]) > 20
    expect(page.locator(".st-key-losses .scatterlayer .js-line")).to_have_count(4)
    rows = page.locator(".st-key-loss_rows .tokens")
    means = [float(re.findall(r"mean ([\d.]+)", text)[0]) for text in rows.all_inner_texts()]
    assert means[0] > 1 > 0.05 > means[1]
    expect(page).to_have_url(re.compile("view=With"))


def test_no_page_is_wider_than_a_phone(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Generation", "With and without causal mask"):
        screen.choose("view", name)
        screen.page.wait_for_timeout(800)
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= 390
