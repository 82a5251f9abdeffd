"""Tests of the choices of a page, which other pages and the browser's Back leave as they were."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.opening.ways import CHOSEN, choices, open_page, wait_for_page
from tests.browser.pages.test_heads import find_head
from tests.browser.screen import EXAMPLE


def test_back_and_the_header_return_to_the_page_as_it_was(visit: Visit) -> None:
    screen = visit(CHOSEN)
    before = choices(screen.settled())
    assert before == ("i eat fish ", "decoder", 1, 2, False, 3)
    open_page(screen, "Attention", "/attention")
    screen.page.go_back()
    screen.until(lambda view: choices(view) == before)
    screen.until_url("sentence=i+eat+fish", "kind=decoder", "layer=1", "head=2", "mean=false", "step=3")
    open_page(screen, "Language model", "/language_model")
    open_page(screen, "Translate", "/")
    screen.until(lambda view: choices(view) == before)
    screen.until_url("sentence=i+eat+fish", "kind=decoder", "layer=1", "head=2", "mean=false", "step=3")


def test_the_head_of_the_attention_page_is_its_own(visit: Visit) -> None:
    screen = visit(CHOSEN)
    before = choices(screen.settled())
    open_page(screen, "Attention", "/attention")
    expect(screen.page.locator(".st-key-head input")).to_have_value("1")
    screen.page.locator(".st-key-row input").fill("2")
    screen.press("Enter")
    screen.until_url("row=2")  # set by the browser, before the page has read it
    screen.only(screen.page.locator(".st-key-row input"))
    open_page(screen, "Translate", "/")
    screen.until(lambda view: choices(view) == before)
    screen.settled()
    open_page(screen, "Attention", "/attention")
    screen.until_url("row=2", without=["sentence", "kind"])
    expect(screen.page.locator(".st-key-row input")).to_have_value("2")


def test_back_to_a_page_without_choices_shows_the_sentence_that_its_address_names(visit: Visit) -> None:
    screen = visit("/training", has_map=False)
    box = screen.page.locator(".st-key-sentence input")
    expect(box).to_have_value(EXAMPLE.strip())
    open_page(screen, "Translate", "/")
    box.fill("the cat sees her ")
    screen.until_url("sentence=the+cat+sees+her")
    screen.page.go_back()
    wait_for_page(screen, "Training", "/training")
    expect(box).to_have_value(EXAMPLE.strip())
    screen.until_url(without=["sentence="])


def test_an_earlier_training_step_of_a_link_stays_on_other_pages_and_by_back(visit: Visit) -> None:
    screen = visit("/?training_step=0")
    step = screen.page.locator(".st-key-training_step input")
    pages = [("Heads", "/heads"), ("Training", "/training"), ("Attention", "/attention"), ("Translate", "/")]
    for name, path in pages:
        open_page(screen, name, path)
        if name != "Attention":  # which has no step
            screen.until_url("training_step=0")
            expect(step).to_have_value("0")
    for name, path in (pages[2], pages[1], pages[0]):
        screen.page.go_back()
        wait_for_page(screen, name, path)
        if name != "Attention":
            screen.until_url("training_step=0")
            expect(step).to_have_value("0")


def test_every_page_has_one_button_that_copies_its_link(visit: Visit) -> None:
    for path in ("/", "/heads", "/attention", "/blocks", "/language_model", "/training"):
        page = visit(path, has_map=False).page
        page.get_by_role("button", name="Copy link").wait_for(timeout=90_000)  # a second training waits for its turn
        assert page.get_by_role("button", name="Copy link").count() == 1


def test_a_head_of_the_heads_page_opens_with_the_sentence_that_was_typed(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20&step=2")
    screen.settled()
    open_page(screen, "Heads", "/heads")
    screen.page.locator(".st-key-roles [data-testid='stDataFrame']").wait_for(timeout=60_000)
    screen.page.mouse.click(*find_head(screen, "encoder", 1, 2))
    screen.until(lambda view: choices(view) == ("i eat fish ", "encoder", 2, 3, False, 2))


def test_translate_opens_on_the_head_whose_calculation_was_opened_in_a_tab_of_its_own(visit: Visit) -> None:
    path = "/attention?numbers=From%20the%20translator&sentence=i%20eat%20fish&kind=decoder&layer=2&head=3&row=2"
    screen = visit(f"{path}&n_heads=4", has_map=False)
    screen.page.locator(".st-key-shares_weights .heatmaplayer image").wait_for()
    open_page(screen, "Translate", "/")
    screen.until(lambda view: choices(view) == ("i eat fish", "decoder", 2, 3, False, 2))


def test_translate_frames_the_encoder_row_whose_calculation_was_opened(visit: Visit) -> None:
    path = "/attention?numbers=From%20the%20translator&sentence=i%20eat%20fish&kind=encoder&layer=2&head=3&row=2"
    screen = visit(f"{path}&n_heads=4", has_map=False)
    screen.page.locator(".st-key-shares_weights .heatmaplayer image").wait_for()
    open_page(screen, "Translate", "/")
    screen.until(lambda view: choices(view)[:5] == ("i eat fish", "encoder", 2, 3, False) and view.map.framed == 1)


def test_a_page_opens_with_the_sentence_typed_last_and_keeps_one_of_its_own(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    open_page(screen, "Heads", "/heads")
    screen.choose("view", "Explanation")
    box = screen.page.locator(".st-key-sentence input")
    expect(box).to_have_value("i eat fish ")
    box.fill("the cat sleeps")
    screen.until_url("sentence=the+cat+sleeps")  # set by the browser, before the page has read it
    expect(screen.page.locator(".st-key-attribution_bars .xtick").filter(has_text="sleeps")).to_be_visible(
        timeout=60_000
    )
    screen.only(screen.page.locator(".st-key-attribution_bars .js-plotly-plot"))
    open_page(screen, "Translate", "/")
    screen.until(lambda view: view.sentence == "i eat fish " and view.attention)
    assert screen.settled().sentence == "i eat fish "
    screen.until_url("sentence=i+eat+fish")
    open_page(screen, "Heads", "/heads")
    expect(box).to_have_value("the cat sleeps")


def test_the_address_of_a_page_holds_the_sentence_brought_to_it(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    for name, path in (("Attention", "/attention"), ("Training", "/training")):
        entries = screen.page.evaluate("history.length")
        open_page(screen, name, path)
        assert screen.page.evaluate("history.length") == entries + 1, name
    screen.until_url("sentence=i+eat+fish")
    screen.page.reload()
    expect(screen.page.locator(".st-key-sentence input")).to_have_value("i eat fish ", timeout=30_000)
    for name, path in (("Attention", "/attention"), ("Translate", "/")):
        open_page(screen, name, path)
    screen.until(lambda view: view.sentence == "i eat fish " and view.attention)
    assert screen.settled().sentence == "i eat fish "


def test_the_page_shown_is_named_in_the_header_and_no_link(visit: Visit) -> None:
    pages = visit("/heads", has_map=False).page.locator(".st-key-pages")
    expect(pages.locator("[aria-current=page]")).to_have_text("Heads")
    expect(pages.get_by_role("link")).to_have_text(
        ["Translate", "Attention", "Building blocks", "Language model", "Training"]
    )


def test_a_link_opens_its_page_in_the_moment_in_which_a_box_is_left(visit: Visit) -> None:
    for path, box in (("/training?view=New", ".st-key-new_layers input"), ("/heads?view=Explanation", "input")):
        screen = visit(path, has_map=False)
        screen.page.locator(box).last.press_sequentially("1")
        open_page(screen, "Translate", "/")  # a click without a pause between pressing and releasing, like a tap
        screen.page.wait_for_timeout(1000)
        expect(screen.page.locator(".st-key-pages [aria-current=page]")).to_have_text("Translate")
        screen.settled()


def test_an_emptied_box_stays_empty(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20")
    screen.settled()
    screen.box.fill("")
    screen.until(lambda view: not view.tokens)
    for name, path in (("Heads", "/heads"), ("Translate", "/")):
        open_page(screen, name, path)
    screen.until(lambda view: view.sentence == "")
    assert screen.settled().sentence == ""
    assert not screen.page.locator("[data-testid='stException']").count()
