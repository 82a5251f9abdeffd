"""The choices of each page, kept while a visitor is on other pages.

Pages share names of widgets, and Streamlit empties the URL of a page that is left. So the choices that a page's URL
holds are stored, and the page opens again as from a link with them, also by the browser's Back. A page without choices
opens with the sentence typed last on another page.
"""

from collections.abc import Mapping

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import link_keys, session, step_slider

_SHARED = {link_keys.RUN, link_keys.MODEL, link_keys.TRAINING_STEP}  # the weights shown, the same on all pages
_KEYS = [key for name, key in vars(link_keys).items() if name.isupper() and key not in _SHARED]


def open_page(page: str, script: str) -> None:
    """Restore the choices of the page, and forget those of a page left; call this before any widget is drawn.

    Args:
        page: its title.
        script: draws the page.
    """
    shown = session.get(shell_keys.SHOWN_PAGE)
    session.put(shell_keys.SHOWN_PAGE, page)
    if shown is None:
        return
    if shown == page:
        _keep_choices(page)
        return
    step_slider.forget_choice()
    for key in _KEYS:
        session.forget(key)
    if any(key in st.query_params for key in _KEYS):
        return
    if link := read_link(page):
        shared = {key: value for key, value in st.query_params.items() if key in _SHARED}
        st.switch_page(script, query_params=shared | link)  # values put into widgets would yield to the last page's URL
    if sentence := _find_last_sentence():
        session.put(link_keys.SENTENCE, sentence)


def _keep_choices(page: str) -> None:
    """Put the choices of the page shown back into its URL, which a link to itself or the browser's Back has emptied."""
    kept = session.get(shell_keys.KEPT_CHOICES)
    session.forget(shell_keys.KEPT_CHOICES)
    link = read_link(page)
    if kept is not None:
        for key, value in link.items():
            if key in kept:
                session.put(key, kept[key])
            else:
                st.query_params[key] = value  # Streamlit forbids this for the key of a widget
    elif link and not any(key in st.query_params for key in _KEYS):
        session.put(shell_keys.KEPT_CHOICES, {key: session.get(key) for key in link if key in st.session_state})
        st.rerun()  # in a run caused by Back, Streamlit resets every widget that the URL does not name


def _find_last_sentence() -> str | None:
    links = session.get(shell_keys.PAGE_LINKS, {}).values()
    return next((link[link_keys.SENTENCE] for link in reversed(links) if link_keys.SENTENCE in link), None)


def read_link(page: str) -> dict[str, str]:
    """Return the choices in the URL of a page when it was left, or else those of the link that was offered for it."""
    offered = session.get(shell_keys.OFFERED_LINKS, {}).get(page, {})
    link: dict[str, str] = session.get(shell_keys.PAGE_LINKS, {}).get(page, offered)
    return dict(link)


def offer_link(page: str, link: Mapping[str, str]) -> None:
    """Let a page that has not been open in this session open with the choices of a link."""
    session.put(shell_keys.OFFERED_LINKS, session.get(shell_keys.OFFERED_LINKS, {}) | {page: link})


def remember_link() -> None:
    """Store the choices in the URL; call this after every change of the page."""
    shown = session.get(shell_keys.SHOWN_PAGE)
    links = {page: link for page, link in session.get(shell_keys.PAGE_LINKS, {}).items() if page != shown}
    links[shown] = {key: value for key, value in st.query_params.items() if key in _KEYS}  # the last one used is last
    session.put(shell_keys.PAGE_LINKS, links)
