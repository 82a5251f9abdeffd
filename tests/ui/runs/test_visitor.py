"""A visitor's secret is stored or renewed in the browser once a session, by an element that moves no other."""

from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import ME, AppSetup, open_page
from ui.runs import run_keys


def list_elements(app: AppTest) -> list[str]:
    """Return what the body of a page is made of, in order: the text of HTML, the type of all else."""
    _, _, body, *_ = app.main.children.values()
    return [node.proto.body if node.type == "html" else node.type for node in body.children.values()]


@pytest.mark.parametrize("view", ["Compare", "New", "Runs"])
def test_the_cookie_is_drawn_last_and_once(app_setup: AppSetup, view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies={}))
    app = open_page("pages/training.py", {"view": view})
    *others, cookie = list_elements(app)
    assert f"document.cookie = 'attention_playground_visitor={app.session_state[run_keys.VISITOR]}; path=/;" in cookie
    assert "/(?:^|; )attention_playground_visitor=([0-9a-f]{32})(?:;|$)/" in cookie, "a secret of another tab is kept"
    assert list_elements(app.run()) == others


def test_a_known_visitor_keeps_the_secret_and_its_cookie_is_renewed(
    app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies={"attention_playground_visitor": ME}))
    app = open_page("pages/training.py", {"view": "Compare"})
    assert app.session_state[run_keys.VISITOR] == ME
    *others, cookie = list_elements(app)
    assert f"if (!stored || stored === '{ME}')" in cookie
    assert list_elements(app.run()) == others
