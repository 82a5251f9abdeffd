"""A visitor in a real browser who uploads a run, trains one, and deletes both."""

from typing import Any

from playwright.sync_api import Page, expect

from benchmarks.browser import chromium

_SETTINGS = "new_steps=200&new_layers=1&new_width=32&new_inner=64"
_PATIENCE = 180_000.0  # milliseconds, in which a training ends beside visitors who type


def train_and_delete(url: str, archive: bytes, seed: int) -> None:
    """Upload the archive of a run, train a small run of that seed to its end, and delete both.

    Args:
        url: of the server.
        archive: a packed run.
        seed: of the training; each gives another run.

    Raises:
        AssertionError: something did not appear in time.
    """
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1440, "height": 1000})
        page = context.new_page()
        page.set_default_timeout(_PATIENCE)
        page.goto(f"{url}/training?view=Runs")
        file: Any = {"name": "uploaded.zip", "mimeType": "application/zip", "buffer": archive}
        page.locator("[class*='st-key-run_upload'] input[type=file]").set_input_files(file)
        expect(page.locator(".named", has_text="uploaded")).to_be_visible(timeout=_PATIENCE)
        page.goto(f"{url}/training?view=New&new_seed={seed}&{_SETTINGS}")
        page.locator(".st-key-start button").click()
        page.wait_for_url("**/training?*run=*")
        expect(page.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=_PATIENCE)
        page.goto(f"{url}/training?view=Runs")
        for n_left in (2, 1):
            _delete_last(page, n_left)
        context.close()


def _delete_last(page: Page, n_left: int) -> None:
    """Delete the last run of the list, which has so many rows after the default run's."""
    expect(page.locator(".named")).to_have_count(1 + n_left, timeout=_PATIENCE)
    page.get_by_role("button", name="Delete").last.click()
    page.get_by_role("button", name="Delete this run").click()
    expect(page.locator(".named")).to_have_count(n_left, timeout=_PATIENCE)
