"""Tokenization of typed text; each token keeps its typed form beside the word that the model reads."""

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
    """One token of a typed sentence.

    Attributes:
        text: as typed.
        word: as the model reads it.
        is_known: True if the vocabulary has it.
    """

    text: str
    word: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A typed sentence, ready to translate.

    Attributes:
        tokens: the finished tokens.
        typing: the last word as typed, if no space or punctuation follows it; it can be completed.
        unfinished: ``typing`` if the vocabulary does not have it, else ""; it is not among the tokens.
        has_no_completion: True if no known word starts with the unfinished one.
        is_cut: True if the text was longer than ``MAX_CHARACTERS`` or ``MAX_TOKENS`` and lost its end.
        has_invisible: True if invisible characters were replaced by spaces.
    """

    tokens: tuple[Token, ...]
    typing: str
    unfinished: str
    has_no_completion: bool
    is_cut: bool
    has_invisible: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The finished words as the model reads them."""
        return tuple(token.word for token in self.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """The finished words as they were typed."""
        return tuple(token.text for token in self.tokens)


def read_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split typed text into tokens; control and invisible characters count as spaces.

    For a vocabulary of words, text is lowercased, contractions are expanded, and punctuation is removed. For one of
    subwords the text stays as it is, and its last word is never unfinished.
    """
    clipped = text[:MAX_CHARACTERS]
    clean = normalize_text(clipped)
    tokens = [token for chunk in clean.split() for token in _tokenize_chunk(chunk, vocabulary)]
    is_open = bool(tokens) and not clean.endswith((*_CLOSERS, " ")) and len(text) <= MAX_CHARACTERS
    typing = clean.split()[-1] if is_open else ""
    is_unfinished = is_open and not vocabulary.is_subword and not tokens[-1].is_known
    unfinished = tokens.pop().text if is_unfinished else ""
    has_no_completion = is_unfinished and not vocabulary.complete(unfinished.lower(), 1)
    is_cut = len(text) > MAX_CHARACTERS or len(tokens) > MAX_TOKENS
    return Sentence(tuple(tokens[:MAX_TOKENS]), typing, unfinished, has_no_completion, is_cut, has_invisible(clipped))


def _tokenize_chunk(chunk: str, vocabulary: Vocabulary) -> list[Token]:
    if vocabulary.is_subword:
        return [Token(piece, piece, piece in vocabulary) for piece in vocabulary.tokenize([chunk])]
    text = _strip_punctuation(chunk)
    word = text.lower().translate(_APOSTROPHES)
    parts = (word,) if word in vocabulary else _expand_contraction(word)
    if len(parts) == 1:
        return [Token(text, word, word in vocabulary)] if word else []
    # A name before an ending, as in Zorbin's, keeps its typed form.
    first, *rest = parts
    lower = text.lower()
    written = text[: len(first)] if lower.startswith(first) and len(lower) == len(text) else first
    return [Token(written, first, first in vocabulary), *(Token(part, part, part in vocabulary) for part in rest)]


def _expand_contraction(word: str) -> tuple[str, ...]:
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word]
    for ending, full in _CONTRACTED_ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            return word.removesuffix(ending), full
    return (word,)


def _strip_punctuation(chunk: str) -> str:
    return chunk.lstrip(_OPENERS).rstrip(_CLOSERS).strip(_DASHES)
