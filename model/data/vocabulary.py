"""Vocabularies: the tokens of one language and their ids."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from model.corpus.grammar.french import has_vowel_onset
from model.data.word_boundaries import begins_word

PAD, BOS, EOS = "<pad>", "<bos>", "<eos>"
# Two unknown tokens, by how the word begins: French elides before a vowel (qu'anna, que paul).
UNKNOWNS = UNKNOWN, UNKNOWN_VOWEL = "<unk>", "<unk-vowel>"
SPECIALS = (PAD, BOS, EOS, UNKNOWN, UNKNOWN_VOWEL)
PAD_ID, BOS_ID, EOS_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID = range(len(SPECIALS))
MAX_WORDS = 10_000  # of one language; time and memory of a training step grow with them


class Vocabulary:
    """An immutable list of tokens, whose ids are their positions: special tokens first, then words by frequency.

    Attributes:
        tokens: special tokens and words.
        is_subword: True if tokens are subwords of raw text, with case and punctuation; else they are words.
        specials: tokens that are no part of a text.
        bos_id: fed in first.
        eos_id: generated last.
        never_generated: ids that decoding never chooses.
    """

    is_subword = False
    specials: tuple[str, ...] = SPECIALS
    bos_id, eos_id = BOS_ID, EOS_ID
    never_generated: tuple[int, ...] = (PAD_ID, BOS_ID)

    def __init__(self, words: Sequence[str]) -> None:
        self.tokens = (*SPECIALS, *words)
        self._ids = {word: index for index, word in enumerate(words, start=len(SPECIALS))}
        if len(self._ids) != len(words):
            repeated = [word for word, count in Counter(words).items() if count > 1]
            raise ValueError(f"words occur twice in the vocabulary: {', '.join(repeated[:5])}")

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], *, min_count: int = 2, max_words: int = MAX_WORDS) -> "Vocabulary":
        """Return the vocabulary of the ``max_words`` most frequent words that occur at least ``min_count`` times.

        Rarer words are unknown, in training too.
        """
        counts = Counter(word for sentence in sentences for word in sentence)
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:max_words]
        return cls([word for word, count in ranked if count >= min_count])

    def __len__(self) -> int:
        return len(self.tokens)

    def __contains__(self, word: str) -> bool:
        return word in self._ids

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens without the special ones."""
        return self.tokens[len(SPECIALS) :]

    def to_json(self) -> Any:
        """Return a JSON value from which ``model.data.subwords.read_vocabulary`` restores the vocabulary."""
        return self.words

    def tokenize(self, words: Iterable[str]) -> list[str]:
        """Return the tokens of a sentence, given as words; each word is one token here."""
        return list(words)

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """Return the ids of tokens; a token that is spelled like a special one is unknown."""
        return [self._ids[token] if token in self._ids else unknown_id(token) for token in tokens]

    def is_unknown(self, token_id: int) -> bool:
        """Return True for the id of an unknown word."""
        return token_id in (UNKNOWN_ID, UNKNOWN_VOWEL_ID)

    def add_specials(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return a source sentence with the special tokens that its model reads; this model reads none."""
        return tokens

    def encode_decoder_input(self, generated: Sequence[str]) -> list[int]:
        """Return the ids a decoder reads to generate these tokens: ``<bos>``, and all but the last.

        Unlike in ``encode``, a special token keeps its id.
        """
        return [BOS_ID, *(SPECIALS.index(t) if t in SPECIALS else self.encode([t])[0] for t in generated[:-1])]

    def complete(self, prefix: str, limit: int = 6) -> list[str]:
        """Return tokens that begin a word and start with ``prefix``, the most frequent first."""
        start = bisect_left(self._alphabetical, prefix)
        matches = []
        for word in self._alphabetical[start:]:
            if not word.startswith(prefix):
                break
            matches.append(word)
        return sorted(matches, key=self._ids.__getitem__)[:limit]

    @cached_property
    def _alphabetical(self) -> list[str]:
        return sorted(filter(begins_word, self.words))


def unknown_id(word: str) -> int:
    """Return the id of a word outside the vocabulary."""
    return UNKNOWN_VOWEL_ID if has_vowel_onset(word) else UNKNOWN_ID
