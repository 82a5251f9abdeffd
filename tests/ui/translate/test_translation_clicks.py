"""Clicks on tokens and candidates: each forces what it says, or takes it back."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.inference.forced_tokens import format_tokens
from model.inference.intervention import Intervention
from tests.apptest.fixtures import Open
from tests.apptest.reading import chips, html
from tests.ui.translate.listed_changes import SENTENCE
from ui.translate import translate_page_keys, translation_clicks
from ui.widgets import step_clicks, step_slider, widget_keys


def test_a_click_forces_what_it_says(opened: Open) -> None:
    def forces(app: AppTest) -> list[str]:
        return [unescape(each) for each in re.findall(r'data-forces="([^"]*)"', html(app))]

    app = opened(sentence=SENTENCE, step="2")
    own, second = chips(app, "French")[1], forces(app)[1].partition("-")[2]
    assert forces(app)[:2] == [f"2+{own}", f"2-{second}"], "the token chosen is kept, another one forced"

    app = opened(sentence=SENTENCE, step="2", forced=f"2-{second}")
    plain = [f"{step}-{token}" for step, token in enumerate(chips(app, "Before"), start=1)]
    assert forces(app)[: len(plain)] == plain, "tokens from before stand first on the page"
    assert forces(app)[len(plain) :][:2] == ["2-", "2+"], "the model's choice and the forced token both release"

    kept = opened(sentence=SENTENCE, step="2", forced=f"2-{own}")
    assert chips(kept, "French")[:2] == chips(kept, "Before")[:2]
    assert forces(kept)[len(plain)] == "2+"


@pytest.mark.parametrize(
    ("reported", "forced"),
    [
        ("2+chat", "2-chat.4-le"), ("2-chat", "2-chat"), ("2-", ""), ("2+", ""), ("5+<eos>", "4-le.5-<eos>"),
        ("1-chien-loup", "1-chien-loup"), ("", "4-le"), ("x", "4-le"),
    ],
)  # fmt: skip
def test_a_token_that_is_kept_keeps_those_after_it(
    session_values: dict[str, Any], url: dict[str, str], monkeypatch: pytest.MonkeyPatch, reported: str, forced: str
) -> None:
    session_values[widget_keys.STEP_CLICKS] = SimpleNamespace(candidate=reported)
    session_values[translate_page_keys.INTERVENTION] = Intervention(forced=((3, "le"),))
    monkeypatch.setattr(step_slider, "go_to", lambda _: None)
    monkeypatch.setattr(step_clicks, "listen", lambda _row, generate, _source: step_clicks.report_candidate(generate))
    translation_clicks.listen()
    assert format_tokens(session_values[translate_page_keys.INTERVENTION].forced) == forced
