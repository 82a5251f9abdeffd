"""From what a person types to the words the model reads.

No word is ever lost silently: a token keeps the letters it was written with, beside the word it stands for.
"""

from dataclasses import dataclass

from model.corpus.text import has_invisible, normalize_text
from model.data.vocabulary import Vocabulary

MAX_CHARACTERS = 300
MAX_TOKENS = 40

_CONTRACTIONS = {
    "i'm": ("i", "am"),
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
}
_CONTRACTED_ENDINGS = {"n't": "not", "'re": "are", "'s": "is"}
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´", "'"))
_OPENERS = "\"“„«(¿¡'‘"
_CLOSERS = ".,;:!?…\"”»)'’"
_DASHES = "-–—"


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a sentence: as typed, and as the model reads it."""

    text: str
    word: str
    known: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A typed sentence, ready to translate.

    Attributes:
        tokens: the finished words.
        typing: the last word, as typed, while nothing follows it; it may be completed.
        unfinished: the same while it is not yet a word the model knows, else ""; it is not among the tokens.
        is_strange: whether no word the model knows begins like the unfinished one.
        was_cut: whether the text was longer than ``MAX_CHARACTERS`` or ``MAX_TOKENS`` and lost its end.
        had_invisible: whether characters that cannot be seen were taken for blanks.
    """

    tokens: tuple[Token, ...]
    typing: str
    unfinished: str
    is_strange: bool
    was_cut: bool
    had_invisible: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The finished words as the model reads them."""
        return tuple(token.word for token in self.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """The finished words as they were typed."""
        return tuple(token.text for token in self.tokens)


def read_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split typed text into tokens; control and invisible characters count as blanks.

    A vocabulary of words understands case, punctuation and contractions, keeps anything else literally, and leaves out
    what is punctuation alone. One of pieces takes the text as it is written; no piece of it waits for the next key.
    """
    clipped = text[:MAX_CHARACTERS]
    clean = normalize_text(clipped)
    tokens = [token for chunk in clean.split() for token in _tokens(chunk, vocabulary)]
    is_open = bool(tokens) and not clean.endswith((*_CLOSERS, " ")) and len(text) <= MAX_CHARACTERS
    typing = clean.split()[-1] if is_open else ""
    is_unfinished = is_open and not vocabulary.is_written and not tokens[-1].known
    unfinished = tokens.pop().text if is_unfinished else ""
    is_strange = is_unfinished and not vocabulary.complete(unfinished.lower(), 1)
    was_cut = len(text) > MAX_CHARACTERS or len(tokens) > MAX_TOKENS
    return Sentence(tuple(tokens[:MAX_TOKENS]), typing, unfinished, is_strange, was_cut, has_invisible(clipped))


def _tokens(chunk: str, vocabulary: Vocabulary) -> list[Token]:
    if vocabulary.is_written:
        return [Token(piece, piece, piece in vocabulary) for piece in vocabulary.tokenize([chunk])]
    text = _strip_punctuation(chunk)
    word = text.lower().translate(_APOSTROPHES)
    parts = (word,) if word in vocabulary else _expand(word)
    if len(parts) == 1:
        return [Token(text, word, word in vocabulary)] if word else []
    # A name before an ending, Zorbin's say, is copied as it was written.
    first, *rest = parts
    lower = text.lower()
    written = text[: len(first)] if lower.startswith(first) and len(lower) == len(text) else first
    return [Token(written, first, first in vocabulary), *(Token(part, part, part in vocabulary) for part in rest)]


def _expand(word: str) -> tuple[str, ...]:
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word]
    for ending, full in _CONTRACTED_ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            return word.removesuffix(ending), full
    return (word,)


def _strip_punctuation(chunk: str) -> str:
    return chunk.lstrip(_OPENERS).rstrip(_CLOSERS).strip(_DASHES)
