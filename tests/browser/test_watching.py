"""Tests of watching a training: live updates, pausing, resuming and going back to earlier steps."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import TRAINING_TIME, Visit
from tests.browser.screen import Screen

NEW = "/training?view=New&new_steps=800&new_batch=32&new_width=32&new_layers=1&new_inner=32&new_seed=7"
# The images of the probes, and the number of steps of the longest curve.
LOOK = """
() => ({
  maps: [...document.querySelectorAll(".st-key-probes .heatmaplayer image")].map(image => image.getAttribute("href")),
  steps: document.querySelector(".st-key-loss_curves .js-plotly-plot")?.data[0].x.length ?? 0,
})
"""


def look(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(LOOK)
    return seen


def grown(page: Page, before: dict[str, Any]) -> dict[str, Any]:
    """Wait, without any action, until the curves are longer and every map has changed."""
    deadline = 120
    for _ in range(deadline * 5):
        now = look(page)
        if now["steps"] > before["steps"] and len(now["maps"]) == 4 and not set(now["maps"]) & set(before["maps"]):
            return now
        page.wait_for_timeout(200)
    raise AssertionError(f"nothing new after {deadline} s: {before['steps']} steps")


def at_rest(screen: Screen) -> dict[str, Any]:
    """Wait until two looks a second apart see the same four maps: the status changes before the page is drawn again."""
    deadline = time.monotonic() + 60
    before = None
    while (now := look(screen.page)) != before or len(now["maps"]) != 4:
        assert time.monotonic() < deadline, f"the page shows {len(now['maps'])} maps, or does not come to rest"
        before = now
        screen.page.wait_for_timeout(1000)
        screen.only(screen.page.locator(".st-key-probes"))
    return now


def test_a_training_grows_holds_still_goes_on_and_is_wound_back(visit: Visit, url: str) -> None:
    screen = visit(NEW, has_map=False)
    page = screen.page
    page.locator(".st-key-start button").click(timeout=60_000)
    page.wait_for_url("**/training?*run=*")
    status = page.locator(".st-key-training_status")
    expect(status).to_contain_text("training", timeout=60_000)

    first = look(page)
    second = grown(page, first)
    grown(page, second)

    page.get_by_role("button", name="Pause", exact=True).click()
    expect(status).to_contain_text("paused", timeout=30_000)
    held = at_rest(screen)
    page.wait_for_timeout(2500)
    assert look(page) == held, "no step is taken while it is paused"

    onlooker = visit(page.url.removeprefix(url), has_map=False).page
    expect(onlooker.locator(".st-key-training_status")).to_contain_text("paused", timeout=60_000)

    page.reload()
    expect(status).to_contain_text("paused", timeout=30_000)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(status).to_contain_text("trained ·", timeout=TRAINING_TIME * 1000)
    expect(onlooker.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=60_000)

    slider = page.locator(".st-key-training_step input")
    last = at_rest(screen)
    slider.focus()
    slider.press("Home")
    page.wait_for_url("**training_step=0**")
    page.wait_for_function(f"seen => !({LOOK})().maps.some(map => seen.includes(map))", arg=last["maps"])
    slider.press("End")
    page.wait_for_function(f"seen => ({LOOK})().maps.join() === seen.join()", arg=last["maps"])
