"""Parallel corpora: a toy grammar that generates and parses English-French pairs, and corpora in TSV files."""

from model.corpus.corpus import Corpus, toy_corpus
from model.corpus.grammar.sentence import is_beginning, is_sentence, parse, sample_pair
from model.corpus.pair import Pair

__all__ = ["Corpus", "Pair", "is_beginning", "is_sentence", "parse", "sample_pair", "toy_corpus"]
