"""The Language model page: every control, every link, any sentence."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.corpus import Corpus
from model.runs.language_run import LanguageRun
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.training.loop import Progress, train
from model.transformer.config import LanguageConfig
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.reading import chart, chips, html
from ui.language import language_runs
from ui.language.language_runs import open_run
from ui.widgets import sentence_box

Page = Callable[..., AppTest]
TINY = TrainingConfig(steps=60, batch_size=32, label_smoothing=0.0)
COMPARISON = "With and without causal mask"


class LanguageSetup:
    """The setup of the language models' training; change it before opening the page."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus, self.folder, self.trainer = corpus, folder, train

    def run(self, _: Any, config: LanguageConfig, *__: Any, **___: Any) -> LanguageRun:
        return LanguageRun(self.corpus, config, TINY, self.folder, self.trainer)


@pytest.fixture(scope="module")
def language_folder(small_corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds both trained language models."""
    folder = tmp_path_factory.mktemp("language")
    language = LanguageSetup(small_corpus, folder)
    for is_causal in (True, False):
        assert language.run(None, LanguageConfig(is_causal=is_causal)).join(60).status is Status.TRAINED
    return folder


@pytest.fixture
def language(
    app_setup: AppSetup, small_corpus: Corpus, language_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> LanguageSetup:
    language = LanguageSetup(small_corpus, language_folder)
    monkeypatch.setattr(language_runs, "LanguageRun", language.run)
    return language


@pytest.fixture
def page(language: LanguageSetup) -> Page:
    """Open the page with query parameters."""

    def opened(**query: str) -> AppTest:
        app = open_page("pages/language_model.py", query)
        assert not app.exception
        return app

    return opened


def bars(app: AppTest) -> list[tuple[str, str]]:
    """The candidates and their probabilities as shown."""
    candidates = re.findall(
        r'<span class="word" lang="en"><bdi>(.*?)</bdi>.*?<span class="value">(.*?)</span>', html(app), re.S
    )
    return [(unescape(word), value) for word, value in candidates]


def rows(app: AppTest) -> list[str]:
    return [unescape(label) for label in chart(app)["layout"]["yaxis"]["ticktext"]]


def test_what_the_model_reads_in_place_of_unknown_words_is_told(page: Page) -> None:
    note = "unknown words are read as &lt;unk&gt;"
    assert note in html(page(prompt="the zorb "))
    assert note not in html(page(prompt="the cat "))


def test_each_key_changes_candidates_and_map(page: Page) -> None:
    app = page(prompt="the cat ")
    before = (bars(app), chart(app)["data"])
    assert len(bars(app)) == 8
    app.text_input("prompt").set_value("the cat does").run()
    assert bars(app) != before[0]
    assert chart(app)["data"] != before[1]
    assert chips(app, "Prompt") == ["the", "cat", "does"]
    generated = chips(app, "Generated")
    assert rows(app) == ["<bos> → the", "the → cat", "cat → does", f"does → {generated[0]}"]


def test_another_prompt_begins_at_its_first_step(page: Page) -> None:
    app = page()
    app.button("forward").click().run()
    assert app.slider("step").value == 2
    app.text_input("prompt").set_value("a").run()
    assert not app.exception
    assert app.slider("step").value == 1


def test_stepping_forward_and_back_is_exact(page: Page) -> None:
    app = page(prompt="she does ")
    first = (html(app), chart(app))
    assert app.slider("step").value == 1
    app.button("forward").click().run()
    assert app.slider("step").value == 2
    assert len(rows(app)) == 4
    assert chips(app, "Generated")[2:] == ["·"] * (len(chips(app, "Generated")) - 2)
    app.button("back").click().run()
    assert (html(app), chart(app)) == first


def test_masked_cells_are_blank(page: Page) -> None:
    spec = chart(page(prompt="the cat sees ", layer="2", head="3"))
    cells = spec["data"][0]
    assert len(cells["hovertext"]) == 4
    for place, row in enumerate(cells["hovertext"]):
        assert all("looks" in text for text in row[: place + 1])
        assert row[place + 1 :] == [""] * (3 - place)
    assert "predicting <b>the</b>" in cells["hovertext"][0][0]


@pytest.mark.parametrize(
    "query",
    [{"layer": "1"}, {"head": "2"}, {"mean": "false"}, {"stretch": "true", "layer": "1", "mean": "false"}],
    ids=str,
)
def test_the_choice_of_a_head_changes_the_map_and_not_the_tokens(page: Page, query: dict[str, str]) -> None:
    before, after = page(), page(**query)
    assert chart(before)["data"][0] != chart(after)["data"][0]
    assert (bars(before), chips(before, "Generated")) == (bars(after), chips(after, "Generated"))


def test_greedy_disables_the_sliders_and_sampling_uses_each(page: Page) -> None:
    names = ("temperature", "top_k", "top_p")
    app = page()
    assert all(app.slider(name).disabled for name in names)
    app.segmented_control("choosing").set_value("sampling").run()
    assert not any(app.slider(name).disabled for name in names)
    all_seeds = set()
    for seed in range(6):
        app.number_input("seed").set_value(seed).run()
        is_short = app.button("last").disabled
        if not is_short:
            app.button("last").click().run()
        all_seeds.add(tuple(chips(app, "Generated")))
        if not is_short:
            app.button("first").click().run()
    assert len(all_seeds) > 2
    plain = html(app)
    for name, value in (("temperature", 0.3), ("top_k", 3), ("top_p", 0.5)):
        before = app.slider(name).value
        app.slider(name).set_value(value).run()
        assert not app.exception
        assert html(app) != plain, name
        app.slider(name).set_value(before).run()
        assert html(app) == plain, name


def test_sampling_from_one_token_is_greedy(page: Page) -> None:
    greedy, one = page(step="99"), page(choosing="sampling", top_k="1", step="99")
    assert chips(greedy, "Generated") == chips(one, "Generated")
    assert "sampled from 1 token<" in html(one)


def test_a_link_restores_the_view(page: Page) -> None:
    query = dict(prompt="the dog ", layer="2", head="3", choosing="sampling", temperature="1.5", top_k="10",
                 top_p="0.9", seed="7", step="2")  # fmt: skip
    app = page(**query)
    assert [app.slider(name).value for name in ("layer", "head", "step", "top_k")] == [2, 3, 2, 10]
    assert [app.slider(name).value for name in ("temperature", "top_p")] == [1.5, 0.9]
    assert app.number_input("seed").value == 7
    again = page(**query)
    assert (html(app), chart(app)) == (html(again), chart(again))


def test_the_comparison_shows_both_models(page: Page) -> None:
    app = page(view=COMPARISON, prompt="the cat ")
    names = [each.proto.id.rpartition("-")[2] for each in app.get("plotly_chart")]
    charts = ["losses", "causal_chart", "leaky_chart"]
    assert [name for name in names if name in charts] == charts
    curves, causal, leaky = (chart(app, number) for number in range(3))
    assert len(curves["data"]) == 4
    assert curves["layout"]["yaxis"]["type"] == "log"
    assert causal["layout"]["xaxis"]["ticktext"] == leaky["layout"]["xaxis"]["ticktext"]
    assert causal["layout"]["yaxis"]["ticktext"] == leaky["layout"]["yaxis"]["ticktext"]
    assert "" in causal["data"][0]["hovertext"][0]
    assert "" not in leaky["data"][0]["hovertext"][0]
    text = html(app)
    assert "looks 0\u202f% at the next token: the mask forbids it" in text
    assert re.search(r"looks \d+\u202f% at the next token, which it has to predict", text)
    assert "of 500 sentences generated without a prompt" in text
    assert chips(app, "With the mask")[:2] == ["the", "cat"]


def test_the_comparison_follows_the_head_and_the_sentence(page: Page) -> None:
    app = page(view=COMPARISON, prompt="the cat ", mean="false")
    before = [chart(app, number)["data"] for number in range(3)]
    app.slider("head").set_value(3).run()
    after = [chart(app, number)["data"] for number in range(3)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
    app.text_input("prompt").set_value("they do not ").run()
    assert not app.exception
    assert chart(app, 1)["layout"]["yaxis"]["ticktext"][0].endswith("they")


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


PARAMETERS = (
    "view", "layer", "head", "step", "mean", "stretch", "percentages", "choosing", "temperature", "top_k", "top_p",
    "seed",
)  # fmt: skip


@pytest.mark.parametrize("value", ["", "99", "-1", "1.5", "abc", "NaN", "1e9", "<b>", "\x00", "9" * 400], ids=ascii)
def test_a_nonsense_link_is_corrected(page: Page, value: str) -> None:
    for query in (dict.fromkeys(PARAMETERS, value), *({name: value} for name in PARAMETERS)):
        app = page(**query, prompt="the cat ")
        assert chips(app, "Prompt") == ["the", "cat"], query
        assert app.slider("layer").value in (1, 2), query
        assert app.get("plotly_chart"), query


def failing(*arguments: Any, **options: Any) -> Iterator[Progress]:
    yield next(train(*arguments, **options))
    raise RuntimeError("test failure")


def test_a_failed_training_says_why_and_can_be_tried_again(language: LanguageSetup, page: Page, tmp_path: Path) -> None:
    language.folder, language.trainer = tmp_path, failing
    for is_causal in (True, False):
        open_run(is_causal=is_causal).join(60)
    app = page()
    assert [error.value.partition(" stopped")[0] for error in app.error] == [
        "Training with the causal mask", "Training without the causal mask",
    ]  # fmt: skip
    assert app.get("plotly_chart"), "weights from before the failure can be used"
    open_run(is_causal=True)._trainer = train
    app.button("again_with").click().run()
    assert open_run(is_causal=True).join(60).status is Status.TRAINED
    app.run()
    assert len(app.error) == 1


def test_the_status_is_of_the_language_models_alone(page: Page) -> None:
    text = html(page())
    assert "exact match" not in text
    assert "causal mask: trained" in text
    assert "no mask: trained" in text


def test_the_prompt_is_not_the_translators_sentence(page: Page) -> None:
    app = open_page("", {"sentence": "they do not eat"})
    app.switch_page("pages/language_model.py").run()
    assert not app.exception
    assert chips(app, "Prompt") == sentence_box.PROMPT.split()
    app.text_input("prompt").set_value("is she ").run()
    app.switch_page("app.py").run()
    assert "is she" not in app.text_input("sentence").value
