"""Tests of a visitor's own training, from a pasted or uploaded corpus to a translation by its model."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from model.corpus import toy_corpus
from tests.browser.conftest import TRAINING_TIME, Visit
from tests.browser.screen import Screen

NEW = (
    "/training?view=New&new_corpus=Own&new_steps=200&new_batch=64&new_width=48&new_layers=1&new_inner=64"
    "&new_rate=0.01&new_seed=3"
)


def written(words: tuple[str, ...]) -> str:
    text = " ".join(words).replace("' ", "'")
    return f"{text[0].upper()}{text[1:]}."


LINES = [
    (written(pair.source), written(pair.target))
    for pair in toy_corpus(seed=5, train=900, held_out=0).train
    if len(pair.source) <= 5
][:300]
TEXT = "\n".join("\t".join(pair) for pair in LINES)
# Pastes as a keyboard does: the paste event comes first, and the text is inserted unless the page handles the event.
PASTE = """
text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  if (document.activeElement.dispatchEvent(event)) document.execCommand("insertText", false, text);
}
"""

# Paste a text into a box that holds it, over all from a place on; true if the browser may put it there.
PASTE_OVER = """
(box, [text, start]) => {
  box.value = text;
  box.focus();
  box.setSelectionRange(start, text.length);
  const data = new DataTransfer();
  data.setData("text/plain", text);
  return box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}
"""


def paste(screen: Screen) -> None:
    screen.page.locator(".st-key-pasted textarea").focus()
    screen.page.evaluate(PASTE, TEXT)


def upload(screen: Screen) -> None:
    file: Any = {"name": "pairs.tsv", "mimeType": "text/tab-separated-values", "buffer": TEXT.encode()}
    screen.page.locator(".st-key-corpus_file input[type=file]").set_input_files(file)


def lacking_a_corpus(visit: Visit) -> Screen:
    """Open the page with settings that lack a corpus, and wait until it is drawn and listens to what is pasted."""
    screen = visit(NEW, has_map=False)
    expect(screen.page.locator(".st-key-start button")).to_be_disabled(timeout=30_000)
    screen.page.locator(".st-key-corpus_file input[type=file]").wait_for(state="attached")
    return screen


def ready_to_start(visit: Visit, bring: Callable[[Screen], None]) -> Screen:
    """Open the page with settings that lack a corpus, and provide one."""
    screen = lacking_a_corpus(visit)
    start = screen.page.locator(".st-key-start button").first  # a redrawn page has the one before too, for a moment
    bring(screen)
    expect(screen.page.locator(".st-key-corpus .figures")).to_contain_text(f"{len(LINES)}pairs")
    expect(start).to_be_enabled()
    return screen


def test_a_corpus_is_uploaded(visit: Visit) -> None:
    ready_to_start(visit, upload)


def test_typed_lines_are_read_when_typing_pauses(visit: Visit) -> None:
    screen = lacking_a_corpus(visit)
    box = screen.page.locator(".st-key-pasted textarea")
    box.press_sequentially("A dog.  Un chien.\nA cat.  Un chat.\nA cow.  Une vache.")
    expect(screen.page.locator(".st-key-corpus .figures")).to_contain_text("3pairs")
    expect(box).to_be_focused()


def test_more_text_than_the_box_takes_is_uploaded(visit: Visit) -> None:
    screen = lacking_a_corpus(visit)
    box = screen.page.locator(".st-key-pasted textarea")
    box.focus()
    screen.page.evaluate(PASTE, "\n".join(f"Number {i} barks.\tLe numéro {i} aboie." for i in range(20_000)))
    expect(screen.page.locator(".st-key-corpus .figures")).to_contain_text("20,000pairs", timeout=60_000)
    expect(box).to_have_value("")


def test_a_paste_over_the_selected_text_needs_no_more_room_than_it_takes(visit: Visit) -> None:
    screen = lacking_a_corpus(visit)
    box = screen.page.locator(".st-key-pasted textarea")
    long = "a" * 150_000  # the box takes 200,000
    for start, stays in ((0, True), (len(long), False)):
        assert box.evaluate(PASTE_OVER, [long, start]) is stays
    expect(screen.page.locator(".st-key-corpus")).to_contain_text("pasted.txt")


def test_a_corpus_is_pasted_trained_on_and_translated(visit: Visit) -> None:
    screen = ready_to_start(visit, paste)
    page = screen.page
    page.locator(".st-key-start button").click()
    page.wait_for_url("**/training?*run=*")
    screen.only(page.locator(".st-key-probes"))  # before that, the header shows the status of the default model
    expect(page.locator(".st-key-training_status")).to_contain_text("trained ·", timeout=TRAINING_TIME * 1000)
    page.locator(".st-key-view button", has_text="Runs").click()
    page.get_by_role("button", name="Rename").click()
    screen.settled()  # a box that the server has not seen open would stay open
    name = page.get_by_label("Name", exact=True)
    name.fill("My class")
    name.press("Enter")
    expect(page.locator(".st-key-training_status")).to_contain_text("My class")
    expect(name).to_have_count(0)
    translate = page.get_by_role("link", name="Translate")
    expect(translate).to_have_attribute("href", re.compile("run="))
    translate.click()
    screen.until(lambda view: view.overview)  # the page before has its own sentence box
    assert screen.box.input_value() in dict(LINES), "the page opens on a sentence of this corpus"
    source, target = LINES[0]
    screen.box.fill(f"{source} ")
    screen.until(lambda view: joined(view.translation) == target)


def joined(chips: list[str]) -> str:
    text = " ".join(chip for chip in chips if chip != "<eos>")
    return text.replace(" ‧", "").replace(" ·", "").replace("▁", "")  # a word boundary may be a token of its own
