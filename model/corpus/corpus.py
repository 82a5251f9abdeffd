"""A parallel corpus: pairs for training, and held-out pairs for evaluation."""

import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import chain, islice

from model.corpus.grammar.sentence import is_beginning, parse
from model.corpus.lexicon.tables import PHRASES
from model.corpus.pair import Pair, PairDataset, write_pair
from model.corpus.pair_stream import stream_pairs
from model.corpus.text import fold_word, is_unspaced
from model.corpus.tsv_reader import CorpusError

_FIXED = frozenset(phrase.english for phrase in PHRASES)
_MAX_TIMES = 2  # that a sentence is trained on: of 120,000 drawn pairs 47,000 would repeat another
_MAX_TIMES_SHORT = 20  # of short ones, many of which follow no rule: "where is he" is "où est-il"
_SHORT = 3  # words
_HELD_OUT_SHARE = 0.1  # of the distinct sentences
_MAX_SAMPLED = 1_000  # pairs that tell whether there are spaces between words
_MAX_INDEXED = 20_000  # training pairs that ``find_pair`` searches


@dataclass(frozen=True)
class Corpus:
    """Pairs for training and evaluation; equal corpora have equal digests.

    Attributes:
        name: display name.
        train: training pairs.
        held_out: pairs for evaluation only.
        is_raw_text: True if sentences are raw text, learned as subwords; otherwise every word is a token.
        n_excluded: number of further pairs that neither split holds (``model.corpus.split``); 0 if unknown.
    """

    name: str
    train: PairDataset
    held_out: tuple[Pair, ...]
    is_raw_text: bool = False
    n_excluded: int = 0

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all pairs, their alignments and their splits, but not of the name."""
        content = hashlib.sha256(b"written\n" if self.is_raw_text else b"")
        for split, pairs in (("train", self.train), ("held out", self.held_out)):
            content.update(f"{split} {len(pairs)}\n".encode())
            for pair in pairs:
                content.update(f"{write_pair(pair)}\n".encode())
        return content.hexdigest()

    @cached_property
    def has_links(self) -> bool:
        """True if a training pair has gold links."""
        return any(pair.alignment for pair in self._read_train())

    @cached_property
    def has_held_out_links(self) -> bool:
        """True if a held-out pair has gold links."""
        return any(pair.alignment for pair in self.held_out)

    def find_pair(self, words: Sequence[str]) -> Pair | None:
        """Return the aligned pair whose source is ``words``, or None.

        For the toy corpus the grammar generates it; for raw text, held-out and the first training pairs are searched.
        """
        return self._by_source.get(tuple(words)) if self.is_raw_text else parse(tuple(words))

    def accepts_beginning(self, words: Sequence[str], typing: str = "") -> bool:
        """Return True if a sentence like the training sentences begins with ``words``, or is ``words``.

        For the toy corpus the grammar decides, up to the length of the longest training sentence. Raw text has no
        grammar: each word, or each letter where there are no spaces between words, has to occur in the training
        sentences, whatever its case and punctuation. A corpus without sentences accepts every beginning.

        Args:
            words: finished words.
            typing: letters that begin the word after them, if any.
        """
        if self.is_raw_text:
            known, begun = self._source_units, fold_word(typing)
            is_known = all(fold_word(unit) in known for unit in self._list_units(words))
            return (is_known and any(unit.startswith(begun) for unit in known)) or known == {""}
        return len(words) + bool(typing) <= self._max_words and is_beginning(words, typing)

    @cached_property
    def _source_units(self) -> frozenset[str]:
        units = {unit for pair in self._read_train() for unit in self._list_units(pair.source)}
        return frozenset(("", *map(fold_word, units)))

    def _list_units(self, words: Sequence[str]) -> Sequence[str]:
        return "".join(words) if self._is_unspaced else words

    @cached_property
    def _is_unspaced(self) -> bool:
        pairs = islice(chain(self.held_out, self._read_train()), _MAX_SAMPLED)
        return is_unspaced(Counter("".join(word for pair in pairs for word in pair.source)))

    @cached_property
    def _max_words(self) -> int:
        return max((len(pair.source) for pair in self.train), default=0)

    @cached_property
    def _by_source(self) -> dict[tuple[str, ...], Pair]:
        pairs = (*self.held_out, *islice(self._read_train(), _MAX_INDEXED))
        return {pair.source: pair for pair in pairs if pair.alignment}

    def _read_train(self) -> Iterator[Pair]:
        """Yield the training pairs; those read so far if their file is deleted with its run, or damaged."""
        with suppress(OSError, CorpusError):
            yield from self.train


def toy_corpus(seed: int = 0, train: int = 120_000, held_out: int = 2_000) -> Corpus:
    """Generate the toy English-French corpus; equal arguments give equal corpora, in any process.

    A hash of the English sentence decides which sentences are held out, so that both splits have the same distribution.
    A long sentence occurs at most twice in training, as what is rare is harder to learn, and a short one at most 20
    times; held-out sentences are distinct. Single words and fixed phrases can only be learned by heart: they occur as
    often as they are drawn, and are never held out. No invented word occurs in two pairs.

    Raises:
        ValueError: a size is negative.
    """
    if train < 0 or held_out < 0:
        raise ValueError(f"corpus sizes must not be negative: train={train}, held_out={held_out}")
    training: list[Pair] = []
    times_drawn: Counter[tuple[str, ...]] = Counter()
    tested: dict[tuple[str, ...], Pair] = {}
    with closing(stream_pairs(seed, train + held_out)) as drawn:
        for pair in drawn:
            if len(training) == train and len(tested) == held_out:
                break
            if not _is_held_out(pair.source):
                times_drawn[pair.source] += 1
                if times_drawn[pair.source] <= _count_most(pair.source):
                    training += [pair] * (len(training) < train)
            elif len(tested) < held_out:
                tested.setdefault(pair.source, pair)
    pairs = list(tested.values())
    random.Random(seed).shuffle(pairs)  # noqa: S311 (not for cryptography); frequent sentences are drawn first
    return Corpus("toy", tuple(training), tuple(pairs))


def _count_most(source: tuple[str, ...]) -> float:
    """Return how often a sentence is trained on at most."""
    if _is_learned_by_heart(source):
        return math.inf
    return _MAX_TIMES_SHORT if len(source) <= _SHORT else _MAX_TIMES


def _is_learned_by_heart(source: tuple[str, ...]) -> bool:
    return len(source) == 1 or source in _FIXED


def _is_held_out(source: tuple[str, ...]) -> bool:
    if _is_learned_by_heart(source):
        return False
    return blake2b(" ".join(source).encode(), digest_size=1).digest()[0] < _HELD_OUT_SHARE * 256
