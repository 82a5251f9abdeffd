"""Tests of axis labels."""

from html import unescape

from figures.share_text import format_share
from tests.browser.conftest import Begin


def test_cross_rows_are_generated_and_columns_are_the_source(begin: Begin) -> None:
    screen = begin("she hates meat ")
    screen.settled()
    screen.click("last")
    screen.until(lambda view: view.current == ["<eos>"])
    view = screen.settled()
    assert view.map.columns == view.tokens == ["she", "hates", "meat"]
    assert view.map.rows == view.translation
    assert view.map.rows[0] == "elle"
    assert view.map.rows[-1] == "<eos>"


def test_decoder_rows_name_what_is_fed_in_and_what_is_generated(begin: Begin) -> None:
    screen = begin("she hates meat ", "decoder")
    screen.settled()
    screen.click("last")
    screen.until(lambda view: view.current == ["<eos>"])
    view = screen.settled()
    fed = ["<bos>", *view.translation[:-1]]
    assert view.map.columns == fed
    assert view.map.rows == [f"{before} → {after}" for before, after in zip(fed, view.translation, strict=True)]
    for row, cells in enumerate(view.map.cells):
        assert [cell is None for cell in cells] == [column > row for column in range(len(cells))]


def test_repeated_words_keep_their_own_columns(begin: Begin) -> None:
    view = begin("the the the dog the ").settled()
    assert view.map.columns == ["the", "the", "the", "dog", "the"]
    assert all(len(row) == 5 for row in view.map.cells)


def test_a_cell_says_its_value_in_words(begin: Begin) -> None:
    screen = begin("she hates meat ")
    view = screen.settled()
    share = view.map.cells[0][2]
    assert share is not None
    assert screen.hover(0, 2) == f"generating elle, the model looks {unescape(format_share(share))} at meat"
