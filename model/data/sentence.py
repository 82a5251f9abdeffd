"""A typed sentence: its tokens, its marks, and the word that is still being typed."""

from dataclasses import dataclass

MAX_CHARACTERS = 300
MAX_TOKENS = 60


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a typed sentence.

    Attributes:
        text: as typed.
        word: as the model reads it.
        is_known: True if the vocabulary has it.
    """

    text: str
    word: str
    is_known: bool

    @property
    def is_name(self) -> bool:
        """True for an unknown word with a capital letter, which may be an invented name."""
        return not self.is_known and self.text != self.text.lower()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A typed sentence, ready to translate.

    Attributes:
        tokens: the finished tokens.
        end_mark: its last punctuation mark: "?", "!", "…", "." or "".
        typing: the last word as typed, without quotes and brackets before it, if no space or punctuation follows it; it
            can be completed.
        unfinished: ``typing`` if it is unknown, but a known word or contraction begins like it, else ""; it is not
            among the tokens.
        is_cut: True if the text was longer than ``MAX_CHARACTERS``, without spaces at its end, or ``MAX_TOKENS``.
        has_invisible: True if invisible characters were replaced by spaces.
        n_before_pause: number of ``words`` before the first comma or other mark between words; 0 without one, and for
            subwords.
        pause_mark: that mark if it ends a sentence, like ``end_mark``; "" for a comma.
        is_several: True if a mark that ends a sentence stands between two words.
    """

    tokens: tuple[Token, ...]
    end_mark: str
    typing: str
    unfinished: str
    is_cut: bool
    has_invisible: bool
    n_before_pause: int = 0
    pause_mark: str = ""
    is_several: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The finished words as the model reads them."""
        return tuple(token.word for token in self.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """The finished words as they were typed."""
        return tuple(token.text for token in self.tokens)

    @property
    def names(self) -> tuple[Token, ...]:
        """The unknown words with a capital, taken for invented names; none if the whole text is in capitals."""
        is_loud = len(self.tokens) > 1 and all(text == text.upper() for text in self.texts)
        return () if is_loud else tuple(token for token in self.tokens if token.is_name)

    @property
    def has_capital(self) -> bool:
        """True if the sentence begins with a capital letter."""
        return bool(self.tokens) and self.tokens[0].text[0].isupper()
