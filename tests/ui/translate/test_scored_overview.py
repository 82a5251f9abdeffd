"""The overview explains the scores of its heads."""

import pytest

from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from tests.apptest.reading import html


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        (Kind.CROSS, "★ marks the best of the heads that are on"),
        (Kind.ENCODER, "0 is the token itself, −1 one token back."),
        (Kind.DECODER, "0 is the token fed in, −1 one token back."),
    ],
)
def test_each_kind_explains_its_scores(opened: Open, kind: Kind, about: str) -> None:
    assert about in html(opened(sentence="the cat sleeps ", kind=kind.value))
