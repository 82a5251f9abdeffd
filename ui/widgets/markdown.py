"""Text that Markdown shows as it is."""

import re

_MARKS = re.compile(r"[!-/:-@\[-`{-~]")  # every ASCII punctuation mark: Markdown and Streamlit interpret many of them
_ADDRESS = re.compile(r"https?://|www(?=\.)|@", re.IGNORECASE)  # turns into a link, even if escaped
_WORD_JOINER = "\u2060"  # invisible; no address goes on behind it


def escape_markdown(text: str) -> str:
    """Escape words of a sentence, names and error messages, so that Markdown shows them literally."""
    return _MARKS.sub(r"\\\g<0>", _ADDRESS.sub(rf"\g<0>{_WORD_JOINER}", text))
