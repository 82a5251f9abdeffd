"""The generated words as text, with the capital and the end mark of the typed sentence in French typography."""

from collections.abc import Iterable

from model.data.typed_sentence import Sentence
from model.inference.translation import Translation

_NARROW_SPACE = "\u202f"  # no-break; French separates "?" and "!" from the word before


def write_translation(translation: Translation, sentence: Sentence, n_steps: int | None = None) -> str:
    """Return a translation as text.

    Raw text is what the model generated. French words begin with a capital if the sentence does, and end with its mark.

    Args:
        translation: of the sentence.
        sentence: as typed.
        n_steps: the first steps to write; all by default. The end mark belongs to the step of ``<eos>``.
    """
    n_steps = len(translation.steps) if n_steps is None else n_steps
    words = translation.words[:n_steps]
    if translation.is_subword:
        return translation.join_text(words)
    text = _join_elisions(words)
    if sentence.has_capital:
        text = text[:1].upper() + text[1:]
    is_ended = bool(words) and translation.is_complete and n_steps == len(translation.steps)
    return f"{text}{_space_mark(sentence.end_mark)}" if is_ended else text


def _join_elisions(words: Iterable[str]) -> str:
    return "".join(word if word.endswith("'") else f"{word} " for word in words).rstrip()


def _space_mark(mark: str) -> str:
    return f"{_NARROW_SPACE}{mark}" if mark in ("?", "!") else mark
