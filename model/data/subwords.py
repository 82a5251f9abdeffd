"""Pieces of words, learned from written text: its case, its punctuation, its rare words and its numbers.

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

from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, SPECIALS, UNKNOWN_ID, Vocabulary
from model.data.word_pieces import BLANK, JOINT

MAX_PIECES = 8_000  # of one language; a step's time and memory grow with them
MAX_SENTENCES = 50_000  # that pieces are learned from, drawn from all
_FEWEST, _WORDS_A_PIECE = 500, 100  # pieces beyond letters: so many, and one more for each so many running words
_REMEMBERED = 4_000  # words whose pieces are kept: most come again and again


class Subwords(Vocabulary):
    """A vocabulary of pieces; a word's first piece is written plain, any other begins with ``JOINT``."""

    is_written = True

    def __init__(self, model: bytes) -> None:
        """Read a piece model.

        Raises:
            ValueError: the bytes are none, or their special tokens are not where they belong.
        """
        from sentencepiece import SentencePieceProcessor  # here, because the toy corpus does not need it

        try:
            self._processor = SentencePieceProcessor(model_proto=model)
        except (RuntimeError, OSError):
            raise ValueError("the piece model cannot be read") from None
        pieces = [self._processor.id_to_piece(index) for index in range(self._processor.get_piece_size())]
        if tuple(pieces[: len(SPECIALS)]) != SPECIALS:
            raise ValueError("the piece model has other special tokens")
        super().__init__([_token(piece) for piece in pieces[len(SPECIALS) :]])
        self.model = model
        self._cut = lru_cache(maxsize=_REMEMBERED)(self._pieces)

    @classmethod
    def learn(cls, sentences: Iterable[Sequence[str]], seed: int = 0) -> "Subwords":
        """Learn the pieces of sentences, fewer for a small corpus; equal sentences and seeds give equal pieces.

        Raises:
            ValueError: there are no sentences.
        """
        from sentencepiece import SentencePieceTrainer

        sample = _sample(sentences, random.Random(seed))  # noqa: S311 (a corpus keeps no secret)
        if not sample:
            raise ValueError("there are no sentences to learn pieces from")
        letters = Counter(letter for sentence in sample for letter in sentence)
        rare = str.maketrans({letter: " " for letter, _ in letters.most_common()[MAX_PIECES // 2 :]})
        n_pieces = len(letters) + _FEWEST + letters[" "] // _WORDS_A_PIECE
        model = io.BytesIO()
        SentencePieceTrainer.train(
            sentence_iterator=(sentence.translate(rare) for sentence in sample) if rare else iter(sample),
            model_writer=model,
            model_type="bpe",
            vocab_size=min(MAX_PIECES, n_pieces),
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            split_digits=True,  # any number can be said
            max_sentence_length=1_000_000,
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
        """The pieces of written words; letters that were never learned make a piece that is unknown."""
        return [token for word in words for token in self._cut(word)]

    @property
    def fact(self) -> dict[str, str]:
        """The piece model as text, and the digest that tells whether it is whole."""
        return {"pieces": base64.b64encode(self.model).decode(), "sha256": hashlib.sha256(self.model).hexdigest()}

    def _pieces(self, word: str) -> tuple[str, ...]:
        return tuple(map(_token, self._processor.encode(word, out_type=str)))


def new_vocabulary(sentences: Iterable[Sequence[str]], *, is_written: bool) -> Vocabulary:
    """The vocabulary of sentences: pieces of written text, else words."""
    return Subwords.learn(sentences) if is_written else Vocabulary.of(sentences)


def read_vocabulary(fact: Any) -> Vocabulary:
    """A vocabulary from its ``fact``.

    Raises:
        KeyError, TypeError, ValueError: it is none, or damaged.
    """
    if isinstance(fact, list):
        if not all(isinstance(word, str) for word in fact):
            raise TypeError("its words are no words")
        return Vocabulary(fact)
    model = base64.b64decode(fact["pieces"], validate=True)
    # The library that reads it is not Python: only what was written whole gets there.
    if hashlib.sha256(model).hexdigest() != fact["sha256"]:
        raise ValueError("its piece model is damaged")
    return Subwords(model)


def _token(piece: str) -> str:
    return piece.removeprefix(BLANK) or BLANK if piece.startswith(BLANK) else JOINT + piece


def _sample(sentences: Iterable[Sequence[str]], draw: random.Random) -> list[str]:
    """The text of at most ``MAX_SENTENCES``, each as likely as any other, in one pass (Vitter 1985, algorithm R)."""
    sample: list[str] = []
    for number, words in enumerate(sentences):
        if number < MAX_SENTENCES:
            sample.append(" ".join(words))
        elif (place := draw.randrange(number + 1)) < MAX_SENTENCES:
            sample[place] = " ".join(words)
    return sample
