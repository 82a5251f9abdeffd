"""Who a visitor is: a secret that only the visitor's own browser keeps, so that a list of runs outlasts a reload."""

import re
import secrets
from string import Template

import streamlit as st

from ui.runs import run_keys
from ui.widgets import session

_COOKIE = "attention_playground_visitor"
_SECRET = re.compile(r"[0-9a-f]{32}")
_KEEP = Template("<script>document.cookie = '$name=$secret; path=/; max-age=31536000; SameSite=Strict';</script>")


def visitor() -> str:
    """The visitor's secret; a new one is given to a browser that has none."""
    known = session.get(run_keys.VISITOR) or st.context.cookies.get(_COOKIE, "")
    secret = known if _SECRET.fullmatch(known) else secrets.token_hex(16)
    if session.get(run_keys.VISITOR) is None and secret != known:
        st.html(_KEEP.substitute(name=_COOKIE, secret=secret), unsafe_allow_javascript=True)
    session.put(run_keys.VISITOR, secret)
    return secret
