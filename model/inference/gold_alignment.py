"""The gold alignment of a translation, from the corpus that has its sentence."""

from model.corpus import Corpus, Pair
from model.data.typed_sentence import Sentence
from model.data.word_boundaries import expand_links, join_pieces
from model.inference.translation import Translation


def find_gold_alignment(corpus: Corpus, translation: Translation, sentence: Sentence) -> Pair | None:
    """Return the gold links between tokens; None unless the corpus has the sentence with this translation."""
    pair = corpus.find_pair(join_pieces(sentence.words).split())
    target = join_pieces(translation.words)
    target = target if corpus.is_raw_text else target.lower()
    if pair is None or target != " ".join(pair.target):
        return None
    source, target_tokens = sentence.words, translation.words
    return Pair(source, target_tokens, expand_links(pair.alignment, source, target_tokens))
