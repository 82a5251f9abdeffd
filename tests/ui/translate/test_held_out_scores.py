"""The cost of heads that are off over held-out sentences, measured on demand."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from model.analysis.head_importance import measure_importance
from model.analysis.prediction_scores import PredictionScores
from model.analysis.sample_size import N_SENTENCES
from model.inference.intervention import UNCHANGED, Intervention
from model.inference.named_head import Head
from model.runs.run_state import Status
from model.training.snapshot import Snapshot
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from tests.apptest.reading import html
from tests.model.analysis.untrained_translator import draw_translator
from ui.runs import cached_records
from ui.runs.head_losses import SCORES, WAITS
from ui.runs.pretrained_runs import PretrainedRun
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.registry import get_registry
from ui.translate import held_out_scores

SENTENCE = "the small black dog sleeps "
LABEL = "Measure without the heads that are off"
HEAD = Head(Kind.CROSS, 1, 2)


def read_rows(app: AppTest) -> dict[str, list[str]]:
    """Return the cells of the table by the names of its rows."""
    (table,) = re.findall(r'<table class="scores">(.*?)</table>', html(app))
    rows = re.findall(r"<tr><th>(.*?)</th>((?:<td>.*?</td>)+)</tr>", table)
    return {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in rows}


def labels(app: AppTest) -> list[str]:
    return [each.label for each in app.get("expander")]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Intervention]:
    """The interventions that are measured."""
    asked: list[Intervention] = []
    score: Callable[..., PredictionScores] = cached_records.score_without_heads

    def note(snapshot: Snapshot, corpus: object, intervention: Intervention) -> PredictionScores:
        asked.append(intervention)
        return score(snapshot, corpus, intervention)

    monkeypatch.setattr(cached_records, "score_without_heads", note)
    return asked


def test_it_is_offered_only_while_heads_are_off(opened: Open) -> None:
    assert LABEL not in labels(opened(sentence=SENTENCE, held_out="true"))
    assert LABEL not in labels(opened(sentence=SENTENCE, held_out="true", forced="1-le"))
    assert LABEL in labels(opened(sentence=SENTENCE, off=str(HEAD)))


def test_nothing_is_measured_until_it_is_open(opened: Open, measured: list[Intervention]) -> None:
    app = opened(sentence=SENTENCE, off=str(HEAD))
    assert not app.exception
    assert not measured
    assert '<table class="scores">' not in html(app)


def test_the_scores_are_those_of_the_importance_of_that_head(opened: Open) -> None:
    app = opened(sentence=SENTENCE, off=str(HEAD), held_out="true")
    assert not app.exception
    run = get_registry().open_default()
    snapshot = run.state.snapshot
    assert snapshot is not None
    *_, report = measure_importance(snapshot.translator, run.corpus.held_out[:N_SENTENCES])
    (head,) = (each for each in report.heads if each.head == HEAD)
    rows = read_rows(app)
    assert list(rows) == list(SCORES)
    for name, score in SCORES.items():
        factor, unit = (100, "\u202f%") if score.unit == "points" else (1, "")
        numbers = [factor * score.read(each) for each in (report.untouched, head.without)]
        numbers.append(numbers[0] - numbers[1])
        texts = [f"{number:.{score.n_digits}f}".replace("-", "\N{MINUS SIGN}") for number in numbers]
        assert rows[name] == [f"{texts[0]}{unit}", f"{texts[1]}{unit}", f"{texts[2]} {score.unit}"]
    assert report.untouched != head.without
    assert f"Over {min(N_SENTENCES, len(run.corpus.held_out)):,} held-out sentences" in html(app)


def test_only_the_heads_are_measured(opened: Open, measured: list[Intervention]) -> None:
    app = opened(
        sentence=SENTENCE, off=f"{HEAD}.encoder-1-1", fill="uniform weights", rows="decoder-1-1-2-1", forced="1-le",
        held_out="true",
    )  # fmt: skip
    assert not app.exception
    assert measured == [UNCHANGED, Intervention((HEAD, Head(Kind.ENCODER, 0, 0)), is_uniform=True)]
    assert "Edited rows and forced tokens belong to one sentence" in html(app)
    assert "Edited rows" not in html(opened(sentence=SENTENCE, off=str(HEAD), held_out="true"))


def test_sentences_that_are_too_long_are_not_measured(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_records, "choose_pairs", lambda *_: ())
    app = opened(sentence=SENTENCE, off=str(HEAD), held_out="true")
    assert not app.exception
    assert "too long to measure heads on" in html(app)


def test_a_gain_is_a_loss_below_zero(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = {True: PredictionScores(0.75, 0.9, -0.5), False: PredictionScores(0.5, 0.9, -1.0)}
    monkeypatch.setattr(cached_records, "score_without_heads", lambda *asked: scores[bool(asked[2])])
    rows = read_rows(opened(sentence=SENTENCE, off=str(HEAD), held_out="true"))
    lost = ["\N{MINUS SIGN}25.0 points", "0.0 points", "\N{MINUS SIGN}0.500 nats"]
    assert [row[2] for row in rows.values()] == lost


def test_weights_that_still_change_are_not_measured_and_earlier_ones_are(
    opened: Open, measured: list[Intervention], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = get_registry().open_default()
    changing = replace(run.state, status=Status.TRAINING)
    monkeypatch.setattr(run, "state", changing)
    query = {"sentence": SENTENCE, "off": str(HEAD), "held_out": "true"}
    assert WAITS in html(opened(**query))
    assert not measured
    step = min(run.kept_steps)
    assert step < changing.steps
    assert WAITS not in html(opened(**query, training_step=str(step)))
    assert len(measured) == 2


def test_a_model_that_was_trained_elsewhere_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "expander", lambda *_, **__: pytest.fail("nothing can be measured"))
    snapshot = PretrainedSnapshot("tiny", draw_translator())
    held_out_scores.show_held_out_scores(PretrainedRun(snapshot, "", ""), snapshot, Intervention((HEAD,)))
