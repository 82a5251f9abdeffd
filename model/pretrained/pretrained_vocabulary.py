"""The tokens of a Hugging Face tokenizer, written as those of our own subwords."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from transformers import PreTrainedTokenizerBase
from transformers.convert_slow_tokenizer import bytes_to_unicode

from model.data.word_boundaries import BLANK, JOINT, name_bytes
from model.pretrained.listed_vocabulary import ListedVocabulary

_SPACE = "▁"  # before the first piece of a word, for sentencepiece
_BYTE_SPACE = "Ġ"  # the same for byte-pair encoding of bytes, whose letters stand for bytes
_LANGUAGE = re.compile(r">>.+<<")  # what Marian reads before a sentence, such as ">>fra<<"
_LANGUAGES = ("lang_token_to_id", "lang_code_to_id", "additional_special_tokens")  # attributes of tokenizers
_BYTES = {letter: byte for byte, letter in bytes_to_unicode().items()}


class PretrainedVocabulary(ListedVocabulary):
    """The tokens of both languages, whose ids are their positions.

    Pieces of words are written as by ``model.data.subwords``: those that continue a word begin with ``JOINT``. Special
    tokens keep their names.

    Args:
        tokenizer: whose text is raw.
        n_ids: number of ids that the model scores; those without a token are named by their number.
        bos_id: fed in first.
        eos_id: generated last.
        never_generated: ids that decoding never chooses.
    """

    is_subword = True

    def __init__(
        self,
        tokenizer: PreTrainedTokenizerBase,
        n_ids: int,
        *,
        bos_id: int,
        eos_id: int,
        never_generated: Sequence[int] = (),
    ) -> None:
        specials = _list_specials(tokenizer)
        tokens = _name_tokens(tokenizer, n_ids, specials)
        super().__init__(tokens, specials=[each for each in tokens if each in specials or _LANGUAGE.fullmatch(each)])
        self.bos_id, self.eos_id, self.never_generated = bos_id, eos_id, tuple(never_generated)
        self._tokenizer = tokenizer
        self._before, self._after = _find_added(tokenizer)

    def tokenize(self, words: Iterable[str]) -> list[str]:
        """Return the tokens of a sentence, given as words, without special tokens."""
        ids = self._tokenizer(" ".join(words), add_special_tokens=False)["input_ids"]
        return self._name(ids)

    def add_specials(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return a source sentence with the special tokens that its model reads."""
        return [*self._name(self._before), *tokens, *self._name(self._after)]

    def _name(self, ids: Iterable[int]) -> list[str]:
        """Return the names of ids; one that the model does not have is unknown, or left out."""
        unknown = self._tokenizer.unk_token_id
        read = (id_ if id_ < len(self.tokens) else unknown for id_ in ids)
        return [self.tokens[id_] for id_ in read if id_ is not None]

    def complete(self, _prefix: str, _limit: int = 6) -> list[str]:
        """Return nothing: a piece of a word is no completion."""
        return []


def _list_specials(tokenizer: PreTrainedTokenizerBase) -> set[str]:
    """Return the tokens that are no part of a text, those of languages among them, as the tokenizer writes them."""
    added = (str(token) for token in tokenizer.added_tokens_decoder.values() if token.special)
    languages = (getattr(tokenizer, name, None) or () for name in _LANGUAGES)
    return {*tokenizer.all_special_tokens, *added, *chain(*languages)}


def _name_tokens(tokenizer: PreTrainedTokenizerBase, n_ids: int, specials: Collection[str]) -> tuple[str, ...]:
    """Return a name for each id, all different: as our own pieces are written, else as the tokenizer writes it."""
    raw = [_find_token(tokenizer, id_) for id_ in range(n_ids)]
    is_spaced = any(token.startswith(_SPACE) for token in raw if token)
    is_bytes = not is_spaced and any(token.startswith(_BYTE_SPACE) for token in raw if token)  # Ġ is a letter, too
    names: dict[str, None] = {}
    for id_, found in enumerate(raw):
        text = token = found or f"<{id_}>"
        is_piece = found and token not in specials and not _LANGUAGE.fullmatch(token)
        if is_piece and is_bytes:
            text = _write_bytes(token)
        elif is_piece and is_spaced:
            text = (token[1:] or BLANK) if token.startswith(_SPACE) else f"{JOINT}{token}"
        names[next(name for name in (text, token, f"{token}<{id_}>") if name.strip() and name not in names)] = None
    return tuple(names)


def _find_token(tokenizer: PreTrainedTokenizerBase, id_: int) -> str | None:
    """Return the token of an id, None if there is none; ids of languages may lie beyond the tokenizer's length."""
    try:
        token: str | None = tokenizer.convert_ids_to_tokens(id_)
    except (IndexError, KeyError, OverflowError):
        return None
    return None if token == tokenizer.unk_token and id_ != tokenizer.unk_token_id else token


def _write_bytes(token: str) -> str:
    """Return the text of a token of bytes; bytes that are no printable letter stand as numbers, such as <0xC3>."""
    is_plain = any(letter not in _BYTES for letter in token)  # a token that was added to the bytes
    letters = (token.encode() if is_plain else bytes(map(_BYTES.__getitem__, token))).decode(errors="surrogateescape")
    text = "".join(
        each if each.isprintable() else name_bytes(each.encode(errors="surrogateescape")) for each in letters
    )
    if text == " ":
        return BLANK
    return text[1:] if text.startswith(" ") else f"{JOINT}{text}"


def _find_added(tokenizer: PreTrainedTokenizerBase) -> tuple[list[int], list[int]]:
    """Return the ids that the tokenizer puts before and after those of a text."""
    whole, bare = tokenizer("a")["input_ids"], tokenizer("a", add_special_tokens=False)["input_ids"]
    start = next((place for place in range(len(whole)) if whole[place : place + len(bare)] == bare), 0)
    return whole[:start], whole[start + len(bare) :]
