"""The view "Importance" of the Heads page: what is lost without each head."""

from html import escape

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.analysis.head_importance import HeadImportance, ImportanceReport
from model.analysis.prediction_scores import PredictionScores
from model.inference.named_head import Head
from model.runs.run_state import Status
from model.transformer.kind import Kind
from tests.apptest.fixtures import AppSetup, open_page
from tests.apptest.reading import chart, html
from ui.heads import importance
from ui.heads.cached_records import open_importance
from ui.runs import quotas
from ui.runs.registry import get_registry
from ui.widgets import link_keys

PAGE = "pages/heads.py"


@pytest.fixture
def measured(writable_app_setup: AppSetup) -> AppTest:
    app = open_page(PAGE, {"view": "Importance"})
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    assert open_importance(run.state.snapshot, run).join(60).status is Status.TRAINED
    return app.run()


def test_importance_is_what_scores_lose(measured: AppTest) -> None:
    assert not measured.exception
    run = get_registry().open_default()
    report = run.folder.reports.load(ImportanceReport, run.state.steps)
    table = measured.dataframe[0].value
    assert len(table) == len(report.heads) == 2 * 4 * 3
    lost = [100 * (report.untouched.exact_match - head.without.exact_match) for head in report.heads]
    np.testing.assert_allclose(table["exact match"], lost, atol=1e-9)
    lost = [100 * (report.untouched.token_accuracy - head.without.token_accuracy) for head in report.heads]
    np.testing.assert_allclose(table["token accuracy"], lost, atol=0.051)
    assert max(lost) > 0.1, "the comparison would be empty"
    assert table["open"][0] == "./?kind=cross&layer=1&head=1&mean=false&fill=zero+weights&off=cross-1-1"
    found = importance.describe_finding(report, importance.SCORES["exact match"], is_alone=False)
    assert escape(found) in html(measured)


def test_the_scale_ends_at_the_largest_loss_and_has_no_number_without_one(measured: AppTest) -> None:
    score = importance.SCORES["exact match"]
    assert f"<span>{importance.name_scale(list(measured.dataframe[0].value['exact match']), score)}</span>" in html(
        measured
    )
    assert [importance.name_scale(values, score) for values in ([], [0.0], [-1.0, 19.5])] == [
        "points of exact match lost", "points of exact match lost", "19.5 points of exact match lost",
    ]  # fmt: skip


def test_every_score_and_ablation_colours_the_heads(measured: AppTest) -> None:
    seen = set()
    for key in (link_keys.SCORE, link_keys.ABLATION):
        for name in measured.button_group(key).options:
            measured.button_group(key).set_value(name).run()
            assert not measured.exception
            seen.add(str(chart(measured)["data"][0]["z"]))
    assert len(seen) == 4


def test_the_finding_follows_what_is_switched_off(measured: AppTest) -> None:
    run = get_registry().open_default()
    report = run.folder.reports.load(ImportanceReport, run.state.steps)
    score = importance.SCORES["log-probability"]  # the model of this test is too small to lose exact matches
    measured.button_group(link_keys.SCORE).set_value(score.name).run()
    texts = []
    for name, is_alone in (("each head", False), ("the others of its layer", True)):
        measured.button_group(link_keys.ABLATION).set_value(name).run()
        texts.append(importance.describe_finding(report, score, is_alone=is_alone))
        assert escape(texts[-1]) in html(measured)
    assert "The most important head" in texts[0]
    assert "On average, the heads of" in texts[0]
    assert "With only its best head" in texts[1]


@pytest.mark.parametrize("is_alone", [False, True])
@pytest.mark.parametrize(("layer", "verdict"), [(1, "found the same."), (0, "found that the cross-attention")])
def test_the_finding_is_compared_with_that_of_michel(*, is_alone: bool, layer: int, verdict: str) -> None:
    good, bad = PredictionScores(0.9, 1, 0), PredictionScores(0.2, 1, 0)
    heads = tuple(
        HeadImportance(Head(kind, at, 0), *([bad if (kind, at) == (Kind.CROSS, layer) else good] * 2))
        for kind in Kind
        for at in (0, 1)
    )
    report = ImportanceReport(10, PredictionScores(1, 1, 0), heads)
    text = importance.describe_finding(report, importance.SCORES["exact match"], is_alone=is_alone)
    assert f"cross attention in layer {layer + 1}" in text
    assert verdict in text
    assert ("80.00 points" in text) == is_alone


@pytest.mark.parametrize("is_alone", [False, True])
def test_no_head_is_said_to_matter_where_nothing_is_lost(*, is_alone: bool) -> None:
    half, useless = PredictionScores(0.5, 1, 0), PredictionScores(0.0, 1, 0)
    for scores, begin in (
        (half, "The model loses no exact match that way"),
        (useless, "The model has no exact match to lose"),
    ):
        report = ImportanceReport(10, scores, tuple(HeadImportance(Head(kind, 0, 0), scores, scores) for kind in Kind))
        text = importance.describe_finding(report, importance.SCORES["exact match"], is_alone=is_alone)
        assert text == f"{begin}, so this score does not tell its heads apart."
    better = half
    report = ImportanceReport(10, useless, tuple(HeadImportance(Head(kind, 0, 0), useless, better) for kind in Kind))
    texts = [importance.describe_finding(report, importance.SCORES["exact match"], is_alone=each) for each in (0, 1)]
    assert sorted("it even gains" in text for text in texts) == [False, True]


def test_a_click_switches_off_what_was_measured_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {"sentence": "he eats fish", "off": "encoder-1-1", "fill": "uniform weights"}
    monkeypatch.setattr(importance, "link_to_head", lambda *_: dict(changed))
    head = Head(Kind.CROSS, 1, 0)
    kept = {"sentence": "he eats fish", "fill": "zero weights"}
    assert importance._link_without(head) == kept | {"off": "cross-2-1"}
    assert importance._link_alone(3, head) == kept | {"off": "cross-2-2.cross-2-3"}
    assert importance._link_alone(1, head) == kept


def test_an_earlier_step_is_measured_on_request(measured: AppTest, writable_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Importance", "training_step": "0"})
    assert not app.exception
    assert not app.dataframe
    next(button for button in app.button if "Measure" in button.label).click().run()
    run = get_registry().open_default()
    first = run.load_snapshot(0)
    assert first is not None
    open_importance(first, run).join(60)
    app.run()
    assert len(app.dataframe[0].value) == 2 * 4 * 3


def test_nothing_is_measured_while_too_much_waits(
    writable_app_setup: AppSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_QUEUED", 0)
    app = open_page(PAGE, {"view": "Importance"})
    assert not app.exception
    (button,) = (each for each in app.button if "Measure" in each.label)
    assert button.disabled
    assert "try again" in button.help
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    assert not open_importance(run.state.snapshot, run).is_busy


def test_nothing_is_measured_while_the_weights_change(training_app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"view": "Importance"})
    assert not app.exception
    assert "Heads are measured when" in html(app)


@pytest.mark.parametrize("value", ["", "zzz", "<b>"])
def test_a_nonsense_link_to_importance_is_corrected(measured: AppTest, value: str) -> None:
    app = open_page(PAGE, {"view": "Importance", "head_score": value, "ablation": value})
    assert not app.exception
    assert app.button_group(link_keys.SCORE).value == "exact match"
