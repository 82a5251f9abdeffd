"""Any prompt is read and continued."""

import pytest

from tests.apptest.fixtures import open_page
from tests.apptest.reading import chips, html
from tests.pages.language_model.conftest import Page
from tests.pages.language_model.reading import COMPARISON, rows
from ui.widgets import sentence_box


def test_what_the_model_reads_in_place_of_unknown_words_is_told(page: Page) -> None:
    note = "unknown words are read as &lt;unk&gt;"
    assert note in html(page(prompt="the zorb "))
    assert note not in html(page(prompt="the cat "))


WITH_WORDS = [
    "THE cat, sees the DOG!", "🐈 👩\u200d👩\u200d👧 sees", "القط يأكل السمك", "\u202ecat dog",
    "<script>alert(1)</script> cat",
    "<img src=x onerror=alert(1)> cat", "$x$ $$y$$ cat", ":red[x] cat", "a\x00b\x01 cat", "x" * 10_000, "word " * 2000,
    "<eos> <unk> <pad> cat", "{0} %s \\n cat", "nan None null",
]  # fmt: skip


@pytest.mark.parametrize("view", ["Generation", COMPARISON])
@pytest.mark.parametrize("sentence", WITH_WORDS, ids=lambda text: ascii(text)[:30])
def test_any_sentence_is_read(page: Page, sentence: str, view: str) -> None:
    app = page(prompt=f"{sentence} ", view=view)
    assert chips(app, "Prompt")
    assert app.get("plotly_chart")
    assert "<script>alert" not in html(app)
    assert "<img" not in html(app)


@pytest.mark.parametrize("view", ["Generation", COMPARISON])
@pytest.mark.parametrize("sentence", ["", "   ", "?!", "\u200b\ufeff"], ids=ascii)
def test_an_empty_prompt_is_continued(page: Page, sentence: str, view: str) -> None:
    app = page(prompt=sentence, view=view)
    assert chips(app, "Prompt") == []
    assert app.get("plotly_chart")
    if view == "Generation":
        assert rows(app)[0].startswith("<bos> → ")
        assert len(rows(app)) == 1


def test_the_prompt_is_not_the_translators_sentence(page: Page) -> None:
    app = open_page("", {"sentence": "they do not eat"})
    app.switch_page("pages/language_model.py").run()
    assert not app.exception
    assert chips(app, "Prompt") == sentence_box.PROMPT.split()
    app.text_input("prompt").set_value("is she ").run()
    app.switch_page("app.py").run()
    assert "is she" not in app.text_input("sentence").value
