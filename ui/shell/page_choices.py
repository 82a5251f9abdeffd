"""The choices of each page, kept while a visitor is on other pages.

Pages share names of widgets, and Streamlit empties the URL of a page that is left. So the choices that a page's URL
holds are stored, and restored when the page opens again, by a link or by the browser's Back.
"""

from collections.abc import Mapping

import streamlit as st

from ui.shell import shell_keys
from ui.widgets import link_keys, session, step_slider

_SHARED = {link_keys.RUN, link_keys.MODEL, link_keys.TRAINING_STEP}  # the weights shown, the same on all pages
_KEYS = [key for name, key in vars(link_keys).items() if name.isupper() and key not in _SHARED]


def open_page(page: str) -> None:
    """Store the choices of the page left and restore those of the page opened; call this before any widget is drawn."""
    if session.get(shell_keys.RESTORED):
        _finish_restoring()
        return
    shown = session.get(shell_keys.SHOWN_PAGE)
    session.put(shell_keys.SHOWN_PAGE, page)
    if shown is None:
        return
    links = session.get(shell_keys.PAGE_LINKS, {})
    choices = {key: session.get(key) for key in links.get(shown, {}) if key in st.session_state}
    kept = session.get(shell_keys.PAGE_CHOICES, {}) | {shown: choices}
    session.put(shell_keys.PAGE_CHOICES, kept)
    if shown != page:
        step_slider.forget_choice()
        for key in _KEYS:
            session.forget(key)
    if any(key in st.query_params for key in _KEYS):
        return
    if page not in kept and (offered := session.get(shell_keys.OFFERED_LINKS, {}).get(page)):
        shared = {key: value for key, value in st.query_params.items() if key in _SHARED}
        st.switch_page(offered[0], query_params=shared | offered[1])  # as from a link: the URL gives all widgets values
    if kept.get(page) or links.get(page):
        session.put(shell_keys.RESTORED, (kept.get(page, {}), links[page] if shown != page else None))
        st.rerun()  # in a run caused by Back, Streamlit resets every widget that the URL does not name


def _finish_restoring() -> None:
    choices, link = session.get(shell_keys.RESTORED)
    session.forget(shell_keys.RESTORED)
    for key, value in choices.items():
        session.put(key, value)
    if link is not None:  # no widget of this page is bound to the URL yet
        shared = {key: value for key, value in st.query_params.items() if key not in _KEYS}
        st.query_params.from_dict(shared | link)


def read_link(page: str) -> dict[str, str]:
    """Return the choices in the URL of a page when it was left, or else those of the link that was offered for it."""
    _, offered = session.get(shell_keys.OFFERED_LINKS, {}).get(page, ("", {}))
    link: dict[str, str] = session.get(shell_keys.PAGE_LINKS, {}).get(page, dict(offered))
    return link


def offer_link(page: str, script: str, link: Mapping[str, str]) -> None:
    """Let a page that has not been open in this session open with the choices of a link; ``script`` draws the page."""
    session.put(shell_keys.OFFERED_LINKS, session.get(shell_keys.OFFERED_LINKS, {}) | {page: (script, link)})


def remember_link() -> None:
    """Store the choices in the URL; call this after every change of the page."""
    link = {key: value for key, value in st.query_params.items() if key in _KEYS}
    session.put(
        shell_keys.PAGE_LINKS, session.get(shell_keys.PAGE_LINKS, {}) | {session.get(shell_keys.SHOWN_PAGE): link}
    )
