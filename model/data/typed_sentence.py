"""Tokenization of typed text; each token keeps its typed form beside the word that the model reads."""

from typing import NamedTuple

from model.corpus.text import has_invisible, normalize_typed_text
from model.data.british_spellings import begins_british, spell_american
from model.data.contractions import POSSESSIVE, begins_contraction, expand_contraction, resolve_possessives
from model.data.numerals import spell_numeral
from model.data.punctuation import (
    ends_phrase,
    find_end_mark,
    is_last_word_open,
    is_several_sentences,
    separate_words,
    strip_marks,
    strip_marks_before,
)
from model.data.sentence import MAX_CHARACTERS, MAX_TOKENS, Sentence, Token
from model.data.vocabulary import Vocabulary
from model.data.word_boundaries import begin_text

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼ`´′＇", "'"))


class _Reading(NamedTuple):
    tokens: tuple[Token, ...]
    is_cut: bool
    unfinished: str = ""
    n_before_pause: int = 0
    pause_mark: str = ""


def read_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split typed text into tokens; control and invisible characters count as spaces.

    For a vocabulary of words, text is lowercased, contractions are expanded, digits are spelled out, and punctuation is
    removed. For one of subwords the text stays as it is, and its last word is never unfinished.
    """
    clipped = text[:MAX_CHARACTERS]
    clean = normalize_typed_text(clipped)
    separated = separate_words(clean)
    chunks = separated.split()
    is_open = len(text) <= MAX_CHARACTERS and is_last_word_open(clean)
    if vocabulary.is_subword:
        reading = _read_pieces(clean, vocabulary)
    else:
        reading = _read_words(chunks, vocabulary, is_open=is_open)
    is_cut = reading.is_cut or bool(text[MAX_CHARACTERS:].strip())
    return Sentence(
        tokens=reading.tokens,
        end_mark="" if is_cut else find_end_mark(clean),
        typing=strip_marks_before(chunks[-1]) if is_open and (reading.tokens or reading.unfinished) else "",
        unfinished=reading.unfinished,
        is_cut=is_cut,
        has_invisible=has_invisible(clipped),
        n_before_pause=reading.n_before_pause,
        pause_mark=reading.pause_mark,
        is_several=is_several_sentences(separated),
    )


def read_finished_sentence(text: str, vocabulary: Vocabulary) -> Sentence:
    """Split a whole text into tokens, its last word too.

    ``read_sentence`` takes a text without a space at its end for one that is still being typed.
    """
    return read_sentence(f"{text} ", vocabulary)


def _read_pieces(text: str, vocabulary: Vocabulary) -> _Reading:
    pieces = vocabulary.tokenize(text.split())
    read = vocabulary.add_specials(pieces[:MAX_TOKENS]) if pieces else ()
    written = begin_text(read, vocabulary.specials)
    tokens = tuple(Token(text, word, word in vocabulary) for text, word in zip(written, read, strict=True))
    return _Reading(tokens, len(pieces) > MAX_TOKENS)


def _read_words(chunks: list[str], vocabulary: Vocabulary, *, is_open: bool) -> _Reading:
    pairs: list[tuple[str, str]] = []
    n_before_pause, pause_mark = 0, ""
    for place, chunk in enumerate(chunks, start=1):
        pairs += _split_chunk(chunk, vocabulary, is_open=is_open and place == len(chunks))
        if pairs and not n_before_pause and ends_phrase(chunk):
            n_before_pause, pause_mark = len(pairs), find_end_mark(chunk)
    is_unfinished = is_open and bool(pairs) and _is_unfinished(pairs, vocabulary)
    unfinished = pairs.pop()[0] if is_unfinished else ""
    words = resolve_possessives([word for _, word in pairs], vocabulary, is_open=is_open and not is_unfinished)
    tokens = tuple(
        Token(text if word == read else read, read, read in vocabulary)
        for (text, word), read in zip(pairs, words, strict=True)
    )
    pause = (n_before_pause, pause_mark) if n_before_pause < len(pairs) else (0, "")
    return _Reading(tokens[:MAX_TOKENS], len(pairs) > MAX_TOKENS, unfinished, *pause)


def _is_unfinished(pairs: list[tuple[str, str]], vocabulary: Vocabulary) -> bool:
    text, word = pairs[-1]
    is_inner = len(pairs) > 1
    return _may_become_known(text, word, vocabulary) or (is_inner and _may_become_another(text, vocabulary))


def _may_become_another(text: str, vocabulary: Vocabulary) -> bool:
    """Return True for letters within a sentence that are a word, but rarely meant as one: "what i", "my name is An".

    They mostly go on: "i" to "is" or "in", one or two with a capital to a name.
    """
    begins_name = len(text) <= 2 and text[0].isupper() and text != "I"
    return (text == "i" or begins_name) and len(vocabulary.complete(text.lower(), 2)) > 1


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
    text = strip_marks(chunk)
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
