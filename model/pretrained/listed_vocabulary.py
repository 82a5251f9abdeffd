"""Tokens of one language as a list, in which ids are positions, with special tokens of any name."""

from collections.abc import Iterable, Sequence

from model.data.vocabulary import Vocabulary


class ListedVocabulary(Vocabulary):
    """A list of tokens.

    Args:
        tokens: all different; ids are positions.
        bos: the token fed in first; the source needs none.
        eos: the token generated last; likewise.
        unknown: stands for all others; None if each word has to be in the list.
        specials: further tokens that are no part of a text.

    Raises:
        ValueError: a token is repeated, or a special one is not in the list.
    """

    def __init__(
        self,
        tokens: Sequence[str],
        *,
        bos: str | None = None,
        eos: str | None = None,
        unknown: str | None = None,
        specials: Sequence[str] = (),
    ) -> None:
        self.tokens = tuple(tokens)
        self._ids = {token: id_ for id_, token in enumerate(tokens)}
        self.specials = tuple(dict.fromkeys(each for each in (bos, eos, unknown, *specials) if each is not None))
        if len(self._ids) < len(self.tokens):
            raise ValueError("tokens occur twice in the vocabulary")
        if missing := [each for each in self.specials if each not in self._ids]:
            raise ValueError(f"not in the vocabulary: {', '.join(missing)}")
        self.bos_id, self.eos_id = (-1 if each is None else self._ids[each] for each in (bos, eos))
        self.never_generated = () if bos is None else (self.bos_id,)
        self._unknown = unknown

    @property
    def words(self) -> tuple[str, ...]:
        """All tokens but the special ones."""
        return tuple(token for token in self.tokens if token not in self.specials)

    def is_unknown(self, token_id: int) -> bool:
        """Return False: no word is copied, whatever the model was trained for."""
        return False

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """Return the ids of tokens.

        Raises:
            ValueError: a token is not in the list, and no token stands for it.
        """
        return [self._ids[token if token in self._ids else self._replace(token)] for token in tokens]

    def _replace(self, token: str) -> str:
        """Return the token that stands for one that is not in the list."""
        if self._unknown is None:
            raise ValueError(
                f"{token!r} is not in the vocabulary, and no token stands for unknown ones; split a text into tokens"
                " with read_finished_sentence or tokenize"
            )
        return self._unknown

    def encode_decoder_input(self, generated: Sequence[str]) -> list[int]:
        """Return the ids a decoder reads to generate these tokens: the one fed in first, and all but the last."""
        return [self.bos_id, *self.encode(generated[:-1])]
