"""Tokenization of typed text; each token keeps its typed form beside the word that the model reads."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from model.corpus.text import has_invisible, normalize_typed_text
from model.data.british_spellings import begins_british, spell_american
from model.data.contractions import POSSESSIVE, begins_contraction, expand_contraction, resolve_possessives
from model.data.numerals import spell_numeral
from model.data.vocabulary import Vocabulary
from model.data.word_boundaries import begin_text

MAX_CHARACTERS = 300
MAX_TOKENS = 60

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼ`´′＇", "'"))
_QUOTES = "'‘’"  # also apostrophes
_OPENERS = f'"“„«(¿¡{_QUOTES}'
_CLOSERS = f'.,;:!?…"”“»){_QUOTES}'  # German quotations end with “
_DASHES = "-–—"
_BEFORE, _AFTER = f"{_OPENERS}{_DASHES},;.!?…", f"{_CLOSERS}{_DASHES}"  # of a word
_PAUSES = tuple(",;:.!?")
# Marks between letters, "hello,world"; a single stop only before a capital, as "e.g." and "U.S." have stops too.
_GLUED = re.compile(r"(?<=[^\W\d])(?:[,:!?…—]+|\.{3})(?=[^\W\d])|(?<=[a-zà-ÿ])(?<!www)\.(?=[A-ZÀ-Þ])")
_TITLES = frozenset({"mr.", "mrs.", "ms.", "dr.", "st."})
_END_MARKS = ("?", "!", "…", "...", ".")  # the first one of several is the mark of the sentence


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

    @property
    def is_name(self) -> bool:
        """True for an unknown word with a capital letter, which may be an invented name."""
        return not self.is_known and self.text != self.text.lower()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A typed sentence, ready to translate.

    Attributes:
        tokens: the finished tokens.
        end_mark: its last punctuation mark: "?", "!", "…", "." or "".
        typing: the last word as typed, without quotes and brackets before it, if no space or punctuation follows it; it
            can be completed.
        unfinished: ``typing`` if it is unknown, but a known word or contraction begins like it, else ""; it is not
            among the tokens.
        is_cut: True if the text was longer than ``MAX_CHARACTERS``, without spaces at its end, or ``MAX_TOKENS``.
        has_invisible: True if invisible characters were replaced by spaces.
        n_before_pause: number of ``words`` before the first comma or other mark between words; 0 without one, and for
            subwords.
        is_several: True if a mark that ends a sentence stands between two words.
    """

    tokens: tuple[Token, ...]
    end_mark: str
    typing: str
    unfinished: str
    is_cut: bool
    has_invisible: bool
    n_before_pause: int = 0
    is_several: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The finished words as the model reads them."""
        return tuple(token.word for token in self.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """The finished words as they were typed."""
        return tuple(token.text for token in self.tokens)

    @property
    def names(self) -> tuple[Token, ...]:
        """The unknown words with a capital, taken for invented names; none if the whole text is in capitals."""
        is_loud = len(self.tokens) > 1 and all(text == text.upper() for text in self.texts)
        return () if is_loud else tuple(token for token in self.tokens if token.is_name)

    @property
    def has_capital(self) -> bool:
        """True if the sentence begins with a capital letter."""
        return bool(self.tokens) and self.tokens[0].text[0].isupper()


def read_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split typed text into tokens; control and invisible characters count as spaces.

    For a vocabulary of words, text is lowercased, contractions are expanded, digits are spelled out, and punctuation is
    removed. For one of subwords the text stays as it is, and its last word is never unfinished.
    """
    clipped = text[:MAX_CHARACTERS]
    clean = normalize_typed_text(clipped)
    if not vocabulary.is_subword:
        clean = _GLUED.sub(r"\g<0> ", clean)
    chunks, n_before_pause = clean.split(), 0
    is_open = len(text) <= MAX_CHARACTERS and _is_open(clean)
    if vocabulary.is_subword:
        pairs = [(piece, piece) for piece in vocabulary.tokenize(chunks)]
    else:
        pairs = []
        for place, chunk in enumerate(chunks, start=1):
            pairs += _split_chunk(chunk, vocabulary, is_open=is_open and place == len(chunks))
            if chunk.endswith(_PAUSES) and not chunk.endswith("...") and not _is_title(chunk):
                n_before_pause = n_before_pause or len(pairs)
    is_open = is_open and bool(pairs)
    last = pairs[-1][1] if pairs else ""
    is_unfinished = is_open and not vocabulary.is_subword and _may_become_known(pairs[-1][0], last, vocabulary)
    unfinished = pairs.pop()[0] if is_unfinished else ""
    is_cut = bool(text[MAX_CHARACTERS:].strip()) or len(pairs) > MAX_TOKENS
    if vocabulary.is_subword and pairs:
        pieces = vocabulary.add_specials([piece for _, piece in pairs[:MAX_TOKENS]])
        pairs = list(zip(begin_text(pieces, vocabulary.specials), pieces, strict=True))
        tokens = tuple(_make_tokens(pairs, vocabulary, is_open=False))
    else:
        tokens = tuple(_make_tokens(pairs, vocabulary, is_open=is_open and not is_unfinished))[:MAX_TOKENS]
    return Sentence(
        tokens=tokens,
        end_mark="" if is_cut else _find_end_mark(clean),
        typing=chunks[-1].lstrip(_BEFORE) if is_open else "",
        unfinished=unfinished,
        is_cut=is_cut,
        has_invisible=has_invisible(clipped),
        n_before_pause=n_before_pause if n_before_pause < len(pairs) else 0,
        is_several=any(
            _find_end_mark(chunk) and not _is_title(chunk) for chunk in clean.strip(f"{_CLOSERS} ").split()[:-1]
        ),
    )


