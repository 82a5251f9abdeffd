"""Downloads of the record on the page."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.inference.attention_maps import AttentionMaps
from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.record_json import read_json
from model.inference.record_npz import read_npz
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.apptest.reading import html
from ui.translate import record_downloads
from ui.widgets import link_keys
from ui.widgets.head_selector import HeadChoice

SHOWN = (HeadChoice(Kind.DECODER, 0, None), 1)


def record(*source: str) -> Translation:
    maps = {kind: np.ones((1, 1, 1, 1), np.float32) for kind in Kind}
    return Translation(source, (), AttentionMaps(maps), is_complete=False, specials=("</s>",))


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (("the", "cat", "‧."), "the-cat"),
        (("the", "cat", "</s>"), "the-cat"),
        (("../..", "\0", "a/b"), "a-b"),
        (("القط",), "القط"),
        (("?",), "translation"),
        (("x" * 300,), "x" * 60),
    ],
)
def test_a_file_is_named_after_the_sentence(source: tuple[str, ...], name: str) -> None:
    assert record_downloads.name_file(record(*source)) == name


def test_closed_downloads_compute_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    for name in ("write_json", "write_npz", "write_page", "name_file"):
        monkeypatch.setattr(record_downloads, name, refuse)

    def page() -> None:
        from model.inference.intervention import Intervention
        from tests.ui.translate.test_record_downloads import SHOWN, record
        from ui.translate import record_downloads

        record_downloads.show_record_downloads(record("the", "cat"), Intervention(), *SHOWN)

    app = AppTest.from_function(page, default_timeout=60).run()
    assert not app.exception
    assert [each.label for each in app.expander] == ["Download, or open a saved translation"]
    assert not app.button


def test_open_downloads_are_three_files() -> None:
    def page() -> None:
        import streamlit as st

        from model.inference.intervention import Intervention
        from tests.ui.translate.test_record_downloads import SHOWN, record
        from ui.translate import record_downloads, translate_page_keys

        st.session_state[translate_page_keys.RECORD_DOWNLOADS] = True
        record_downloads.show_record_downloads(record("the", "cat"), Intervention(), *SHOWN)

    app = AppTest.from_function(page, default_timeout=60).run()
    assert not app.exception
    assert [each.label for each in app.button] == ["HTML", "JSON", "NPZ"]


CHANGES = Intervention((Head(Kind.CROSS, 0, 0),))


@pytest.mark.parametrize(("link", "framed"), [("", None), ("1", 1), ("2", None)])
def test_every_file_holds_what_was_changed(monkeypatch: pytest.MonkeyPatch, link: str, framed: int | None) -> None:
    def page() -> None:
        import streamlit as st

        from model.corpus import Pair
        from tests.model.inference.records import make_record
        from tests.ui.translate.test_record_downloads import CHANGES, SHOWN
        from ui.translate import record_downloads, translate_page_keys

        st.session_state[translate_page_keys.RECORD_DOWNLOADS] = True
        gold = Pair(("a",), ("ב",), frozenset({(0, 0)}))
        record_downloads.show_record_downloads(make_record(("a",), ("ב",), 1, 1), CHANGES, *SHOWN, gold, "fr")

    files: dict[str, Callable[[], Any]] = {}
    monkeypatch.setattr(record_downloads, "show_download", lambda label, write, *_, **__: files.update({label: write}))
    monkeypatch.setattr(record_downloads, "write_page", lambda *parts, **options: {"labels": parts[3], **options})
    app = AppTest.from_function(page, default_timeout=60)
    app.query_params[link_keys.FRAMED] = link
    app.run()
    assert not app.exception
    assert read_json(files["JSON"]())[1] == read_npz(files["NPZ"]())[1] == CHANGES
    changes = ["cross, layer 1, head 1 off"]
    opened_at = ("decoder", 0, None, 1)
    assert files["HTML"]() == {
        "labels": ("<bos> → \u2068ב\u2069",), "gold": frozenset({(0, 0)}), "changes": changes, "language": "fr",
        "shown": opened_at, "framed": framed,
    }  # fmt: skip


def test_a_record_too_large_to_be_opened_again_is_not_offered_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def page() -> None:
        import streamlit as st

        from model.inference.intervention import Intervention
        from tests.ui.translate.test_record_downloads import SHOWN, record
        from ui.translate import record_downloads, translate_page_keys

        st.session_state[translate_page_keys.RECORD_DOWNLOADS] = True
        record_downloads.show_record_downloads(record("the", "cat"), Intervention(), *SHOWN)

    monkeypatch.setattr(record_downloads, "MAX_BYTES", 40)
    app = AppTest.from_function(page, default_timeout=60).run()
    assert not app.exception
    assert [each.disabled for each in app.button] == [False, True, False]
    assert "could not be opened again" in html(app)
