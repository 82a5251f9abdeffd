"""Choices that a link leaves empty."""

import pytest

from tests.apptest.fixtures import ME, AppSetup, open_page

EMPTY = [
    ("", {"kind": ""}),
    ("pages/attention.py", {"view": ""}),
    ("pages/attention.py", {"mask": ""}),
    ("pages/attention.py", {"softmax": ""}),
    ("pages/attention.py", {"numbers": "From the translator", "kind": ""}),
    ("pages/blocks.py", {"view": ""}),
    ("pages/blocks.py", {"view": "Positional encoding", "similarity": ""}),
    ("pages/blocks.py", {"view": "Residual stream", "part": ""}),
    ("pages/blocks.py", {"view": "Full block", "part": ""}),
    ("pages/blocks.py", {"view": "Feed-forward", "source": "From the translator", "part": ""}),
    ("pages/training.py", {"view": ""}),
    ("pages/training.py", {"view": "New", "new_norm": ""}),
    ("pages/training.py", {"view": "New", "new_corpus": ""}),
]


@pytest.mark.parametrize(("script", "query"), EMPTY, ids=str)
def test_an_empty_choice_is_the_usual_one(app_setup: AppSetup, script: str, query: dict[str, str]) -> None:
    empty = next(name for name, value in query.items() if not value)
    usual = open_page(script, {name: value for name, value in query.items() if value}, ME)
    app = open_page(script, query, ME)
    assert not app.exception
    choices = {each.key: each.value for each in app.segmented_control}
    assert choices == {each.key: each.value for each in usual.segmented_control}
    assert choices[empty], f"{empty} is a choice of this page"
    assert [each.value for each in app.warning] == [each.value for each in usual.warning]
