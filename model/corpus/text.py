"""Normalization of text from corpora and from typing."""

import re
import unicodedata
from collections import Counter

_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # control, format, surrogate, private, unassigned
# These characters have a special meaning in subwords (``model.data.word_boundaries`` and sentencepiece).
_RESERVED = str.maketrans("▁▅‧", "_▄·")

_REMOVED = dict.fromkeys(map(ord, "\u00ad\u2060"))  # marks inside words: where they may, and may not, be broken

# A joiner is part of an emoji, or of a word in some scripts; beside nothing but these characters it joins nothing.
_LATIN = r"\s\0-\u036f\u1e00-\u1eff\u2000-\u20cf"  # with its accents, spaces, punctuation and signs of money
_STRAY_JOINER = re.compile(rf"(?<![^{_LATIN}])[\u200c\u200d](?![^{_LATIN}])")

# Scripts without spaces between words, by the first word of their letters' names.
_UNSPACED = frozenset(("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR"))


def normalize_text(text: str) -> str:
    """Return the text in NFC; replace invisible characters by spaces, and reserved ones by look-alikes.

    Soft hyphens and word joiners are removed: they stand inside words.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _compose(text)
    if not text.isprintable():
        text = "".join(map(_normalize_character, text))
    return text.translate(_RESERVED)


def normalize_typed_text(text: str) -> str:
    """Return the text as ``normalize_text`` does, and replace joiners between Latin letters by spaces."""
    return _STRAY_JOINER.sub(" ", normalize_text(text))


def has_invisible(text: str) -> bool:
    """Return True if ``normalize_typed_text`` replaces a character that is not whitespace by a blank."""
    if text.isprintable():
        return False
    composed = _compose(text)
    return any(
        new == " " and not old.isspace() for old, new in zip(composed, normalize_typed_text(composed), strict=True)
    )


def fold_word(word: str) -> str:
    """Return a word without case and without the punctuation around it; "" for punctuation alone."""
    folded = word.casefold()
    inside = [place for place, character in enumerate(folded) if character.isalnum()]
    return folded[inside[0] : inside[-1] + 1] if inside else ""


def is_unspaced(letters: Counter[str]) -> bool:
    """Return True if most letters of a text belong to scripts without spaces between words."""
    n_unspaced = sum(n for letter, n in letters.items() if unicodedata.name(letter, "").split(" ")[0] in _UNSPACED)
    return 2 * n_unspaced > letters.total()


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_REMOVED))


def _normalize_character(character: str) -> str:
    # Joiners are parts of emoji and of words in some scripts; any other invisible character becomes a blank.
    if character in "\u200c\u200d":
        return character
    is_blank = character.isspace() or unicodedata.category(character) in _INVISIBLE
    return " " if is_blank else character
