"""Rows of tokens mark what the model does not know."""

import re

from model.corpus.tsv import read_tsv
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, Open, open_page
from tests.apptest.reading import html
from ui.runs.registry import get_registry
from ui.widgets.token_chips import hint


def unknown(page: str) -> list[str]:
    return re.findall(r'<button class="token unknown"[^>]* title="unknown[^"]*"><bdi>(.*?)</bdi>', page)


def test_characters_that_the_subwords_lack_are_marked(writable_app_setup: AppSetup) -> None:
    pairs = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort." for a in "bcdfg" for b in "klmnp")
    config = TrainingConfig(steps=2, batch_size=8)
    run = get_registry().create_run(read_tsv(pairs.encode()), ModelConfig(n_layers=1), config, keeps_corpus=True)
    assert run.join(60).status is Status.TRAINED
    assert unknown(html(open_page("", {"run": run.digest, "sentence": "The 日本 k sleeps."}, ME))) == ["‧日本"]
    assert unknown(html(open_page("", {"run": run.digest, "sentence": "The b k sleeps."}, ME))) == []


def test_unknown_words_are_marked(opened: Open) -> None:
    assert unknown(html(opened(sentence="the cat sees Zorbin and 日本 "))) == ["Zorbin", "日本"]


def test_a_hint_that_may_be_cut_is_told_whole() -> None:
    text = "its corpus has &quot;a&quot; &lt;b&gt;"
    assert hint('its corpus has "a" <b>') == f'<span class="note hint" title="{text}">{text}</span>'
