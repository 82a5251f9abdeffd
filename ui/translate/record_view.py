"""An opened record in place of the model's own translation, drawn from the record alone."""

from collections.abc import Sequence

import streamlit as st

from model.data.sentence import Sentence
from model.inference.gold_alignment import find_gold_alignment
from model.inference.intervention import describe_changes
from ui.runs.shown_run import ShownRun
from ui.translate import (
    attention_panel,
    opened_record,
    opening_view,
    source_token,
    translate_page_keys,
    translation_clicks,
    translation_view,
)
from ui.translate.languages import UNKNOWN_SOURCE
from ui.translate.opened_record import OpenedRecord
from ui.translate.record_downloads import show_record_downloads
from ui.widgets import heads_overview, token_chips, widget_keys
from ui.widgets.abbreviation import shorten
from ui.widgets.headings import show_remark

_LONGEST_CHANGES = 300  # characters of the note


def show_record(run: ShownRun, sentence: Sentence) -> bool:
    """Draw the opened record below the box with its sentence; return False if none is open.

    Only gold links come from elsewhere: from the corpus of the run, if it has the sentence with this translation.
    """
    record = opened_record.find_opened_record()
    if record is None:
        return False
    translation, intervention = record.translation, record.intervention
    source_token.follow_sentence(translation.source)
    with st.container(key=widget_keys.TOKENS):
        chips = token_chips.list_chips(translation.source, source_token.find_framed_token())
        token_chips.show_row(UNKNOWN_SOURCE.name, chips, language=UNKNOWN_SOURCE.tag)
    is_same = sentence.texts == translation.source
    gold = find_gold_alignment(run.corpus, translation, sentence) if is_same else None
    generated = translation_view.place_translation()
    changes = tuple(describe_changes(intervention, translation))
    _show_note(record, changes)
    left, right = st.columns([2, 1], gap="large")
    with right:
        step = opening_view.choose_step(st.container(), translation, gold)
        with st.container(key=widget_keys.CANDIDATES):
            translation_view.show_step(None, translation, step, can_force=False)
    with left:
        panel = attention_panel.choose_attention(translation.maps, translation, gold, intervention)
    with generated:
        forced = {place for place, _ in intervention.forced}
        is_whole = bool(intervention)
        # Whether a forced token differs is not known: the record lacks the translation without its changes.
        translation_view.show_translation(None, translation, sentence, step, forced, difference="", is_whole=is_whole)
    view = panel.view(translation, step, changes)
    panel.draw(translation, translation.maps, view)
    with heads_overview.place(translation.maps, panel.choice.kind):
        view.draw_overview(is_stretched=panel.is_stretched, gold=panel.gold, off=panel.off)
    show_record_downloads(translation, intervention, panel.choice, step, gold)
    translation_clicks.listen()
    return True


def _show_note(record: OpenedRecord, changes: Sequence[str]) -> None:
    """Say what is shown, and how it was decoded; draw the button that returns to the model."""
    listed = shorten("; ".join(changes), _LONGEST_CHANGES)
    with st.container(key=translate_page_keys.RECORD_NOTE, horizontal=True, vertical_alignment="center", gap="small"):
        decoded = f" Decoded with changes: {listed}." if changes else ""
        show_remark(f"Opened from {record.name}.{decoded} Links do not carry it.")
        st.button(
            "Return to the model", key=translate_page_keys.CLOSE_RECORD, type="tertiary",
            icon=":material/undo:", on_click=opened_record.close_record,
        )  # fmt: skip
