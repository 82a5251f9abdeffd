"""How written text falls into words, for what is typed and for what a corpus holds alike.

Words and punctuation marks are separate; hyphens and inner apostrophes stay in a word, but an elided French article or
pronoun stands alone, as in ``l' homme`` and ``qu' elle``; numbers keep their inner points.
"""

import re
import unicodedata

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´", "'"))
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # control, format, surrogate, private, unassigned
# Punctuation and symbols of the basic plane; what lies beyond (emoji among it) counts as letters.
_MARKS = frozenset(chr(code) for code in range(0x10000) if unicodedata.category(chr(code))[0] in "PS")
_LETTER = rf"[^\s{re.escape(''.join(sorted(_MARKS)))}]"
_WORD = re.compile(
    rf"""
    (?:[cdjlmnstCDJLMNST]|(?:[Jj]us|[Ll]ors|[Pp]uis|[Qq]uoi)?[Qq]u)['’ʼ]  # elided: l', j', qu', jusqu'
    | \d+(?:[.,:]\d+)+                              # 3.14, 10:30
    | {_LETTER}+(?:[-'’ʼ‑]{_LETTER}+)*              # est-ce, aujourd'hui, don't
    | (\S)\1*                                       # marks; three points are one
    """,
    re.VERBOSE,
)


def visible(text: str) -> str:
    """The text in composed form (NFC), with control and invisible characters as blanks."""
    text = unicodedata.normalize("NFC", text)
    return text if text.isprintable() else "".join(map(_visible, text))


def split(text: str) -> tuple[str, ...]:
    """The words and marks of a text, in the letters they were written with."""
    return tuple(match.group() for match in _WORD.finditer(text))


def lowered(text: str) -> str:
    """The text as a vocabulary writes it: lower case, one kind of apostrophe."""
    return unicodedata.normalize("NFC", text.lower()).translate(_APOSTROPHES)


def is_mark(word: str) -> bool:
    """Whether a word is punctuation or a symbol alone."""
    return _MARKS.issuperset(word)


def _visible(character: str) -> str:
    # Joiners hold emoji and some scripts together; every other control, format or surrogate character is a blank.
    if character in "\u200c\u200d":
        return character
    is_blank = character.isspace() or unicodedata.category(character) in _INVISIBLE
    return " " if is_blank else character
