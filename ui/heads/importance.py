"""The view "Importance": what the model loses when each head is switched off."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.analysis.head_importance import ImportanceReport, score_layers
from model.analysis.prediction_scores import PredictionScores
from model.inference.named_head import Head, format_heads
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from model.transformer.config import ModelConfig
from model.transformer.kind import Kind
from ui.heads import head_picture, heads_page_keys, measurement_progress
from ui.heads.cached_records import choose_measured_pairs, open_importance
from ui.heads.head_picture import link_to_head
from ui.runs.head_losses import SCORES, TOO_LONG, WAITS, Score
from ui.runs.shown_run import is_changing
from ui.widgets import legends, link_keys, off_weights
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import count, format_decimal
from ui.widgets.option_choice import choose_option

NAME = "Importance"
_EACH, _OTHERS = "each head", "the others of its layer"


def show(run: TrainingRun, snapshot: Snapshot, controls: DeltaGenerator) -> None:
    """Draw the whole view; ``controls`` is the place beside the choice of the training step."""
    with controls, st.container(horizontal=True, gap="large"):
        score = SCORES[choose_option("Score", list(SCORES), link_keys.SCORE)]
        off = choose_option("Switched off", (_EACH, _OTHERS), link_keys.ABLATION)
    if is_changing(run, snapshot):
        show_remark(WAITS)
        return
    if not choose_measured_pairs(run, snapshot):
        show_remark(TOO_LONG)
        return
    measurement = open_importance(snapshot, run)
    report = measurement.state.snapshot
    _draw_losses(report, score, snapshot.translator.model.config, is_alone=off == _OTHERS)
    measurement_progress.show(
        measurement, report, "heads", heads_page_keys.SHOWN_IMPORTANCE, starts=snapshot is run.state.snapshot
    )
    if report is not None and report.step == measurement.state.steps:
        show_remark(describe_finding(report, score, is_alone=off == _OTHERS))
        with st.container(key=heads_page_keys.IMPORTANCE):
            show_heading(
                "Loss without each head, and with only that head in its layer",
                f"over {count(report.n_sentences, 'held-out sentence')}; shares in percentage points",
            )
            _show_table(report)
    head_picture.open_clicked()


def _draw_losses(report: ImportanceReport | None, score: Score, config: ModelConfig, *, is_alone: bool) -> None:
    heads = [each.head for each in report.heads] if report else []
    values = _list_losses(report, score, is_alone=is_alone) if report else []
    texts = [
        f"{head.name}<br>{format_decimal(value)} {score.unit} lost" for head, value in zip(heads, values, strict=True)
    ]
    brightest = max(1e-6, *values, 0.0)
    missing = "the others of its layer are" if is_alone else "it is"
    alt = f"{score.name.capitalize()} lost, for every head, when {missing} switched off."
    head_picture.draw_heads(
        heads, values, texts, alt, shape=(config.n_layers, config.n_heads), brightest=brightest,
        link=partial(_link_alone, config.n_heads) if is_alone else _link_without,
    )  # fmt: skip
    legends.show_losses(name_scale(values, score))
    show_remark(
        "Colour: how much worse the model is with this head alone in its layer. Click a head to translate that way."
        if is_alone
        else "Colour: how much worse the model is without that head. Click a head to translate without it."
    )


def name_scale(values: Sequence[float], score: Score) -> str:
    """Return what the bright end of the scale stands for; without a number if nothing is lost, or measured yet."""
    most = f"{max(values):.3g} " if max(values, default=0) > 0 else ""
    return f"{most}{score.unit} of {score.name} lost"


def describe_finding(report: ImportanceReport, score: Score, *, is_alone: bool) -> str:
    """Say which head and which attention matter most, and what Michel et al. found.

    They removed all heads of a layer but the best one: the cross-attention of the last layer lost most.
    """
    losses = _list_losses(report, score, is_alone=is_alone)
    if max(losses) <= 0:
        nothing = f"The model loses no {score.name} that way"
        if min(losses) < 0:
            return f"{nothing}; it even gains."
        nothing = nothing if score.read(report.untouched) else f"The model has no {score.name} to lose"
        return f"{nothing}, so this score does not tell its heads apart."
    scores = score_layers(report, score.read, is_alone=is_alone)
    kind, layer = min(scores, key=lambda site: scores[site])
    lost = score.factor * (score.read(report.untouched) - scores[kind, layer])
    is_same = (kind, layer) == (Kind.CROSS, max(layer for _, layer in scores))
    found = "the same" if is_same else "that the cross-attention of the last layer loses most"
    found = f"Michel et al. (2019), who kept only the best head of a layer of a translator, found {found}."
    if is_alone:
        return (
            f"With only its best head, {kind.value} attention in layer {layer + 1} loses most"
            f" ({format_decimal(lost)} {score.unit}). {found}"
        )
    worst = max(report.heads, key=lambda each: score.lose(report.untouched, each.without))
    return (
        f"The most important head is {worst.head.title}. On average, the heads of {kind.value} attention in layer"
        f" {layer + 1} matter most. {found}"
    )


def _list_losses(report: ImportanceReport, score: Score, *, is_alone: bool) -> list[float]:
    return [score.lose(report.untouched, each.alone if is_alone else each.without) for each in report.heads]


def _show_table(report: ImportanceReport) -> None:
    columns: dict[str, Any] = {"open": st.column_config.LinkColumn(display_text="Translate without it", pinned=True)}
    for name, score in SCORES.items():
        digits = st.column_config.NumberColumn(format=f"%.{score.n_digits}f")
        columns |= {name: digits, _in_layer(name): digits}

    def lose(score: Score, changed: PredictionScores) -> float:
        return round(score.lose(report.untouched, changed), score.n_digits) + 0.0  # not -0.0

    rows = [
        each.head.columns
        | {name: lose(score, each.without) for name, score in SCORES.items()}
        | {_in_layer(name): lose(score, each.alone) for name, score in SCORES.items()}
        | {"open": f"./?{urlencode(_link_without(each.head))}"}
        for each in report.heads
    ]
    st.dataframe(rows, column_config=columns, hide_index=True, height="content")


def _in_layer(name: str) -> str:
    return f"{name}, alone in its layer"


def _link_without(head: Head) -> dict[str, str]:
    """Return the query parameters of the Translate page with a head switched off."""
    return _link_with_off(head, [head])


def _link_alone(n_heads: int, head: Head) -> dict[str, str]:
    """Return the query parameters of the Translate page with the other heads of a layer switched off."""
    return _link_with_off(head, [replace(head, head=each) for each in range(n_heads) if each != head.head])


def _link_with_off(head: Head, off: Sequence[Head]) -> dict[str, str]:
    """Return the query parameters of a head with heads of its layer switched off as here: with zero weights, alone."""
    link = {key: text for key, text in link_to_head(head).items() if key != link_keys.OFF}
    link[link_keys.FILL] = off_weights.ZERO  # with what it does not name, the page would open as it was left
    return link | ({link_keys.OFF: format_heads(off)} if off else {})
