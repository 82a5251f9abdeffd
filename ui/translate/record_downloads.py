"""The record on the page as files to download, and to open again."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from figures.translation_page import write_page
from model.corpus import Pair
from model.inference.intervention import Intervention, describe_changes
from model.inference.record_json import MAX_BYTES, bound_size, describe, write_json
from model.inference.record_npz import write_npz
from model.inference.row_labels import label_steps
from model.inference.translation import Translation
from model.transformer.kind import Kind
from ui.translate import opened_record, source_token, translate_page_keys
from ui.widgets.download import show_download
from ui.widgets.head_selector import HeadChoice
from ui.widgets.headings import show_remark

_LONGEST_NAME = 60


def show_record_downloads(
    translation: Translation | None,
    intervention: Intervention,
    choice: HeadChoice,
    step: int,
    gold: Pair | None = None,
    language: str = "",
) -> None:
    """Draw a collapsed expander with downloads and an upload; a file is written when its button is clicked.

    Args:
        translation: the record, None for the empty page, which has no downloads.
        intervention: what was changed in its decoding.
        choice: the head shown, at which the HTML page opens.
        step: of decoding, counted from 1, at which it opens.
        gold: gold alignment, None where it is unknown.
        language: of the generated tokens, as a BCP 47 tag; empty if it is not known.
    """
    expander = st.expander(
        "Download, or open a saved translation", key=translate_page_keys.RECORD_DOWNLOADS, on_change="rerun"
    )
    if not expander.open:
        return
    with expander:
        if translation is not None:
            write_html = partial(_write_html, translation, intervention, choice, step, gold, language)
            _show_downloads(translation, intervention, write_html)
        opened_record.show_upload()


def _show_downloads(
    translation: Translation, intervention: Intervention, write_html: Callable[[int | None], str]
) -> None:
    name, is_too_large = name_file(translation), bound_size(translation) > MAX_BYTES
    token = source_token.find_source_token()
    framed = token if token and token <= len(translation.source) else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        show_download(
            "HTML", partial(write_html, framed), f"{name}.html", "text/html",
            key=translate_page_keys.DOWNLOAD_HTML,
            help="One page with every head and step, which opens without a network; 2 MB, up to 6 MB for large models.",
        )  # fmt: skip
        show_download(
            "JSON", partial(write_json, translation, intervention), f"{name}.json", "application/json",
            key=translate_page_keys.DOWNLOAD_JSON, disabled=is_too_large,
            help="Tokens, candidates, changes and all attention weights, for any program.",
        )  # fmt: skip
        show_download(
            "NPZ", partial(write_npz, translation, intervention), f"{name}.npz", "application/octet-stream",
            key=translate_page_keys.DOWNLOAD_NPZ,
            help="The same for NumPy: arrays of layers, heads, queries and keys.",
        )  # fmt: skip
    if is_too_large:
        show_remark(
            f"As JSON this record may exceed {MAX_BYTES // 1_000_000} MB, which could not be opened again; NPZ is"
            " smaller."
        )


def name_file(translation: Translation) -> str:
    """Return the words of the source joined by hyphens, as a file name without its ending."""
    letters = "".join(sign if sign.isalnum() else " " for sign in translation.source_text)
    return "-".join(letters.split())[:_LONGEST_NAME] or "translation"


def _write_html(
    translation: Translation,
    intervention: Intervention,
    choice: HeadChoice,
    step: int,
    gold: Pair | None,
    language: str,
    framed: int | None,
) -> str:
    return write_page(
        translation.source_text,
        describe(translation, intervention),
        {kind.value: translation.maps[kind] for kind in Kind},
        label_steps(translation.keys(Kind.DECODER), translation.target),
        gold=gold.alignment if gold else (),
        changes=describe_changes(intervention, translation),
        language=language,
        shown=(choice.kind.value, choice.layer, choice.head, step),
        framed=framed,
    )
