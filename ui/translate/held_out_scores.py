"""The cost of the heads that are off over held-out sentences, beside what they change in one; opened on demand."""

import streamlit as st

from model.analysis.prediction_scores import PredictionScores
from model.analysis.sample_size import N_SENTENCES
from model.inference.intervention import UNCHANGED, Intervention
from ui.runs import cached_records
from ui.runs.head_losses import SCORES, TOO_LONG, WAITS, Score
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.shown_run import ShownRun, ShownSnapshot, is_changing
from ui.widgets import link_keys, tables
from ui.widgets.headings import show_remark
from ui.widgets.number_format import count, format_decimal

_OF_SENTENCE = " Edited rows and forced tokens belong to one sentence, and take no part."


def show_held_out_scores(run: ShownRun, snapshot: ShownSnapshot, intervention: Intervention) -> None:
    """Draw a collapsed expander if heads of a trained run are off; nothing is computed until it is open.

    Args:
        run: the run shown.
        snapshot: the weights shown.
        intervention: the changes; those of one sentence are not measured.
    """
    if not intervention.off or isinstance(snapshot, PretrainedSnapshot):
        return
    expander = st.expander(
        "Measure without the heads that are off", key=link_keys.HELD_OUT, on_change="rerun", bind="query-params"
    )  # fmt: skip
    if not expander.open:
        return
    with expander:
        if is_changing(run, snapshot):
            show_remark(WAITS)
            return
        if not (pairs := cached_records.choose_pairs(snapshot, run.corpus, N_SENTENCES)):
            show_remark(TOO_LONG)
            return
        off = Intervention(intervention.off, intervention.is_uniform)
        whole, changed = (cached_records.score_without_heads(snapshot, run.corpus, each) for each in (UNCHANGED, off))
        rows = [_describe_loss(score, whole, changed) for score in SCORES.values()]
        tables.show_table(("", "all heads", "without these", "lost"), rows)
        about = f"Over {count(len(pairs), 'held-out sentence')}; each token is predicted from the right ones before it."
        show_remark(f"{about}{_OF_SENTENCE if intervention.rows or intervention.forced else ''}")


def _describe_loss(score: Score, whole: PredictionScores, changed: PredictionScores) -> tuple[str, str, str, str]:
    """Return a score of the whole model and of the changed one, and what is lost, as texts in the unit of the loss."""
    unit = "\u202f%" if score.unit == "points" else ""
    values = (score.factor * score.read(each) for each in (whole, changed))
    before, after = (f"{format_decimal(value, score.n_digits)}{unit}" for value in values)
    return score.name, before, after, f"{format_decimal(score.lose(whole, changed), score.n_digits)} {score.unit}"
