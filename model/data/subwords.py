"""Subwords learned from raw text, including case, punctuation, rare words and numbers.

Byte-pair encoding (Sennrich et al. 2016, arXiv:1508.07909) as sentencepiece does it (Kudo & Richardson 2018,
arXiv:1808.06226).
"""

import base64
import hashlib
import io
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from model.corpus.text import is_unspaced
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, SPECIALS, UNKNOWN_ID, Vocabulary
from model.data.word_boundaries import BLANK, JOINT, begins_word

MAX_PIECES = 8_000  # of one language; time and memory of a training step grow with them
MAX_SENTENCES = 50_000  # sampled to learn pieces from
_MIN_PIECES, _WORDS_PER_PIECE = 500, 100  # besides letters: a minimum, plus one per this many words of text
_MAX_LETTERS = 16  # of a piece
# Without spaces between words a sentence is one word, and would become one piece. Words of such languages rarely have
# more letters than this.
_MAX_LETTERS_UNSPACED = 4
_CACHED_WORDS = 4_000  # words whose pieces are cached: most occur often


class Subwords(Vocabulary):
    """A vocabulary of subwords; all but the first piece of a word begin with ``JOINT``."""

    is_subword = True

    def __init__(self, model: bytes) -> None:
        """Read a piece model.

        Raises:
            ValueError: the bytes are not a piece model, its special tokens have other ids, or its pieces do not say
                where a word begins.
        """
        from sentencepiece import SentencePieceProcessor  # imported late: the toy corpus does not need it

        try:
            self._processor = SentencePieceProcessor(model_proto=model)
        except (RuntimeError, OSError):
            raise ValueError("the piece model cannot be read") from None
        pieces = [self._processor.id_to_piece(index) for index in range(self._processor.get_piece_size())]
        if tuple(pieces[: len(SPECIALS)]) != SPECIALS:
            raise ValueError("the piece model has other special tokens")
        super().__init__([_token(piece) for piece in pieces[len(SPECIALS) :]])
        self.model = model
        self._split_cached = lru_cache(maxsize=_CACHED_WORDS)(self._split)
        begins = [begins_word(token) for token in self._split("word")]
        if begins[:1] != [True] or any(begins[1:]):
            raise ValueError("the piece model does not mark where words begin")

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]], seed: int = 0) -> "Subwords":
        """Learn pieces from sentences; a small corpus gives fewer. Equal sentences and seeds give equal pieces.

        Raises:
            ValueError: there are no sentences.
        """
        from sentencepiece import SentencePieceTrainer

        sample = _sample(sentences, random.Random(seed))  # noqa: S311 (no cryptography)
        if not sample:
            raise ValueError("there are no sentences to learn pieces from")
        letters = Counter(letter for sentence in sample for letter in sentence)
        rare = str.maketrans({letter: " " for letter, _ in letters.most_common()[MAX_PIECES // 2 :]})
        n_pieces = len(letters) + _MIN_PIECES + letters[" "] // _WORDS_PER_PIECE
        model = io.BytesIO()
        SentencePieceTrainer.train(
            sentence_iterator=(_spell_specials(sentence.translate(rare)) for sentence in sample),
            model_writer=model,
            model_type="bpe",
            vocab_size=min(MAX_PIECES, n_pieces),
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            split_digits=True,  # makes any number a sequence of known pieces
            max_sentence_length=1_000_000,
            max_sentencepiece_length=_MAX_LETTERS_UNSPACED if is_unspaced(letters) else _MAX_LETTERS,
            pad_id=PAD_ID,
            bos_id=BOS_ID,
            eos_id=EOS_ID,
            unk_id=UNKNOWN_ID,
            pad_piece=SPECIALS[PAD_ID],
            bos_piece=SPECIALS[BOS_ID],
            eos_piece=SPECIALS[EOS_ID],
            unk_piece=SPECIALS[UNKNOWN_ID],
            control_symbols=list(SPECIALS[UNKNOWN_ID + 1 :]),
            num_threads=1,
            minloglevel=2,
        )
        return cls(model.getvalue())

    def tokenize(self, words: Iterable[str]) -> list[str]:
        """Return the pieces of words; letters outside the training text form an unknown piece."""
        return [token for word in words for token in self._split_cached(word)]

    def to_json(self) -> dict[str, str]:
        """Return the piece model as base64, and its SHA-256 digest."""
        return {"pieces": base64.b64encode(self.model).decode(), "sha256": hashlib.sha256(self.model).hexdigest()}

    def _split(self, word: str) -> tuple[str, ...]:
        return tuple(map(_token, self._processor.encode(word, out_type=str)))


def learn_vocabulary(sentences: Iterable[Sequence[str]], *, is_subword: bool) -> Vocabulary:
    """Return a vocabulary of the subwords, or of the words, of sentences."""
    return Subwords.learn(sentences) if is_subword else Vocabulary.of(sentences)


def read_vocabulary(value: Any) -> Vocabulary:
    """Restore a vocabulary from the value of its ``to_json``.

    Raises:
        KeyError, TypeError, ValueError: the value is damaged, or of another form.
    """
    if isinstance(value, list):
        if not all(isinstance(word, str) for word in value):
            raise TypeError("a word of the vocabulary is not text")
        "".join(value).encode()  # half a surrogate pair cannot be displayed
        return Vocabulary(value)
    model = base64.b64decode(value["pieces"], validate=True)
    # A C++ library parses it: it gets no bytes damaged on the way; a forger forges the digest too.
    if hashlib.sha256(model).hexdigest() != value["sha256"]:
        raise ValueError("its piece model is damaged")
    return Subwords(model)


def _token(piece: str) -> str:
    return (piece.removeprefix(BLANK) or BLANK) if piece.startswith(BLANK) else JOINT + piece


def _spell_specials(sentence: str) -> str:
    """Put spaces between the letters of words such as "<unk>": the trainer would not learn from them otherwise."""
    for name in SPECIALS:
        sentence = sentence.replace(name, " ".join(name))
    return sentence


def _sample(sentences: Iterable[Sequence[str]], draw: random.Random) -> list[str]:
    """Return a uniform sample of at most ``MAX_SENTENCES`` texts, in one pass (Vitter 1985, algorithm R)."""
    sample: list[str] = []
    for number, words in enumerate(sentences):
        if number < MAX_SENTENCES:
            sample.append(" ".join(words))
        elif (place := draw.randrange(number + 1)) < MAX_SENTENCES:
            sample[place] = " ".join(words)
    return sample
