"""Text that Markdown shows as it is."""

import re

_MARKS = re.compile(r"[!-/:-@\[-`{-~]")  # all that Markdown, or Streamlit in it, may read as more than itself


def plain(text: str) -> str:
    """The text, for Markdown: words of a sentence, names, and what files and errors say, are never read as marks."""
    return _MARKS.sub(r"\\\g<0>", text)
