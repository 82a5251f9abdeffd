"""The generated words as text, with the capital and the end mark of the typed sentence in French typography."""

from collections.abc import Iterable, Sequence

from model.corpus import Corpus, parse
from model.data.sentence import Sentence
from model.inference.gold_alignment import find_gold_pair, has_gold_target
from model.inference.translation import Translation
from model.inference.unknown_words import map_name_spellings

_PARTED = (("please",), ("yes",), ("no",))  # openings that French parts by a comma, typed or not
_NARROW_SPACE = "\u202f"  # no-break; French separates "?" and "!" from the word before


def write_translation(translation: Translation, sentence: Sentence, n_steps: int | None = None) -> str:
    """Return a translation as text.

    Raw text is what the model generated. French words begin with a capital if the sentence does, and end with its mark.
    A mark after a phrase that begins the text is written too, but no comma before "et" or "ou". A comma also follows
    the translation of "please", "yes" and "no" at the beginning, unless a mark is typed further on.

    Args:
        translation: of the sentence.
        sentence: as typed.
        n_steps: the first steps to write; all by default. The end mark belongs to the last word.
    """
    n_steps = len(translation.steps) if n_steps is None else n_steps
    words = translation.words[:n_steps]
    if translation.is_subword:
        return translation.join_text(words)
    is_ended = bool(words) and translation.is_complete and n_steps >= len(translation.words)
    return _write(words, sentence, is_ended=is_ended)


def write_expected(corpus: Corpus, translation: Translation, sentence: Sentence) -> str:
    """Return the translation that a corpus has of a sentence, as text; "" if it has none with gold links, or the same.

    Args:
        corpus: which the model learned from.
        translation: of the sentence.
        sentence: as typed.
    """
    pair = find_gold_pair(corpus, sentence)
    if pair is None or has_gold_target(corpus, translation, pair):
        return ""
    if corpus.is_raw_text:
        return " ".join(pair.target)
    spellings = map_name_spellings(sentence.words, sentence.texts)
    spellings |= {token.word: token.text for token in sentence.names}
    return _write([spellings.get(word, word) for word in pair.target], sentence, is_ended=True)


def _write(words: Sequence[str], sentence: Sentence, *, is_ended: bool) -> str:
    n_opening = sentence.n_before_pause or int(sentence.words[:1] in _PARTED)
    opening = parse(sentence.words[:n_opening])  # "hello", "the black cat"
    n_before = len(opening.target) if opening else 0
    before, after = words[:n_before], words[n_before:]
    is_opening = opening is not None and tuple(map(str.lower, before)) == opening.target
    is_parted = is_opening and after and (sentence.pause_mark or after[0] not in ("et", "ou"))
    first, *rest = map(_join_words, (before, after) if is_parted else (words,))
    if sentence.has_capital:
        first = _capitalize(first)
    if is_parted and sentence.pause_mark and sentence.texts[n_opening][0].isupper():
        rest = [*map(_capitalize, rest)]
    text = f"{_space_mark(sentence.pause_mark) or ','} ".join((first, *rest))
    return f"{text}{_space_mark(sentence.end_mark)}" if is_ended else text


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _join_words(words: Iterable[str]) -> str:
    """Join elided words with what follows ("l' eau"), and pronouns with the verb before them ("donne -moi")."""
    return " ".join(words).replace("' ", "'").replace(" -", "-")


def _space_mark(mark: str) -> str:
    return f"{_NARROW_SPACE}{mark}" if mark in ("?", "!") else mark
