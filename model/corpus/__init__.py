"""The toy parallel corpus, English to French, and the grammar that makes and reads it."""

from model.corpus.corpus import Corpus, toy_corpus
from model.corpus.grammar import parse, sentence
from model.corpus.pair import Pair

__all__ = ["Corpus", "Pair", "parse", "sentence", "toy_corpus"]
