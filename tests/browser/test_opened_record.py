"""Tests of a record that is saved and opened again."""

import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.screen import Screen

PATH = "/?sentence=The+small+black+dog+sings.&kind=cross&layer=2&head=3&mean=false&step=3&gold=true"


def save(screen: Screen, folder: Path) -> Path:
    screen.page.get_by_text("Download, or open a saved translation").click()
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="JSON").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def upload(screen: Screen, file: Path | FilePayload) -> None:
    screen.page.locator(".st-key-record_downloads input[type=file]").set_input_files(file)


def test_a_saved_record_opens_as_it_was(visit: Visit, tmp_path: Path) -> None:
    screen = visit(PATH)
    before = screen.settled()
    assert before.map.gold
    file = save(screen, tmp_path)
    assert file.name == "The-small-black-dog-sings.json"
    screen.write("she sleeps ")
    upload(screen, file)
    note = screen.page.locator(".st-key-record_note")
    expect(note).to_contain_text("Opened from The-small-black-dog-sings.json.")
    screen.slide("step", "Home", "ArrowRight", "ArrowRight")
    screen.until(lambda view: view.step == 3)
    after = screen.settled()
    # A record has neither the end mark of the sentence nor the alignment accuracy of the heads.
    assert replace(after, sentence=before.sentence, overview=before.overview, words=before.words) == before
    screen.page.get_by_role("button", name="Return to the model").click()
    expect(note).to_have_count(0)
    assert screen.settled().map.cells == before.map.cells, "the model translates the same sentence"


def test_what_was_forced_for_another_sentence_leaves_the_address(visit: Visit, tmp_path: Path) -> None:
    screen = visit(PATH)
    file = save(screen, tmp_path)
    screen.write("she sleeps ")
    screen.page.locator(".st-key-candidates button.candidate").nth(1).click()
    screen.until_url("forced=")
    upload(screen, file)
    expect(screen.page.locator(".st-key-record_note")).to_be_visible()
    expect(screen.page).not_to_have_url(re.compile("forced="))


def test_typing_closes_a_record_and_keeps_the_caret(visit: Visit, tmp_path: Path) -> None:
    screen = visit(PATH, viewport=PHONE)
    upload_file = save(screen, tmp_path)
    upload(screen, upload_file)
    note = screen.page.locator(".st-key-record_note")
    expect(note).to_be_visible()
    screen.box.press("End")
    screen.page.keyboard.type("and sleeps ", delay=30)
    expect(note).to_have_count(0)
    expect(screen.box).to_be_focused()
    expect(screen.box).to_have_value(re.compile("dog sings and sleeps $"))
    screen.until(lambda view: view.tokens[-1:] == ["sleeps"])


def test_a_file_that_is_no_record_gets_a_sentence(visit: Visit) -> None:
    screen = visit(PATH)
    before = screen.settled().map
    screen.page.get_by_text("Download, or open a saved translation").click()
    upload(screen, {"name": "<b>.json", "mimeType": "application/json", "buffer": b'{"a": "</script>"}'})
    expect(screen.page.get_by_text("This is JSON, but not the record of a translation.")).to_be_visible()
    assert screen.settled().map == before
