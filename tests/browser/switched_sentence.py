"""The sentence whose heads and rows are changed in the browser, and what is looked for on its page."""

from tests.browser.screen import Screen

PATH = "/?sentence=the%20cat%20sees%20a%20black%20dog%20"
HEADS_TOP = "document.querySelector('.st-key-heads').getBoundingClientRect().top"
FRENCH = ["le", "chat", "voit", "un", "chien", "noir", "<eos>"]
SHOWN = [*FRENCH[:-1], "·"]  # up to the last word


def press(screen: Screen, name: str) -> None:
    screen.page.get_by_role("button", name=name).click()
