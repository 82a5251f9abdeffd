"""Words and their ids, one vocabulary per language."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from model.data.word_pieces import begins_word

PAD, BOS, EOS = "<pad>", "<bos>", "<eos>"
# Unknown words come in two signatures, by how they begin: French elides before a vowel (qu'anna, que paul),
# so the model must know that much about a word it cannot know.
UNKNOWN, UNKNOWN_VOWEL = "<unk>", "<unk-vowel>"
SPECIALS = (PAD, BOS, EOS, UNKNOWN, UNKNOWN_VOWEL)
PAD_ID, BOS_ID, EOS_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID = range(len(SPECIALS))
MAX_WORDS = 10_000  # of one language; a step's time and memory grow with them
VOWELS = frozenset("aeiouyàâäæéèêëîïôöœùûüÿ")


class Vocabulary:
    """An immutable list of words; a word's id is its place in it.

    The special tokens come first, then the words from the most to the least frequent.
    """

    is_written = False  # whether text is read as it is written, case and punctuation included

    def __init__(self, words: Sequence[str]) -> None:
        self.tokens = (*SPECIALS, *words)
        self._ids = {word: index for index, word in enumerate(words, start=len(SPECIALS))}
        if len(self._ids) != len(words):
            repeated = [word for word, count in Counter(words).items() if count > 1]
            raise ValueError(f"words occur twice in the vocabulary: {', '.join(repeated[:5])}")

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], *, min_count: int = 2, max_words: int = MAX_WORDS) -> "Vocabulary":
        """The most frequent words, at most ``max_words`` and each of them at least ``min_count`` times there.

        Rarer ones are unknown, in training as in use.
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
        """The words alone, without the special tokens."""
        return self.tokens[len(SPECIALS) :]

    @property
    def fact(self) -> Any:
        """What a file keeps of it; ``model.data.subwords.read_vocabulary`` makes the vocabulary of it again."""
        return self.words

    def tokenize(self, words: Iterable[str]) -> list[str]:
        """The tokens of the words of a sentence: here the words."""
        return list(words)

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """The ids of tokens; unknown ones by their signature, and never a special token by its spelling."""
        return [self._ids[token] if token in self._ids else unknown_id(token) for token in tokens]

    def fed(self, generated: Sequence[str]) -> list[int]:
        """The ids a decoder reads while it generates these tokens: ``<bos>``, and all but the last.

        A special token is meant by its spelling here: it is what the model generated.
        """
        return [BOS_ID, *(SPECIALS.index(t) if t in SPECIALS else self.encode([t])[0] for t in generated[:-1])]

    def complete(self, prefix: str, limit: int = 6) -> list[str]:
        """Known beginnings of words that begin with ``prefix``, the most frequent first."""
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
    """The id that stands for a word outside the vocabulary."""
    return UNKNOWN_VOWEL_ID if word[:1] in VOWELS else UNKNOWN_ID


def is_unknown(token_id: int) -> bool:
    """Whether an id stands for an unknown word."""
    return token_id in (UNKNOWN_ID, UNKNOWN_VOWEL_ID)