def read_finished_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split a whole text into tokens, its last word too.

    ``read_sentence`` takes a text without a space at its end for one that is still being typed.
    """
    return read_sentence(f"{text} ", vocabulary)


def _may_become_known(text: str, word: str, vocabulary: Vocabulary) -> bool:
    """Return True for an unknown word, as typed and as the model reads it, that begins like a known one: "don"."""
    beginning = text.lower().translate(_APOSTROPHES)
    is_unknown = word != POSSESSIVE and word not in vocabulary
    is_begun = begins_contraction(beginning) or begins_british(beginning)
    return is_unknown and (is_begun or bool(vocabulary.complete(beginning, 1)))


def _split_chunk(chunk: str, vocabulary: Vocabulary, *, is_open: bool) -> list[tuple[str, str]]:
    """Return the words between two spaces, each as typed and as the model reads it.

    A word that is still being typed may become a longer known one: "im" may become "important".
    """
    if chunk.lower().translate(_APOSTROPHES) == POSSESSIVE:
        return [(chunk, POSSESSIVE)]
    text = chunk.lstrip(_BEFORE).rstrip(_AFTER)
    word = text.lower().translate(_APOSTROPHES)
    if not word:
        return []
    is_whole = word in vocabulary or (is_open and bool(vocabulary.complete(word, 1)))
    parts = (word,) if is_whole else expand_contraction(spell_numeral(word))
    if len(parts) == 1:
        return [(text, word if is_whole else spell_american(parts[0]))]
    # A name before an ending, as in Zorbin's, keeps its typed form.
    first, *rest = parts
    is_prefix = word.startswith(first) and len(word) == len(text)
    written = text[: len(first)] if is_prefix else first.capitalize() if text[0].isupper() else first
    return [(written, spell_american(first)), *((part, part) for part in rest)]


def _make_tokens(pairs: list[tuple[str, str]], vocabulary: Vocabulary, *, is_open: bool) -> Iterator[Token]:
    words = [word for _, word in pairs]
    resolved = words if vocabulary.is_subword else resolve_possessives(words, vocabulary, is_open=is_open)
    for (text, word), read in zip(pairs, resolved, strict=True):
        yield Token(text if word == read else read, read, read in vocabulary)


def _is_open(text: str) -> bool:
    """Return True if the last word may go on: after a letter, or after the apostrophe of a contraction ("don'")."""
    last = text.rpartition(" ")[2]
    if last.endswith(tuple(_QUOTES)):
        return last[:-1].isalpha()
    return not last.endswith((*_CLOSERS, *_DASHES[1:])) and last.strip(f"{_OPENERS}{_DASHES}") != ""


def _is_title(chunk: str) -> bool:
    """Return True for an abbreviated title before a name: "Mr."."""
    return chunk.lstrip(_BEFORE).lower() in _TITLES


def _find_end_mark(text: str) -> str:
    tail = text[len(text.rstrip(f"{_CLOSERS} ")) :]
    return next((mark.replace("...", "…") for mark in _END_MARKS if mark in tail), "")
