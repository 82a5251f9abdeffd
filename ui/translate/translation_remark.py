"""The remark beside a translation: why it may be wrong, or another translation that the corpus has."""

from collections.abc import Sequence
from itertools import pairwise

from model.corpus import is_sentence
from model.corpus.grammar.sentence import find_wrong_article
from model.corpus.grammar.short_phrases import is_infinitive
from model.data.sentence import Sentence
from model.data.word_boundaries import find_word_starts, join_pieces
from model.inference.french_text import write_expected
from model.inference.translation import Translation
from ui.runs.shown_run import ShownRun
from ui.widgets.abbreviation import shorten

_COPIED = "copied, with masculine agreement"
_LONGEST_WORD = 16  # characters; the reason stands behind it
_MAY_BE_WRONG = "this may be wrong"
_RULES_OF_ARTICLES = {"a": "“a” becomes “an” before a vowel", "an": "“an” is for words that begin with a vowel"}


def write_remark(run: ShownRun, translation: Translation, sentence: Sentence, *, is_changed: bool) -> str:
    """Return why the translation may be wrong, or the reference translation if it is another one; "" for neither."""
    names = () if run.corpus.is_raw_text else sentence.names
    if not is_in_domain(run, sentence):
        others = names[1:] if names[:1] == sentence.tokens[:1] else names  # a capital at the beginning tells no name
        is_foreign = any(not token.is_known and token not in others for token in sentence.tokens)
        return _find_doubt(run, sentence, _list_unknown(sentence) if is_foreign else [])
    expected = "" if is_changed or sentence.is_several else write_expected(run.corpus, translation, sentence)
    if expected:
        return f"the reference is “{expected}”"
    if not names:
        return ""
    if len(names) > 1:
        return f"unknown names are {_COPIED}"
    return f"“{shorten(names[0].text, _LONGEST_WORD)}” is unknown: {_COPIED}"


def _find_doubt(run: ShownRun, sentence: Sentence, unknown: Sequence[str]) -> str:
    """Return in what a sentence, perhaps with unknown words, is unlike the training sentences."""
    if unknown:
        return f"{_name_unknown(unknown, is_subword=run.corpus.is_raw_text)}: {_MAY_BE_WRONG}"
    if sentence.is_several:
        return f"more than one sentence: {_MAY_BE_WRONG}"
    if not run.corpus.is_raw_text and is_infinitive(sentence.words):
        return "a verb alone is translated as in a dictionary, not as a command"
    has_sounds = not run.corpus.is_raw_text and all(token.is_known for token in sentence.tokens)  # "a UFO" is right
    article = find_wrong_article(sentence.words) if has_sounds else ""
    return _RULES_OF_ARTICLES.get(article, f"unlike the training sentences: {_MAY_BE_WRONG}")


def _list_unknown(sentence: Sentence) -> list[str]:
    """Return the words, whole, of which a token is unknown."""
    tokens = sentence.tokens
    starts = [*find_word_starts(sentence.texts), len(tokens)]
    words = [tokens[start:end] for start, end in pairwise(starts)]
    return [join_pieces(token.text for token in word) for word in words if not all(each.is_known for each in word)]


def _name_unknown(words: Sequence[str], *, is_subword: bool) -> str:
    is_one = len(words) == 1
    named = f"“{shorten(words[0], _LONGEST_WORD)}”" if is_one else f"{len(words)} words"
    if is_subword:
        return f"{named} {'has' if is_one else 'have'} unknown subwords"
    return f"{named} {'is' if is_one else 'are'} not in the vocabulary"


def is_in_domain(run: ShownRun, sentence: Sentence) -> bool:
    """Return True if sentences of the corpus begin like this one, or once it has a mark, are like it.

    The toy corpus has all sentences of its grammar. Raw text has no invented names and no grammar that tells a whole
    sentence. A known word that is still being typed may become any longer word: "she do" may become "she does".
    """
    corpus, words = run.corpus, join_pieces(sentence.words).split()
    names = () if corpus.is_raw_text else sentence.names
    if not all(token.is_known or token in names for token in sentence.tokens):
        return False
    if sentence.end_mark in (".", "?", "!") and not corpus.is_raw_text and not is_sentence(words):
        return False
    may_grow = bool(sentence.typing and words) and not sentence.unfinished
    return corpus.accepts_beginning(words) or (may_grow and corpus.accepts_beginning(words[:-1], typing=words[-1]))
