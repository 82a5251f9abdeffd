"""BLEU (Papineni et al. 2002) of a translator, as sacreBLEU computes it (Post 2018, arXiv:1804.08771)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from model.corpus import Pair
from model.data.word_pieces import join_pieces
from model.inference.greedy_decoding import translate
from model.inference.translator import Translator


@dataclass(frozen=True, slots=True)
class Decoded:
    """What greedy decoding makes of gold pairs.

    Attributes:
        bleu: from 0 to 100, over text as it is written, cut into words as sacreBLEU does by default ("13a").
        exact_match: the share of sentences whose text is exactly right.
        n_sentences: how many sentences were translated.
    """

    bleu: float
    exact_match: float
    n_sentences: int


def decode(
    translator: Translator, pairs: Sequence[Pair], progress: Callable[[Sequence[Pair]], Iterable[Pair]] = iter
) -> Decoded:
    """Translate pairs greedily, token by token, and compare the text with the gold.

    Args:
        translator: its model in evaluation mode.
        pairs: at least one.
        progress: given the pairs, gives them back one by one; a progress bar can be put here.

    Raises:
        ValueError: there are no pairs.
    """
    from sacrebleu.metrics.bleu import BLEU  # here, because few ask for it, and the app opens sooner

    if not pairs:
        raise ValueError("there are no sentence pairs to translate")
    said = [
        join_pieces(translate(translator, translator.source.tokenize(pair.source)).words) for pair in progress(pairs)
    ]
    gold = [" ".join(pair.target) for pair in pairs]
    score = BLEU(force=True).corpus_score(said, [gold])
    n_right = sum(words == right for words, right in zip(said, gold, strict=True))
    return Decoded(score.score, n_right / len(pairs), len(pairs))
