"""A parallel corpus: the pairs a model learns from, and those it is judged by."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from model.corpus.grammar import parse, sentence
from model.corpus.names import ENGLISH_WORDS
from model.corpus.pair import Pair, Pairs, write_pharaoh

_FOUND = 20_000  # training pairs that are remembered by their source


@dataclass(frozen=True)
class Corpus:
    """Pairs to train on and pairs held out from training; equal corpora have equal digests.

    Attributes:
        name: what it is called.
        train: pairs to learn from.
        held_out: pairs to be judged by.
        is_written: whether it is text as people write it, learned in pieces of words; else every word is a token.
    """

    name: str
    train: Pairs
    held_out: tuple[Pair, ...]
    is_written: bool = False

    @cached_property
    def digest(self) -> str:
        """The sha256 of every pair, its alignment and which side it is on, but not of the name."""
        content = hashlib.sha256(b"written\n" if self.is_written else b"")
        for side, pairs in (("train", self.train), ("held out", self.held_out)):
            content.update(f"{side} {len(pairs)}\n".encode())
            for pair in pairs:
                columns = (" ".join(pair.source), " ".join(pair.target), write_pharaoh(pair.alignment))
                content.update(f"{columns[0]}\t{columns[1]}\t{columns[2]}\n".encode())
        return content.hexdigest()

    def find(self, words: Sequence[str]) -> Pair | None:
        """The aligned pair whose source these words are: that the toy grammar can make, or that is among the first."""
        return self._by_source.get(tuple(words)) if self.is_written else parse(tuple(words))

    @cached_property
    def _by_source(self) -> dict[tuple[str, ...], Pair]:
        return {pair.source: pair for pair in (*self.held_out, *islice(self.train, _FOUND)) if pair.alignment}


def toy_corpus(seed: int = 0, train: int = 24_000, held_out: int = 2_000) -> Corpus:
    """The toy English-French corpus; equal arguments give equal corpora, in any process.

    All English sentences differ, and an invented word occurs in one sentence only, so those of the
    held-out sentences are never seen in training.

    Raises:
        ValueError: A size is negative.
    """
    if train < 0 or held_out < 0:
        raise ValueError(f"a corpus has no negative size: train={train}, held_out={held_out}")
    source = random.Random(seed)  # noqa: S311 (a corpus keeps no secret)
    pairs = [pair for pair, _ in zip(_distinct(source), range(train + held_out), strict=False)]
    source.shuffle(pairs)  # late draws repeat early ones and are dropped, which leaves longer sentences
    return Corpus("toy", tuple(pairs[:train]), tuple(pairs[train:]))


def _distinct(source: random.Random) -> Iterator[Pair]:
    """Sentences without end, no two alike and no invented word in two of them."""
    seen: set[tuple[str, ...]] = set()
    invented: set[str] = set()
    while True:
        pair = sentence(source)
        if pair.source in seen:
            continue
        strangers = [word for word in pair.source if word not in ENGLISH_WORDS]
        if len(set(strangers)) < len(strangers) or not invented.isdisjoint(strangers):
            continue
        seen.add(pair.source)
        invented.update(strangers)
        yield pair
