"""The gold alignment of a translation, from the corpus that has its sentence."""

from model.corpus import Corpus, Pair
from model.data.sentence import Sentence
from model.data.word_boundaries import expand_links, find_word_starts, join_pieces
from model.inference.translation import Translation


def find_gold_alignment(corpus: Corpus, translation: Translation, sentence: Sentence) -> Pair | None:
    """Return the gold links between tokens; None unless the corpus has the sentence with this translation."""
    pair = find_gold_pair(corpus, sentence)
    if pair is None or not has_gold_target(corpus, translation, pair):
        return None
    source, target_tokens = sentence.words, translation.words
    return Pair(source, target_tokens, expand_links(pair.alignment, source, target_tokens))


def find_gold_pair(corpus: Corpus, sentence: Sentence) -> Pair | None:
    """Return the pair with gold links that the corpus has of a sentence, whatever it is translated to."""
    return corpus.find_pair(join_pieces(sentence.words).split())


def has_gold_target(corpus: Corpus, translation: Translation, pair: Pair) -> bool:
    """Return True if a translation is that of the pair; only raw text distinguishes capitals."""
    target = join_pieces(translation.words)
    is_same_text = (target if corpus.is_raw_text else target.lower()) == " ".join(pair.target)
    # A token of an opened record may hold a space.
    return is_same_text and len(find_word_starts(translation.words)) == len(pair.target)
