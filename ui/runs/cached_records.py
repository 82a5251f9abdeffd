"""The translation of a sentence by a snapshot, and the gold alignment of the sentence in the corpus."""

from model.corpus import Corpus, Pair
from model.data.typed_sentence import Sentence
from model.data.word_boundaries import expand_links, join_pieces
from model.inference.greedy_decoding import translate
from model.inference.translation import Translation
from model.runs.training_run import TrainingRun
from model.training.snapshot import Snapshot
from ui.runs.record_cache import cache_records


@cache_records(max_entries=150)  # some 10 kB each, and 5 MB for long sentences under the biggest models
def compute_translation(snapshot: Snapshot, sentence: Sentence) -> Translation:
    """Return the record of decoding a sentence greedily."""
    return translate(snapshot.translator, sentence.words, texts=sentence.texts)


def find_gold_alignment(run: TrainingRun, translation: Translation, sentence: Sentence) -> Pair | None:
    """Return the gold links between tokens; None unless the corpus has the sentence with this translation."""
    pair = _find_pair(run.corpus, tuple(join_pieces(sentence.words).split()))
    target = join_pieces(translation.words)
    target = target if run.corpus.is_raw_text else target.lower()
    if pair is None or target != " ".join(pair.target):
        return None
    source, target_tokens = sentence.words, translation.words
    return Pair(source, target_tokens, expand_links(pair.alignment, source, target_tokens))


def is_in_domain(run: TrainingRun, sentence: Sentence) -> bool:
    """Return True if the model was trained on sentences that begin like this one.

    Only a word with a capital is taken for an invented name. A corpus of raw text has no grammar: always True.
    """
    is_readable = run.corpus.is_raw_text or all(token.is_known or token.is_name for token in sentence.tokens)
    return is_readable and run.corpus.accepts_beginning(sentence.words)


@cache_records(max_entries=2000)
def _find_pair(corpus: Corpus, words: tuple[str, ...]) -> Pair | None:
    return corpus.find_pair(words)
