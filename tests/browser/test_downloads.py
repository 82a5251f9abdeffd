"""Tests of downloads: the file of a click stays while other visitors' pages are drawn."""

import io
from pathlib import Path

import numpy as np
from playwright.sync_api import expect

from model.inference.record_json import read_json
from tests.browser.conftest import Visit


def test_a_file_stays_while_others_type(visit: Visit) -> None:
    screen, other = visit("/?sentence=the+cat+sings+"), visit("/?sentence=we+")
    before = screen.settled()
    screen.page.get_by_text("Download, or open a saved translation").click()
    with screen.page.expect_download() as download:
        screen.page.get_by_role("button", name="JSON").click()
    for sentence in ("we sing ", "they sing ", "you sing "):
        other.write(sentence)
    answer = screen.page.request.get(download.value.url)
    assert answer.ok, "as it is for a browser on a slow network, which asks for it after others' keys"
    assert Path(download.value.path()).read_bytes() == answer.body()
    translation, _ = read_json(answer.body())
    assert [*translation.words, "·"] == before.translation


def test_a_file_holds_what_the_page_shows_at_each_click(visit: Visit) -> None:
    screen = visit("/attention?numbers=From+the+translator&sentence=the+cat+sings+", has_map=False)
    widths = []
    for _ in range(2):
        screen.page.get_by_role("button", name="Files").click()
        for name in ("CSV", "NPZ"):
            with screen.page.expect_download() as download:
                screen.page.get_by_role("button", name=f"Download {name}").click()
            assert download.value.suggested_filename.endswith(f".{name.lower()}")
            expect(screen.page.get_by_role("button", name=f"Download {name}")).to_be_focused()
        with np.load(io.BytesIO(Path(download.value.path()).read_bytes())) as matrices:
            widths.append({name: matrix.shape[0] for name, matrix in matrices.items()}["X"])
        screen.press("Escape")
        screen.box.fill("the small cat sings ")
        screen.box.press("Enter")
        screen.until_url("sentence=the+small+cat+sings")
        screen.settled()
    assert widths[1] == widths[0] + 1
