"""Written text, for what is typed and for what a corpus holds alike."""

import unicodedata

_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))  # control, format, surrogate, private, unassigned
# Three signs mean something else in subword pieces (``model.data.word_pieces`` and sentencepiece), so text
# has their look-alikes in their place.
_RESERVED = str.maketrans("▁▅‧", "_▄·")


def visible(text: str) -> str:
    """The text in composed form (NFC), with control and invisible characters as blanks."""
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFC", text)
    if not text.isprintable():
        text = "".join(map(_visible, text))
    return text.translate(_RESERVED)


def has_invisible(text: str) -> bool:
    """Whether ``visible`` takes something for a blank that is none."""
    return not text.isprintable() and any(_visible(each) == " " and not each.isspace() for each in text)


def _visible(character: str) -> str:
    # Joiners hold emoji and some scripts together; every other control, format or surrogate character is a blank.
    if character in "\u200c\u200d":
        return character
    is_blank = character.isspace() or unicodedata.category(character) in _INVISIBLE
    return " " if is_blank else character
