"""The models with and without causal mask side by side, and their trainings."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from model.data.vocabulary import EOS
from model.inference.text_generation import GeneratedText
from model.runs.run_state import Status
from model.training.loop import Progress, train
from tests.apptest.reading import chart, chips, html
from tests.pages.language_model.conftest import LanguageSetup, Page
from tests.pages.language_model.reading import COMPARISON
from ui.language import language_runs, mask_comparison
from ui.language.language_runs import open_run


def test_the_comparison_shows_both_models(page: Page) -> None:
    app = page(view=COMPARISON, prompt="the cat ")
    names = [each.proto.id.rpartition("-")[2] for each in app.get("plotly_chart")]
    charts = ["losses", "causal_chart", "leaky_chart"]
    assert [name for name in names if name in charts] == charts
    curves, causal, leaky = (chart(app, number) for number in range(3))
    assert len(curves["data"]) == 4
    assert curves["layout"]["yaxis"]["type"] == "log"
    assert re.search(
        r"with the mask after 60 training steps: held-out loss \d\.\d\d nats.*without it after 60 training steps",
        app.get("plotly_chart")[0].proto.alt,
    )
    assert causal["layout"]["xaxis"]["ticktext"] == leaky["layout"]["xaxis"]["ticktext"]
    assert causal["layout"]["yaxis"]["ticktext"] == leaky["layout"]["yaxis"]["ticktext"]
    assert "" in causal["data"][0]["hovertext"][0]
    assert "" not in leaky["data"][0]["hovertext"][0]
    text = html(app)
    assert "looks 0\u202f% at the next token: the mask forbids it" in text
    assert re.search(r"looks \d+\u202f% at the next token, which it has to predict", text)
    assert "of 500 sentences generated without a prompt" in text
    for row in ("With the mask", "Without the mask", "Without the mask, &lt;eos&gt; forbidden"):
        assert chips(app, row)[:2] == ["the", "cat"]


def test_the_comparison_follows_the_head_and_the_sentence(page: Page) -> None:
    app = page(view=COMPARISON, prompt="the cat ", mean="false")
    before = [chart(app, number)["data"] for number in range(3)]
    app.slider("head").set_value(3).run()
    after = [chart(app, number)["data"] for number in range(3)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
    app.text_input("prompt").set_value("they do not ").run()
    assert not app.exception
    assert chart(app, 1)["layout"]["yaxis"]["ticktext"][0].endswith("they")


@pytest.mark.parametrize("is_complete", [True, False])
def test_a_text_that_stopped_at_its_limit_has_no_loss_of_its_end(
    page: Page, monkeypatch: pytest.MonkeyPatch, *, is_complete: bool
) -> None:
    generate = mask_comparison.generate_text

    def generate_text(*arguments: Any, **options: Any) -> GeneratedText:
        text = generate(*arguments, **options)
        return text if is_complete else replace(text, steps=text.steps[:-1], is_complete=False)

    monkeypatch.setattr(mask_comparison, "generate_text", generate_text)
    app = page(view=COMPARISON, prompt="the cat ")
    rows = [body for body in html(app).split('<div class="tokens"') if 'class="token loss"' in body]
    assert len(rows) == 2
    for row in rows:
        tokens, losses = zip(*re.findall(r"<bdi>(.*?)</bdi><small>([\d.]+)</small>", row), strict=True)
        assert tokens[:2] == ("the", "cat")
        assert (unescape(tokens[-1]) == EOS) == is_complete
        mean = float(re.search(r"mean ([\d.]+)", row)[1])
        assert mean == pytest.approx(sum(map(float, losses)) / len(losses), abs=0.011)


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


def test_before_the_first_step_there_is_no_training_loss(language: LanguageSetup, page: Page, tmp_path: Path) -> None:
    assert re.search(r"<th>training loss</th>(<td>\d\.\d{3}</td>){2}", html(page(view=COMPARISON)))
    language.folder, language.trainer = tmp_path, failing
    open_run.clear()
    for is_causal in (True, False):
        open_run(is_causal=is_causal).join(60)
    assert "<th>training loss</th><td>–</td><td>–</td>" in html(page(view=COMPARISON))


def failing_at_once(*_: Any, **__: Any) -> Iterator[Progress]:
    yield from ()
    raise RuntimeError("test failure")


def test_without_weights_an_error_stands_alone_until_it_is_tried_again(
    language: LanguageSetup, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    language.folder, language.trainer = tmp_path, failing_at_once
    runs = [open_run(is_causal=is_causal) for is_causal in (True, False)]
    for run in runs:
        run.join(60)
    app = page()
    assert len(app.error) == 2
    assert not app.info
    reruns: list[None] = []
    monkeypatch.setattr(language_runs.st, "rerun", lambda: reruns.append(None))
    runs[0]._trainer = train
    app.button("again_with").click().run()
    assert reruns, "the header is drawn with a clock again"
    assert runs[0].join(60).status is Status.TRAINED


def test_the_status_is_of_the_language_models_alone(page: Page) -> None:
    text = html(page())
    assert "exact match" not in text
    assert "causal mask: trained" in text
    assert "no mask: trained" in text
