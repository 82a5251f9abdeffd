"""Punctuation of typed text: marks around words, between them, and at the end of a sentence."""

import re

_QUOTES = "'‘’"  # also apostrophes
_OPENERS = f'"“„«(¿¡{_QUOTES}'
_CLOSERS = f'.,;:!?…"”“»){_QUOTES}'  # German quotations end with “
_DASHES = "-–—"
_BEFORE, _AFTER = f"{_OPENERS}{_DASHES},;.!?…", f"{_CLOSERS}{_DASHES}"  # of a word
_PAUSES = tuple(",;:.!?")
# Marks between letters, "hello,world"; a single stop only before a capital, as "e.g." and "U.S." have stops too.
_GLUED = re.compile(r"(?<=[^\W\d])(?:[,:!?…—]+|\.{3})(?=[^\W\d])|(?<=[a-zà-ÿ])(?<!www)\.(?=[A-ZÀ-Þ])")
_ABBREVIATION = re.compile(r"(?:mr|mrs|ms|dr|st|prof|etc|vs)\.|(?:[^\W\d_]\.){2,}")
_END_MARKS = ("?", "!", "…", "...", ".")  # the first one of several is the mark of the sentence


def separate_words(text: str) -> str:
    """Return text with a space after each mark that stands between two words: "hello,world"."""
    return _GLUED.sub(r"\g<0> ", text)


def strip_marks_before(chunk: str) -> str:
    """Return what stands between two spaces without the quotes, brackets and other marks before it."""
    return chunk.lstrip(_BEFORE)


def strip_marks(chunk: str) -> str:
    """Return what stands between two spaces without the marks around it; "" if it is nothing else."""
    return chunk.lstrip(_BEFORE).rstrip(_AFTER)


def is_last_word_open(text: str) -> bool:
    """Return True if the last word may go on: after a letter, or after the apostrophe of a contraction ("don'")."""
    last = text.rpartition(" ")[2]
    if last.endswith(tuple(_QUOTES)):
        return last[:-1].isalpha()
    return not last.endswith((*_CLOSERS, *_DASHES[1:])) and last.strip(f"{_OPENERS}{_DASHES}") != ""


def ends_phrase(chunk: str) -> bool:
    """Return True if a comma or another mark follows a word; not for an abbreviation: "Mr."."""
    return chunk.endswith(_PAUSES) and not chunk.endswith("...") and not _is_abbreviation(chunk)


def is_several_sentences(text: str) -> bool:
    """Return True if a mark that ends a sentence stands between two words of a text."""
    chunks = text.strip(f"{_CLOSERS} ").split()
    return any(find_end_mark(chunk) and not _is_abbreviation(chunk) for chunk in chunks[:-1])


def find_end_mark(text: str) -> str:
    """Return the mark that ends a sentence: "?", "!", "…", "." or ""."""
    tail = text[len(text.rstrip(f"{_CLOSERS} ")) :]
    return next((mark.replace("...", "…") for mark in _END_MARKS if mark in tail), "")


def _is_abbreviation(chunk: str) -> bool:
    return _ABBREVIATION.fullmatch(chunk.lstrip(_BEFORE).lower()) is not None
