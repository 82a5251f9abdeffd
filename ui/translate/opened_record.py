"""A saved record that a visitor opens: it stays in this session until the sentence in the box is another one."""

from dataclasses import dataclass

import streamlit as st

from model.inference.intervention import Intervention
from model.inference.record_json import read_json
from model.inference.record_npz import read_npz
from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.translate import intervention_link, translate_page_keys
from ui.widgets import link_keys, messages, session, upload_limits, widget_keys
from ui.widgets.headings import show_remark

# Limits of what a browser draws at once.
_MOST_TOKENS, _MOST_CHARACTERS, _MOST_LAYERS, _MOST_HEADS, _MOST_WEIGHTS = 200, 4_000, 48, 64, 4_000_000
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class OpenedRecord:
    """A record from a file.

    Attributes:
        name: of the file.
        translation: the record.
        intervention: what was changed in its decoding.
        sentence: its text in the box.
    """

    name: str
    translation: Translation
    intervention: Intervention
    sentence: str


def find_opened_record() -> OpenedRecord | None:
    """Return the opened record, None if there is none; it is closed once the sentence in the box is another one."""
    record: OpenedRecord | None = session.get(widget_keys.OPENED_RECORD)
    if record is not None and record.sentence != session.get(link_keys.SENTENCE):
        close_record()
        return None
    return record


def close_record() -> None:
    """Return to the model, in a callback."""
    session.forget(widget_keys.OPENED_RECORD)


def show_upload() -> None:
    """Draw the box for a record, and why the last file was refused or which file is shown."""
    number = session.get(translate_page_keys.N_UPLOADS, 0)
    st.file_uploader(
        "Open a record saved as JSON or NPZ", ["json", "npz"], key=f"{translate_page_keys.UPLOADED_RECORD}{number}",
        on_change=_open_record, args=(number,), max_upload_size=upload_limits.RECORD,
    )  # fmt: skip
    problem, sentence = session.get(translate_page_keys.REFUSED_RECORD, ("", ""))
    if problem and sentence == session.get(link_keys.SENTENCE):
        messages.warn(problem)
    if record := session.get(widget_keys.OPENED_RECORD):
        show_remark(f"{record.name} is shown above.")


def _open_record(number: int) -> None:
    file = session.get(f"{translate_page_keys.UPLOADED_RECORD}{number}")
    if file is None:
        return
    session.put(translate_page_keys.N_UPLOADS, number + 1)  # an empty box takes the same file again
    session.forget(translate_page_keys.REFUSED_RECORD)
    try:
        read = read_npz if file.name.lower().endswith(".npz") else read_json
        translation, intervention = read(file.getvalue())
        _check_size(translation)
    except ValueError as error:
        session.put(translate_page_keys.REFUSED_RECORD, (str(error), session.get(link_keys.SENTENCE)))
        return
    sentence: str = session.get(link_keys.SENTENCE, "")
    if sentence.strip() != translation.source_text:  # else what was chosen for the sentence is kept
        sentence = f"{translation.source_text} "  # the space ends its last word
        intervention_link.leave_sentence()
        session.put(link_keys.SENTENCE, sentence)
    session.put(widget_keys.OPENED_RECORD, OpenedRecord(file.name[:_LONGEST_NAME], translation, intervention, sentence))


def _check_size(translation: Translation) -> None:
    """Raise ValueError if the maps are too large to be drawn."""
    maps = translation.maps
    sizes = {
        "source tokens": (len(translation.source), _MOST_TOKENS),
        "generated tokens": (len(translation.steps), _MOST_TOKENS),
        "characters": (sum(map(len, (*translation.source, *translation.target))), _MOST_CHARACTERS),
        "layers": (max(map(maps.count_layers, Kind)), _MOST_LAYERS),
        "heads per layer": (max(map(maps.count_heads, Kind)), _MOST_HEADS),
        "weights": (sum(maps[kind].size for kind in Kind), _MOST_WEIGHTS),
    }
    for name, (n, most) in sizes.items():
        if n > most:
            raise ValueError(f"The record is too large to be shown: it has {n:,} {name}, and {most:,} is the limit.")
