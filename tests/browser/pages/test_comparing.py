"""Tests of comparing two training steps, and of naming, downloading, deleting and importing a run."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import TRAINING_TIME, Visit
from tests.browser.screen import Screen

NEW = "/training?view=New&new_steps=20&new_batch=32&new_width=16&new_layers=1&new_heads=2&new_inner=16&new_seed=11"
NAMES = ["A", "B", "difference"]  # of the three figures; the last one is B minus A
PICTURES = f"""
() => {NAMES}.map(name =>
  document.querySelector(`.st-key-map_${{name}} .heatmaplayer image`)?.getAttribute("href") ?? "")
"""


def pictures(screen: Screen) -> list[str]:
    for name in NAMES:
        screen.only(screen.page.locator(f".st-key-map_{name} .heatmaplayer image"))
    seen: list[str] = screen.page.evaluate(PICTURES)
    return seen


def train(screen: Screen) -> None:
    screen.page.locator(".st-key-start button").click(timeout=60_000)
    screen.page.wait_for_url("**/training?*run=*")
    screen.only(screen.page.locator(".st-key-probes"))  # before that, the header shows the status of the default model
    expect(screen.page.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=TRAINING_TIME * 1000)


def test_two_steps_of_one_training_are_laid_over_each_other(visit: Visit) -> None:
    screen = visit("/training?view=Compare", has_map=False)
    page = screen.page
    first, second, apart = pictures(screen)
    assert all((first, second, apart))
    assert first != second
    expect(page.get_by_text("Largest difference:")).to_be_visible()
    screen.slide("a_step", "Home")
    screen.until_url("a_step=0")
    page.wait_for_function(f"seen => ({PICTURES})()[0] !== seen", arg=first)
    screen.slide("a_step", "End")
    page.wait_for_function(f"({PICTURES})()[0] === ({PICTURES})()[1]")
    one, other, none = pictures(screen)
    assert one == other
    assert none not in (apart, one), "no difference is the neutral colour"
    screen.box.fill("we love cheese ")
    page.wait_for_function(f"seen => ({PICTURES})().every(picture => picture && !seen.includes(picture))",
                           arg=[one, other, none])  # fmt: skip
    screen.until_url("sentence=we+love+cheese")


def test_a_run_is_renamed_downloaded_deleted_and_uploaded(visit: Visit, tmp_path: Path) -> None:
    screen = visit(NEW, has_map=False)
    train(screen)
    page = screen.page
    screen.choose("view", "Runs")
    expect(page.locator(".st-key-run_list")).to_contain_text("Shown")
    page.get_by_role("button", name="Rename").click()
    screen.settled()  # a box that the server has not seen open would stay open
    name = page.get_by_role("textbox", name="Name")
    name.fill("My first <b>")
    name.press("Enter")
    expect(page.locator(".st-key-run_list")).to_contain_text("My first <b>")
    expect(name).to_have_count(0)
    with page.expect_download() as download:
        page.locator('[class*="st-key-run_on_show"]').get_by_role("button", name="Download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".zip"

    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete this run").click()
    expect(page.locator(".st-key-run_list")).not_to_contain_text("My first")
    page.wait_for_function("!location.search.includes('run=')")

    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".st-key-run_list")).to_contain_text(re.compile("My-first", re.I), timeout=30_000)
    page.get_by_role("button", name="Show", exact=True).last.click()
    page.wait_for_url("**/training?*run=*")
    expect(page.locator(".st-key-training_status")).to_contain_text("trained ·")
