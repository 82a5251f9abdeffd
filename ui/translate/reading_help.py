"""The help text on how to read attention maps, with the scores of the model shown."""

import streamlit as st

from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs.shown_run import ShownRun
from ui.widgets import texts
from ui.widgets.number_format import format_number, format_percent


def show_reading_help(run: ShownRun) -> None:
    """Draw the help text in a collapsed expander, with the scores of the newest weights, whatever step is shown."""
    with st.expander("How to read these maps"):
        texts.show("reading")
        if not run.corpus.is_raw_text:  # subwords and models trained elsewhere copy nothing
            texts.show("copied_words")
        if isinstance(run, TrainingRun) and run.state.snapshot:
            st.markdown(_describe_scores(run, run.state.snapshot))


def _describe_scores(run: TrainingRun, snapshot: Snapshot) -> str:
    scores = snapshot.evaluation
    sections = texts.read_sections("measured")
    sentences = [
        sections["Exact match"].format(
            step=format_number(snapshot.step),
            n_exact=format_number(round(scores.exact_match * scores.n_sentences)),
            n_sentences=format_number(scores.n_sentences),
            exact_match=format_percent(scores.exact_match),
        )
    ]
    if scores.alignment_accuracy is not None:
        sentences.append(sections["Alignment"].format(alignment_accuracy=format_percent(scores.alignment_accuracy)))
    if scores.calibration_error is not None:
        sentences.append(sections["Calibration"].format(calibration_error=format_percent(scores.calibration_error)))
    return " ".join(sentences)
