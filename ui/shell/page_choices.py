"""The choices of each page, kept while a visitor is on other pages.

Pages share names of widgets, and Streamlit empties the URL of a page that is left. So the choices that a page's URL
holds are stored, and the page opens again as from a link with them, also by the browser's Back. A page without choices
opens with the sentence typed last on another page.
"""

import streamlit as st

from model.runs.training_run import TrainingRun
from ui.runs import run_choice, training_step
from ui.shell import shell_keys
from ui.widgets import (
    link_keys,
    matrix_editor,
    playback,
    sentence_box,
    session,
    step_slider,
    unbound_parameters,
    widget_keys,
)

_SHARED = {link_keys.RUN, link_keys.MODEL, link_keys.TRAINING_STEP}  # the weights shown, the same on all pages
_WITH_TRAINING_STEP = {"Translate", "Heads", "Training"}  # pages that may show earlier weights
_OF_SENTENCE = (
    link_keys.SENTENCE, link_keys.STEP, link_keys.FRAMED, link_keys.ROWS, link_keys.FORCED, link_keys.SENTENCES,
    link_keys.ALIGNED, link_keys.SECOND,
)  # fmt: skip
_KEYS = link_keys.ALL - _SHARED


def restore_choices(page: str, script: str) -> None:
    """Restore the choices of the page, and forget those of a page left; call this before any widget is drawn.

    Args:
        page: its title.
        script: draws the page.
    """
    shown = session.get(shell_keys.SHOWN_PAGE)
    session.put(shell_keys.SHOWN_PAGE, page)
    if shown in (None, page):
        unbound_parameters.follow_url()
        return
    unbound_parameters.forget()
    playback.stop_all()
    step_slider.forget_choice()
    matrix_editor.forget_link()
    for key in (widget_keys.FRAMED_WORD, *_KEYS):
        session.forget(key)
    link, linked = read_link(page), _read_url()
    if not linked.items() < link.items():  # Back loses the parameters that the page left has as well
        link = linked
    if not link and (sentence := _find_last_sentence()):
        sentence_box.bring_sentence(sentence)
    weights = {key: value for key, value in st.query_params.items() if key in _SHARED}
    lacks_step = page in _WITH_TRAINING_STEP and link_keys.TRAINING_STEP not in weights
    step = training_step.get_step_parameter() if lacks_step else {}
    if link != linked or step:  # values put into widgets would yield to the last page's URL
        st.switch_page(script, query_params=step | weights | link)


def _read_url() -> dict[str, str]:
    return {key: value for key, value in st.query_params.items() if key in _KEYS}


def _find_last_sentence() -> str | None:
    links = session.get(shell_keys.PAGE_LINKS, {}).values()
    return next((link[link_keys.SENTENCE] for link in reversed(links) if link_keys.SENTENCE in link), None)


def read_link(page: str) -> dict[str, str]:
    """Return the choices in the URL of a page when it was left, or else those of the link that was offered for it."""
    offered = session.get(shell_keys.OFFERED_LINKS, {}).get(page, {})
    link: dict[str, str] = session.get(shell_keys.PAGE_LINKS, {}).get(page, offered)
    return dict(link)


def offer_link(page: str, link: dict[str, str]) -> None:
    """Let a page that has not been open in this session open with the choices of a link."""
    session.put(shell_keys.OFFERED_LINKS, session.get(shell_keys.OFFERED_LINKS, {}) | {page: link})


def remember_sentence() -> None:
    """Store the sentence before the page is drawn with it, which takes a while: the visitor may leave meanwhile."""
    text = session.get(link_keys.SENTENCE)
    if text is not None:
        _store(read_link(session.get(shell_keys.SHOWN_PAGE)) | {link_keys.SENTENCE: text})


def remember_link() -> None:
    """Store the choices in the URL; call this after every change of the page."""
    link, text = _read_url(), session.get(link_keys.SENTENCE)
    if link_keys.SENTENCE in link and text is not None:
        link[link_keys.SENTENCE] = text  # the URL that came with what was typed may be of the moment before
    _store(link)


def show_run(run: TrainingRun) -> None:
    """Show a run on all pages, and forget what was typed for another corpus: they open on a sentence of its own."""
    if run.corpus.digest != run_choice.read_chosen_run().corpus.digest:
        for key in _OF_SENTENCE:
            session.forget(key)
            st.query_params.pop(key, None)
            for links in (shell_keys.PAGE_LINKS, shell_keys.OFFERED_LINKS):
                for link in session.get(links, {}).values():
                    link.pop(key, None)
    run_choice.choose_run(run)


def _store(link: dict[str, str]) -> None:
    shown = session.get(shell_keys.SHOWN_PAGE)
    links = {page: link for page, link in session.get(shell_keys.PAGE_LINKS, {}).items() if page != shown}
    session.put(shell_keys.PAGE_LINKS, links | {shown: link})  # the last one used is last
