"""Earlier changes of a sentence, to be compared and returned to."""

import pytest
import streamlit as st

from model.inference.intervention import UNCHANGED, Intervention
from model.inference.named_head import Head
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open, show_last_step
from tests.apptest.reading import cells, chips, html
from ui.translate import branches, translate_page_keys
from ui.widgets import link_keys

SENTENCE = "the cat sees the dog "


def test_branches_stay_to_be_compared_until_the_sentence_changes(opened: Open) -> None:
    app = opened(sentence=SENTENCE, forced="2-chien")
    forced = chips(app, "French")
    app.query_params[link_keys.FORCED] = "2-chat"
    app.run()
    assert chips(app, "French")[1] == "chat"
    assert chips(app, "Tried") == forced
    assert "step 2: chien" in html(app)
    app.button(f"{translate_page_keys.BRANCH}0").click().run()
    assert chips(app, "French") == forced
    assert chips(app, "Tried")[1] == "chat"
    app.text_input("sentence").set_value("the cat sees the dogs ").run()
    app.query_params[link_keys.OFF] = "cross-1-1"
    app.run()
    assert not chips(app, "Tried")
    assert not app.exception


def test_a_branch_brings_its_uniform_weights_back(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="cross", layer="1", head="1", off="cross-1-1")
    app.button_group(link_keys.FILL).set_value("uniform weights").run()
    uniform = cells(show_last_step(app)).tolist()
    app.button_group(link_keys.FILL).set_value("zero weights").run()
    assert not cells(show_last_step(app)).any()
    tried = [button.label for button in app.button if button.key.startswith(translate_page_keys.BRANCH)]
    assert len(tried) == 1
    app.button(f"{translate_page_keys.BRANCH}0").click().run()
    assert cells(show_last_step(app)).tolist() == uniform


def test_a_few_branches_are_kept_and_reset_forgets_them(opened: Open) -> None:
    app = opened(sentence=SENTENCE, off="cross-1-1")
    for layer, head in ((1, 2), (1, 3), (2, 1), (2, 2), (2, 3)):
        app.query_params[link_keys.OFF] = f"cross-{layer}-{head}"
        app.run()
    assert html(app).count(">Tried<") == 3
    app.button(translate_page_keys.RESET).click().run()
    app.query_params[link_keys.OFF] = "cross-1-4"
    app.run()
    assert html(app).count(">Tried<") == 0


def test_the_latest_branch_comes_first(url: dict[str, str]) -> None:
    tried = [Intervention((Head(Kind.CROSS, 0, head),)) for head in range(3)]
    shown = [branches.remember_branches(each) for each in tried]
    assert shown == [(), (tried[0],), (tried[1], tried[0])]


def test_typed_words_in_the_label_of_a_branch_are_no_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    labels: list[str] = []
    monkeypatch.setattr(st, "button", lambda label, **_: labels.append(label))
    branches.show_return_button(0, UNCHANGED, "“$x$” on “:red[yes]”")
    (label,) = labels
    assert r"\$x\$" in label
    assert r"\[yes" in label
