"""Another sentence, read and translated by the same head beside the sentence of the page; opened on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from types import MappingProxyType

import streamlit as st

from figures.heatmap import heatmap_height
from model.data.typed_sentence import read_sentence
from model.inference.intervention import Intervention, describe_changes
from model.inference.token_difference import find_differences
from model.inference.translation import Translation
from ui.runs import cached_records, example_sentences
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.translate import source_token, translate_page_keys
from ui.translate.attention_panel import AttentionPanel
from ui.translate.drawing_choice import DrawnAs
from ui.translate.languages import find_source_language, find_target_language
from ui.translate.translation_view import show_tokens
from ui.widgets import legends, link_keys, sentence_box, session
from ui.widgets.abbreviation import shorten
from ui.widgets.headings import show_heading, show_remark
from ui.widgets.map_view import MapView
from ui.widgets.token_chips import chip, show_input_remark, show_row

MINIMAL_PAIRS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "too tired, too wide": (
            "the animal did not cross the street because it was too tired",
            "the animal did not cross the street because it was too wide",
        ),
        "statement, question": ("she likes the small black dog", "does she like the small black dog"),
        "adjective before, after": ("he sees the small house", "he sees the white house"),
        "who sees whom": ("the dog sees the cat", "the cat sees the dog"),
    }
)
_DIFFERS = "not in the other sentence"
_LONGEST_QUOTE = 80  # characters of a sentence in the description of its map


def show_second_sentence(
    run: ShownRun,
    snapshot: ShownSnapshot,
    translation: Translation | None,
    intervention: Intervention,
    panel: AttentionPanel,
) -> None:
    """Draw a collapsed expander; nothing is computed until it is open.

    Args:
        run: the run shown.
        snapshot: the weights shown.
        translation: of the page's sentence, with its changes; None for the empty page.
        intervention: the changes; heads that are off are off for the second sentence too.
        panel: the chosen head, and how it is drawn.
    """
    expander = st.expander(
        "Compare with another sentence", key=link_keys.BESIDE, on_change="rerun", bind="query-params"
    )  # fmt: skip
    if not expander.open:
        return
    with expander:
        text = sentence_box.type_second_sentence(example_sentences.choose_second_example(run))
        if not run.corpus.is_raw_text:
            st.pills(
                "Pairs of sentences", list(MINIMAL_PAIRS), key=translate_page_keys.MINIMAL_PAIR,
                on_change=_fill_in_pair, label_visibility="collapsed",
            )  # fmt: skip
        second = read_sentence(text, snapshot.translator.source)
        show_input_remark(second)
        if not second.tokens or translation is None:
            box = "this box" if translation else "the box at the top"
            show_remark(f"Type a sentence into {box}: the chosen head is drawn for both, side by side.")
            return
        heads_off = replace(intervention, rows=(), forced=())
        other = cached_records.compute_changed_translation(snapshot, second, heads_off)
        _show_difference(run, translation, other)
        _draw_maps(panel, (translation, other), (intervention, heads_off))


def _show_difference(run: ShownRun, first: Translation, second: Translation) -> None:
    """Show the tokens of the second sentence and of its translation; those that the first one lacks are marked."""
    source, target = find_source_language(run), find_target_language(run)
    # Capitals are read by models of subwords alone, and say nothing of the words.
    _, marked = find_differences(*(tuple(map(str.casefold, each.source)) for each in (first, second)))
    chips = []
    for place, token in enumerate(second.source):
        chips.append(chip(token, "changed", note=_DIFFERS) if place in marked else chip(token))
    show_row(source.name, chips, language=source.tag)
    _, marked = find_differences(first.target, second.target)
    show_tokens(target.name, second, marked, _DIFFERS, target)


def _draw_maps(
    panel: AttentionPanel,
    translations: tuple[Translation, Translation],
    interventions: tuple[Intervention, Intervention],
) -> None:
    """Draw the chosen head for both, whole, in the same size and colours, with the framed source token and its like."""
    token = source_token.find_source_token()
    tokens = (token, _find_like(token, *(each.source for each in translations)))
    views = [
        MapView(each, panel.choice, token=framed, notes=(_quote(each), *describe_changes(changes, each)))
        for each, changes, framed in zip(translations, interventions, tokens, strict=True)
    ]
    brightest = max(map(panel.find_brightest, views))
    n_keys, n_queries = (max(map(len, axes)) for axes in zip(*(view.tokens for view in views), strict=True))
    height = heatmap_height(n_queries, n_keys)
    for place, (column, view) in enumerate(zip(st.columns(2, gap="large"), views, strict=True)):
        with column:
            show_heading(translations[place].source_text)
            panel.draw_figure(view, f"{translate_page_keys.PAIRED_MAP}{place}", brightest=brightest, height=height)
            if view.current_row is not None:
                show_remark(view.summary)
    panel.show_scale(brightest)
    if panel.drawn_as is DrawnAs.LINES_BY_HEAD:
        off = {head for layer, head in panel.off if layer == panel.choice.layer}
        legends.show_heads(len(views[0].heads), off)


def _quote(translation: Translation) -> str:
    return f"“{shorten(translation.source_text, _LONGEST_QUOTE)}”"


def _find_like(token: int | None, first: Sequence[str], second: Sequence[str]) -> int | None:
    """Return the token of a second sentence that is one of the first, or stands in its place; counted from 1."""
    one, other = ([word.casefold() for word in sentence] for sentence in (first, second))
    for _, begin, end, start, stop in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if token and begin < token <= end and end - begin == stop - start:
            return token - begin + start
    return None


def _fill_in_pair() -> None:
    name = session.get(translate_page_keys.MINIMAL_PAIR)
    session.put(translate_page_keys.MINIMAL_PAIR, None)  # forgotten, it would be reported again at every change
    if name in MINIMAL_PAIRS:
        first, second = MINIMAL_PAIRS[name]
        session.put(link_keys.SENTENCE, first)
        session.put(link_keys.SECOND, second)
