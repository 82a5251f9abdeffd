"""BLEU (Papineni et al. 2002) of a translator, computed by sacreBLEU (Post 2018, arXiv:1804.08771)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from model.corpus import Pair
from model.corpus.text import is_unspaced
from model.data.word_boundaries import join_pieces
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator


@dataclass(frozen=True, slots=True)
class TextScores:
    """Scores of greedily decoded text against reference translations.

    Attributes:
        bleu: from 0 to 100, with sacreBLEU's default tokenizer ("13a"), or over letters ("char") in scripts without
            spaces between words; where all sentences are shorter than four tokens, over the shorter n-grams that there
            are.
        exact_match: share of sentences whose text equals the reference.
        n_sentences: sentences translated.
    """

    bleu: float
    exact_match: float
    n_sentences: int


def score_text(
    translator: Translator, pairs: Sequence[Pair], progress: Callable[[Sequence[Pair]], Iterable[Pair]] = iter
) -> TextScores:
    """Decode the sources of pairs greedily and compare the text with the reference translations.

    Args:
        translator: its model in evaluation mode.
        pairs: at least one.
        progress: wraps the iteration over the pairs, for a progress bar.

    Raises:
        ValueError: there are no pairs.
    """
    from sacrebleu.metrics.bleu import BLEU  # a slow import that only BLEU needs

    if not pairs:
        raise ValueError("there are no sentence pairs to translate")
    decoded = [
        join_pieces(translate(translator, translator.source.tokenize(pair.source)).words) for pair in progress(pairs)
    ]
    gold = [" ".join(pair.target) for pair in pairs]
    tokenizer = "char" if is_unspaced(Counter("".join(gold))) else None
    score = BLEU(tokenize=tokenizer, force=True, effective_order=True).corpus_score(decoded, [gold])
    n_exact = sum(text == expected for text, expected in zip(decoded, gold, strict=True))
    return TextScores(score.score, n_exact / len(pairs), len(pairs))
