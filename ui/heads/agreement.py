"""The table below the view "Explanation": how well each method predicts leaving words out."""

import streamlit as st

from model.analysis.agreement_report import AgreementReport
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.heads import heads_page_keys, measurement_progress
from ui.heads.cached_records import open_agreement
from ui.runs.shown_run import is_changing
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.number_format import count, format_correlation, format_number
from ui.widgets.tables import show_plain_table


def show(run: TrainingRun, snapshot: Snapshot) -> None:
    """Draw the table, which grows while the sentences are measured."""
    with st.container(key=heads_page_keys.AGREEMENT):
        is_newest, title = snapshot is run.state.snapshot, "How well does each method predict leaving out?"
        if is_changing(run, snapshot):  # every new snapshot would begin it anew and slow the training down
            show_heading(title)
            show_remark("The comparison begins when the training ends.")
            return
        measurement = open_agreement(snapshot, run)
        n_sentences, report = measurement.state.steps, measurement.state.snapshot
        n_measured = report.step if report is not None else n_sentences
        show_heading(title, f"over {count(n_measured, 'held-out sentence')}")
        if not n_sentences:
            show_remark("No held-out sentence has words and is short enough to be measured.")
            return
        if report is not None:
            _draw_table(report)
        measurement_progress.show(measurement, report, "sentences", heads_page_keys.SHOWN_AGREEMENT, starts=is_newest)


def _draw_table(report: AgreementReport) -> None:
    rows = [
        (each.method, format_correlation(each.mean), format_correlation(each.spread), format_number(each.n_tokens))
        for each in report.agreements
    ]
    show_plain_table(("method", "mean rank correlation", "standard deviation", "generated words"), rows)
