"""Beginnings of sentence pairs: the first source words, and as much of the target as they determine.

Training on them teaches a translator to translate a sentence that is still being typed: the prefix-to-prefix pairs of
simultaneous translation (Niehues et al. 2018, arXiv:1808.00491; Ma et al. 2019, arXiv:1810.08398).
"""

from model.corpus.pair import Pair


def begin_pair(pair: Pair, n_words: int) -> Pair:
    """Return the beginning of a pair: its first source words, and the target words that ``count_target_words`` gives.

    Args:
        pair: a whole pair; its links may be missing.
        n_words: source words to keep, from 1 to all of them; all of them give the pair itself.

    Raises:
        ValueError: the source has fewer words, or none is to be kept.
    """
    if not 1 <= n_words <= len(pair.source):
        raise ValueError(f"a source of {len(pair.source)} words has no beginning of {n_words}")
    n_target = count_target_words(pair)[n_words - 1]
    links = frozenset((source, target) for source, target in pair.alignment if target < n_target)
    return Pair(pair.source[:n_words], pair.target[:n_target], links)


def count_target_words(pair: Pair) -> list[int]:
    """Return the number of target words for each beginning of the source, from its first word to all of its words.

    The target of a beginning is the longest beginning of the whole target that links to no source word beyond. Without
    links it is in proportion to the source, rounded down.
    """
    n_source, n_target = len(pair.source), len(pair.target)
    if not pair.alignment:
        return [n_target * n // n_source for n in range(1, n_source + 1)]
    counts = [n_target] * n_source  # before the smallest target index that links to a later source word
    for source, target in pair.alignment:
        if source and target < counts[source - 1]:
            counts[source - 1] = target
    for n in range(n_source - 2, -1, -1):
        counts[n] = min(counts[n], counts[n + 1])
    return counts
