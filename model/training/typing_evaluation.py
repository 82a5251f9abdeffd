"""Evaluation of a translator on sentences that are typed word by word, so that it translates each beginning."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from model.corpus import Pair
from model.corpus.beginnings import begin_pair
from model.data.vocabulary import EOS
from model.data.word_boundaries import join_pieces
from model.inference.batch_decoding import decode_sentences
from model.inference.translator import Translator
from model.training.calibration import measure_calibration_error


@dataclass(frozen=True, slots=True)
class TypingScores:
    """Scores over all beginnings of sentences, one after each word.

    Attributes:
        doubled_share: share of the proper beginnings whose greedy translation has the same word twice in a row. None if
            no sentence has a proper beginning.
        length_limit_share: share of them whose translation runs into the length limit; None likewise.
        normalized_erasure: words of greedy translations taken back from one beginning to the next, per word of the
            translations of the whole sentences (Arivazhagan et al. 2020, arXiv:1912.03393, section 3.3). None if no
            sentence has a proper beginning, or if those translations are empty.
        calibration_error: expected calibration error over the target tokens of the sentences and of their beginnings.
            Beginnings without a target are left out, as in training.
    """

    doubled_share: float | None
    length_limit_share: float | None
    normalized_erasure: float | None
    calibration_error: float


def evaluate_typing(
    translator: Translator, pairs: Sequence[Pair], progress: Callable[[Sequence[int]], Iterable[int]] = iter
) -> TypingScores:
    """Score a translator on the beginnings of sentences.

    Args:
        translator: its model in evaluation mode.
        pairs: gold pairs, at least one.
        progress: wraps the iteration over the lengths of beginnings, for a progress bar.
    """
    typed = [[pair.source[:n] for n in range(1, len(pair.source) + 1)] for pair in pairs]
    sources = [translator.source.tokenize(words) for texts in typed for words in texts]
    tokens = iter(decode_sentences(translator, sources, progress))
    translations = [[next(tokens) for _ in texts] for texts in typed]  # by sentence, after each word
    proper = [translation for each in translations for translation in each[:-1]]
    words = [[_split_words(translation) for translation in each] for each in translations]
    n_erased = sum(count_erased_words(each) for each in words)
    n_final = sum(len(each[-1]) for each in words)
    begun = [begin for pair in pairs for begin in _list_beginnings(pair)]
    return TypingScores(
        doubled_share=_mean(has_doubled_word(_split_words(translation)) for translation in proper),
        length_limit_share=_mean(translation[-1] != EOS for translation in proper),
        normalized_erasure=n_erased / n_final if proper and n_final else None,
        calibration_error=measure_calibration_error(translator, begun),
    )


def has_doubled_word(words: Sequence[str]) -> bool:
    """Return True if a word follows itself."""
    return any(word == following for word, following in pairwise(words))


def count_erased_words(translations: Iterable[Sequence[str]]) -> int:
    """Return the number of words taken back from each translation to the next: those after their common beginning."""
    return sum(len(earlier) - _count_common(earlier, later) for earlier, later in pairwise(translations))


def _count_common(earlier: Sequence[str], later: Sequence[str]) -> int:
    for place, (word, other) in enumerate(zip(earlier, later, strict=False)):
        if word != other:
            return place
    return min(len(earlier), len(later))


def _split_words(tokens: Sequence[str]) -> list[str]:
    return join_pieces(token for token in tokens if token != EOS).split()


def _list_beginnings(pair: Pair) -> Iterator[Pair]:
    for n in range(1, len(pair.source)):
        begun = begin_pair(pair, n)
        if begun.target:
            yield begun
    yield pair


def _mean(values: Iterable[bool]) -> float | None:
    listed = list(values)
    return sum(listed) / len(listed) if listed else None
