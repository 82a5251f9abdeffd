"""Normalization of text from corpora and from typing."""

import unicodedata
from collections import Counter

_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # control, format, surrogate, private, unassigned
# These characters have a special meaning in subwords (``model.data.word_boundaries`` and sentencepiece).
_RESERVED = str.maketrans("▁▅‧", "_▄·")

# Scripts without spaces between words, by the first word of their letters' names.
_UNSPACED = frozenset(("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR"))


def normalize_text(text: str) -> str:
    """Return the text in NFC; replace invisible characters by spaces, and reserved ones by look-alikes."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    if not text.isprintable():
        text = "".join(map(_normalize_character, text))
    return text.translate(_RESERVED)


def has_invisible(text: str) -> bool:
    """Return True if ``normalize_text`` replaces a character that is not whitespace by a blank."""
    return not text.isprintable() and any(_normalize_character(each) == " " and not each.isspace() for each in text)


def fold_word(word: str) -> str:
    """Return a word without case and without the punctuation around it; "" for punctuation alone."""
    folded = word.casefold()
    inside = [place for place, character in enumerate(folded) if character.isalnum()]
    return folded[inside[0] : inside[-1] + 1] if inside else ""


def is_unspaced(letters: Counter[str]) -> bool:
    """Return True if most letters of a text belong to scripts without spaces between words."""
    n_unspaced = sum(n for letter, n in letters.items() if unicodedata.name(letter, "").split(" ")[0] in _UNSPACED)
    return 2 * n_unspaced > letters.total()


def _normalize_character(character: str) -> str:
    # Joiners are parts of emoji and of words in some scripts; any other invisible character becomes a blank.
    if character in "\u200c\u200d":
        return character
    is_blank = character.isspace() or unicodedata.category(character) in _INVISIBLE
    return " " if is_blank else character
