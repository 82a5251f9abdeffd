"""The view "Padded batch" of the Building blocks page."""

import json
import re

import pytest

from tests.apptest.reading import html
from tests.pages.blocks.conftest import Page
from tests.pages.blocks.views import BATCH, messages, pictures


def test_a_batch_is_padded_and_the_same_as_alone(page: Page) -> None:
    app = page(BATCH, sentences="i eat fish\nshe does not like the small black dog", chosen="1")
    assert html(app).count('<td class="padding">') == 5
    cells = json.loads(next(c for c in app.get("plotly_chart") if c.proto.id.endswith("attention_chart")).proto.spec)
    assert len(cells["layout"]["xaxis"]["ticktext"]) == 8
    (differences,) = (c.value for c in app.caption if "in the batch and alone" in c.value)
    assert re.search(r"\*\*(0|\d\u202f·\u202f10⁻([⁶-⁹]|¹.))\*\*", differences), "less than 10⁻⁵"


@pytest.mark.parametrize(
    "sentences",
    [
        "",
        " \n ",
        "?!",
        '<b>x</b> $y$ & "z"\n<script>alert(1)</script>',
        "x" * 2400,
        "the cat sleeps " * 1200,
        "cats\n" * 40,
        "a\n\n\nb c",
    ],
    ids=["nothing", "blank", "marks", "markup", "long", "longer", "many", "gaps"],
)
def test_any_text_is_a_batch_or_a_sentence_about_it(page: Page, sentences: str) -> None:
    app = page(BATCH)
    assert app.text_area("sentences").max_chars >= len(sentences), "the box drops what is longer without a word"
    app.text_area("sentences").set_value(sentences).run()
    assert not app.exception
    assert app.text_area("sentences").value == sentences[:4000], "the address holds it"
    assert "<script>alert" not in html(app)
    assert "attention" in pictures(app) or messages(app)
    assert html(app).count("<tr>") <= 8
