"""Text that Markdown shows as it is."""

import re

_MARKS = re.compile(r"[!-/:-@\[-`{-~]")  # every ASCII punctuation mark: Markdown and Streamlit interpret many of them


def escape_markdown(text: str) -> str:
    """Escape words of a sentence, names and error messages, so that Markdown shows them literally."""
    return _MARKS.sub(r"\\\g<0>", text)
