"""Tests of visitors at the same time, of one visitor in two tabs, and of one whose server is away."""

import re

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import Visit


def test_two_visitors_type_different_sentences_at_once(visit: Visit) -> None:
    sentences = {"first": "the cat sees a dog ", "second": "i do not eat meat "}
    screens = {name: visit("/?sentence=the%20girl%20") for name in sentences}
    for screen in screens.values():
        screen.settled()
        screen.press("Control+a")
    for place in range(max(map(len, sentences.values()))):
        for name, sentence in sentences.items():
            if place < len(sentence):
                screens[name].page.keyboard.type(sentence[place])
    for name, sentence in sentences.items():
        view = screens[name].until(lambda view, sentence=sentence: view.columns == sentence.split())
        assert (view.sentence, view.tokens) == (sentence, sentence.split())
    first, second = (screen.settled() for screen in screens.values())
    assert first.translation == ["le", "chat", "voit", "un", "chien", "·"]
    assert second.translation == ["je", "ne", "mange", "pas", "de", "viande", "·"]


def test_choices_of_one_visitor_are_not_the_other_s(visit: Visit) -> None:
    one, other = visit("/?sentence=i%20eat%20fish%20"), visit("/?sentence=i%20eat%20fish%20")
    before = other.settled()
    one.settled()
    one.slide("layer", "ArrowRight")
    one.choose("kind", "encoder")
    one.until(lambda view: view.layer == 2 and view.map.rows == ["i", "eat", "fish"])
    one.settled()
    assert other.settled() == before
    other.toggle("stretch")
    assert other.until(lambda view: view.stretch and view.map.brightest < 1).kind == "cross"
    assert one.settled().kind == "encoder"


def test_two_tabs_that_were_opened_at_once_have_the_same_runs(visit: Visit) -> None:
    screen = visit("/")
    screen.settled()
    other = screen.page.context.new_page()
    other.goto(screen.url)
    expect(other.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=60_000)
    secrets = []
    for page in (screen.page, other):
        page.get_by_role("link", name="Training", exact=True).click()
        page.wait_for_url("**/training*")
        page.wait_for_function("document.cookie.includes('attention_playground_visitor=')")
        page.wait_for_timeout(3000)  # a page that finds the secret of another tab loads again
        secrets.append(_read_secret(page))
    assert secrets[0] == secrets[1]
    assert other.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload"


def _read_secret(page: Page) -> str:
    cookies = {cookie.get("name"): cookie.get("value", "") for cookie in page.context.cookies()}
    return cookies["attention_playground_visitor"]


def test_a_server_that_is_away_is_told_in_words_for_visitors(browser: Browser, url: str) -> None:
    page, sockets = browser.new_page(), list[WebSocketRoute]()

    def follow(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("_stcore/stream"), follow)
    page.goto(url)
    page.locator(".french bdi").wait_for(timeout=60_000)
    page.route("**/_stcore/**", lambda route: route.abort())
    sockets[0].close()
    place = page.get_by_role("dialog").locator("h2 + div > div").first
    told = place.evaluate("place => getComputedStyle(place, '::before').content")
    assert told.startswith('"The server does not answer.')
    expect(place).to_be_hidden()
    page.close()


def test_an_address_without_a_page_is_not_said_to_be_a_server_that_is_away(browser: Browser, url: str) -> None:
    page = browser.new_page()
    page.goto(f"{url}/nowhere")
    place = page.get_by_role("dialog").locator("h2 + div > div").first
    expect(place).to_be_visible(timeout=30_000)
    assert place.evaluate("place => getComputedStyle(place, '::before').content") == "none"
    page.close()
