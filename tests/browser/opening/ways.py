"""Ways from one page to another, and the choices that a page shows."""

from playwright.sync_api import expect

from tests.browser.screen import Screen
from tests.browser.view import View

CHOSEN = "/?sentence=i%20eat%20fish%20&kind=decoder&layer=1&head=2&mean=false&step=3"


def choices(view: View) -> tuple[object, ...]:
    return view.sentence, view.kind, view.layer, view.head, view.mean, view.step


def open_page(screen: Screen, name: str, path: str) -> None:
    screen.page.get_by_role("link", name=name, exact=True).click()
    wait_for_page(screen, name, path)


def wait_for_page(screen: Screen, name: str, path: str) -> None:
    screen.page.wait_for_url(f"**{path}*")
    shown = screen.page.locator(".st-key-pages [aria-current=page]")
    expect(shown).to_have_text(name, timeout=30_000)
    screen.only(shown)
    screen.page.wait_for_timeout(1000)  # what follows unasked, such as a second entry of the history
