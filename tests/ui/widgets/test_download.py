"""Downloads of files that are written when their button is clicked."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from ui.widgets import clocks, widget_keys
from ui.widgets.markdown import escape_markdown

WRITTEN: list[str] = []


def page() -> None:
    from tests.ui.widgets.test_download import WRITTEN
    from ui.widgets.download import show_download

    def write() -> str:
        WRITTEN.append("a")
        return "content"

    def refuse() -> str:
        raise ValueError("The *file* cannot be read.")

    show_download("Text", write, "a.txt", "text/plain", key="text", help="What it holds.")
    show_download("None", refuse, "b.txt", "text/plain", key="none", disabled=False)


@pytest.fixture
def app() -> AppTest:
    WRITTEN.clear()
    return AppTest.from_function(page, default_timeout=60).run()


def test_a_page_writes_no_file_before_a_click(app: AppTest) -> None:
    assert not app.exception
    assert [(each.label, each.help) for each in app.button] == [("Text", "What it holds."), ("None", "")]
    assert not app.get("download_button")
    assert not WRITTEN


def test_a_click_writes_the_file_once_and_starts_its_download(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[tuple[object, ...]] = []
    monkeypatch.setattr(st, "download_button", lambda *parts, **_: offered.append(parts))
    held: list[float] = []
    monkeypatch.setattr(clocks, "hold_page", held.append)
    scripts = []
    for n_clicks in (1, 2):
        app.button("text").click().run()
        assert not app.exception
        assert len(WRITTEN) == len(held) == n_clicks
        assert offered == [("Text", "content", "a.txt", "text/plain")] * n_clicks
        (script,) = [each.proto.body for each in app.get("html")]
        assert f".st-key-{widget_keys.READY_}text button" in script
        scripts.append(script)
    assert scripts[0] != scripts[1], "a browser runs a script that it has already run no second time"
    app.run()
    assert not app.get("html")
    assert len(WRITTEN) == 2


def test_a_file_that_cannot_be_written_gets_a_sentence(app: AppTest) -> None:
    app.button("none").click().run()
    assert not app.exception
    assert [each.value for each in app.toast] == [escape_markdown("The *file* cannot be read.")]
    assert not app.get("html")
