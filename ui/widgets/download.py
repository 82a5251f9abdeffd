"""Downloads of files that are written when their button is clicked."""

import time
from collections.abc import Callable
from string import Template
from typing import Any

import streamlit as st

from ui.widgets import clocks, messages, widget_keys
from ui.widgets.assets import ASSETS

_SECONDS_TO_START = 5.0  # on a slow network, after which the browser has asked for the file
_START = Template((ASSETS / "start_download.html").read_text(encoding="utf-8"))


def show_download(
    label: str, write: Callable[[], str | bytes], file_name: str, mime: str, *, key: str, **options: Any
) -> None:
    """Draw a button that downloads a file.

    The click draws the page with a hidden download button, which a script presses. Streamlit's own way to write a file
    on a click keeps it only until two pages have been drawn, of any visitors: on a busy server it is gone before the
    browser asks for it. The file of a drawn button stays until the whole page of its visitor is drawn again, which
    waits until the download has begun.

    Args:
        label: of the button.
        write: returns the content of the file; its ValueError is shown as a message.
        file_name: that the browser proposes.
        mime: media type of the file.
        key: of the button.
        **options: of ``st.button``.
    """
    is_clicked = st.button(label, key=key, icon=":material/download:", **options)
    ready = widget_keys.READY_ + key
    place = st.container(key=ready)  # always, so that what follows stays where it is
    if not is_clicked:
        return
    try:
        content = write()
    except ValueError as error:
        messages.report(str(error))
        return
    clocks.hold_page(_SECONDS_TO_START)
    with place:
        st.download_button(label, content, file_name, mime, on_click="ignore")
        st.html(_START.substitute(place=ready, click=time.monotonic_ns()), unsafe_allow_javascript=True)
