"""The entries of the browser's history: one of each choice and none of typing; Back and Forward undo and redo them."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.opening.ways import CHOSEN, choices, open_page, wait_for_page


def test_back_and_forward_undo_and_redo_a_click_as_a_whole(visit: Visit) -> None:
    screen = visit("/")
    views = [screen.settled()]
    token = screen.page.locator(".st-key-translation [data-step='2']")
    for click in (lambda: screen.click_tile(1, 2), lambda: screen.click_tile(2, 4), token.click):
        click()
        screen.until(lambda view: choices(view) != choices(views[-1]))
        views.append(screen.settled())
    assert len({choices(view) for view in views}) == 4
    for view in views[-2::-1]:
        screen.page.go_back()
        screen.until(lambda shown, view=view: choices(shown) == choices(view))
        screen.settled()
    for view in views[1:]:
        screen.page.go_forward()
        screen.until(lambda shown, view=view: choices(shown) == choices(view))
        screen.settled()


def test_back_stops_the_playback_which_would_overwrite_what_it_brings(visit: Visit) -> None:
    screen = visit("/?sentence=she%20sees%20the%20small%20black%20dog%20")
    screen.settled()
    screen.page.locator(".st-key-translation [data-step='2']").click()
    screen.until_url("step=2")
    screen.settled()
    screen.click("first")
    screen.until(lambda view: view.step == 1)
    screen.settled()
    screen.click("play")
    screen.until(lambda view: view.step > 1)
    screen.page.go_back()
    expect(screen.page.locator(".st-key-play button")).to_have_text(re.compile("Play the steps"))
    before = screen.settled()
    screen.page.wait_for_timeout(2500)
    assert screen.look().step == before.step


def test_a_choice_is_one_entry_of_the_history_and_typing_none(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    entries = screen.page.evaluate("history.length")
    screen.box.press_sequentially("today ", delay=60)
    screen.until(lambda view: view.sentence == "i eat fish today ")
    views = [screen.settled()]
    assert screen.page.evaluate("history.length") == entries
    screen.choose("kind", "encoder")
    screen.until(lambda view: view.kind == "encoder")
    views.append(screen.settled())
    screen.page.locator(".st-key-layer input").focus()
    screen.press("ArrowLeft")
    screen.until(lambda view: view.layer == 1)
    views.append(screen.settled())
    assert screen.page.evaluate("history.length") == entries + 2
    for view in views[-2::-1]:
        screen.page.go_back()
        screen.until(lambda shown, view=view: choices(shown) == choices(view))
        screen.settled()


def test_typing_after_a_step_adds_no_entry_of_the_history(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    screen.page.locator(".st-key-translation [data-step='2']").click()
    screen.until_url("step=2")
    screen.settled()
    entries = screen.page.evaluate("history.length")
    screen.box.press("End")
    screen.box.press_sequentially("today ", delay=60)
    screen.until(lambda view: view.sentence == "i eat fish today " and view.step == len(view.translation) - 1)
    screen.settled()
    assert screen.page.evaluate("history.length") == entries


def test_back_to_an_earlier_text_brings_its_step_and_its_changes(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20&step=2")
    screen.settled()
    screen.page.locator(".st-key-candidates button.candidate:not(.chosen)").first.click()
    screen.until_url("forced=2-")
    views = [screen.settled()]
    screen.choose("kind", "decoder")
    screen.until(lambda view: view.kind == "decoder")
    screen.settled()
    screen.box.press("End")
    screen.box.press_sequentially("today ", delay=60)
    screen.until(lambda view: view.tokens[-1:] == ["today"] and view.step == len(view.translation) - 1)
    screen.until_url(without=["forced=", "step="])
    views.append(screen.settled())
    for go, view in ((screen.page.go_back, views[0]), (screen.page.go_forward, views[1])):
        go()
        screen.until(lambda shown, view=view: (choices(shown), shown.translation) == (choices(view), view.translation))
        screen.settled()
        assert screen.url.count("forced=2-") == screen.url.count("step=2") == int(view is views[0])


def test_a_way_between_pages_is_one_entry_of_the_history(visit: Visit) -> None:
    screen = visit(CHOSEN)
    before = choices(screen.settled())
    for name, path in (("Heads", "/heads"), ("Attention", "/attention"), ("Translate", "/")):
        entries = screen.page.evaluate("history.length")
        open_page(screen, name, path)
        assert screen.page.evaluate("history.length") == entries + 1, name
    for name, path in (("Attention", "/attention"), ("Heads", "/heads"), ("Translate", "/")):
        screen.page.go_back()
        wait_for_page(screen, name, path)
    screen.until(lambda view: choices(view) == before)
    assert choices(screen.settled()) == before


def test_a_sentence_that_rested_or_was_entered_comes_back(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    entries = screen.page.evaluate("history.length")
    sentences = ["the cat sleeps ", "she sings ", "we read books "]
    for sentence, rest in zip(
        sentences, (lambda: screen.page.wait_for_timeout(5500), lambda: screen.box.press("Enter"), None), strict=True
    ):
        screen.box.press("ControlOrMeta+a")
        screen.box.press_sequentially(sentence, delay=60)
        screen.until(lambda view, sentence=sentence: view.sentence == sentence)
        screen.settled()
        if rest:
            rest()
    assert screen.page.evaluate("history.length") == entries + 2
    for sentence in sentences[-2::-1]:
        screen.page.go_back()
        screen.until(lambda view, sentence=sentence: view.sentence == sentence)
        screen.settled()
