"""The identity of a visitor: a secret in a cookie, so that a run list outlasts a reload."""

import re
import secrets
from string import Template

import streamlit as st

from ui.runs import run_keys
from ui.widgets import session
from ui.widgets.assets import ASSETS

_COOKIE = "attention_playground_visitor"
_SECRET = re.compile(r"[0-9a-f]{32}")
_STORE_COOKIE = Template((ASSETS / "visitor_cookie.html").read_text(encoding="utf-8"))


def identify_visitor() -> str:
    """Return the visitor's secret; a browser without one gets a new one, see ``store_cookie``."""
    known = session.get(run_keys.VISITOR) or st.context.cookies.get(_COOKIE, "")
    secret = known if _SECRET.fullmatch(known) else secrets.token_hex(16)
    if session.get(run_keys.VISITOR) is None:
        session.put(run_keys.UNSTORED_VISITOR, True)
    session.put(run_keys.VISITOR, secret)
    return secret


def store_cookie() -> None:
    """Store the secret in the browser, or renew it; draw this last, as it is drawn once and moves what comes after it.

    A browser that has another one, from another tab, loads the page again and so sends it.
    """
    if session.get(run_keys.UNSTORED_VISITOR):
        secret = session.get(run_keys.VISITOR)
        st.html(_STORE_COOKIE.substitute(name=_COOKIE, secret=secret), unsafe_allow_javascript=True)
        session.forget(run_keys.UNSTORED_VISITOR)
