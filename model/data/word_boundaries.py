"""Conversion between words and their pieces.

A token that continues a word begins with ``JOINT``, as in ``attent ‧ion``; any other token begins a word. Text never
contains ``JOINT`` or ``BLANK`` (``model.corpus.text.normalize_text``), so tokens alone determine the text.

Shapes: T target tokens, S source tokens, W target words, V source words.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

import numpy as np
from jaxtyping import Float

JOINT = "‧"
BLANK = "▁"  # an empty first piece, before a piece that cannot begin a word
_NAMED_LETTER = re.compile("<0x[C-F][0-9A-F]>(<0x[89AB][0-9A-F]>)+")  # in UTF-8, a first byte and those that follow it


def begins_word(token: str) -> bool:
    """Return True if a token is the first of a word."""
    return not token.startswith(JOINT)


def join_pieces(tokens: Iterable[str]) -> str:
    """Return the text of tokens: pieces joined to words, named bytes to letters, words separated by spaces."""
    parts = (token.removeprefix(JOINT) if not begins_word(token) else f" {token}" for token in tokens)
    return _NAMED_LETTER.sub(_read_letter, "".join(parts).replace(BLANK, "").removeprefix(" "))


def name_bytes(content: bytes) -> str:
    """Return the names of bytes, ``<0xC3><0xA9>``, which pieces hold that end within a letter."""
    return "".join(f"<0x{byte:02X}>" for byte in content)


def _read_letter(found: re.Match[str]) -> str:
    try:
        return bytes.fromhex(re.sub("<0x|>", "", found[0])).decode()
    except UnicodeDecodeError:
        return found[0]


def begin_text(tokens: Sequence[str], specials: Collection[str] = ()) -> list[str]:
    """Return tokens whose first one, after special tokens, begins a word: some models write no space before it."""
    first = next((place for place, token in enumerate(tokens) if token not in specials), 0)
    return [token.removeprefix(JOINT) if place == first else token for place, token in enumerate(tokens)]


def find_word_starts(tokens: Sequence[str]) -> list[int]:
    """Return the position of each word's first token; the first token always begins a word."""
    return [index for index, token in enumerate(tokens) if not index or begins_word(token)]


def merge_to_words(
    attention: Float[np.ndarray, "*maps T S"], source_starts: Sequence[int], target_starts: Sequence[int]
) -> Float[np.ndarray, "*maps W V"]:
    """Return attention between words: summed over the tokens of a source word, averaged over those of a target word.

    If every token is a word, the result is the input.
    """
    if len(source_starts) == attention.shape[-1] and len(target_starts) == attention.shape[-2]:
        return attention
    summed = np.add.reduceat(np.add.reduceat(attention, source_starts, axis=-1), target_starts, axis=-2)
    counts = np.diff([*target_starts, attention.shape[-2]])
    return summed / counts[:, None].astype(attention.dtype)


def expand_links(
    links: Iterable[tuple[int, int]], source: Sequence[str], target: Sequence[str]
) -> frozenset[tuple[int, int]]:
    """Expand links between words to links between all of their tokens."""
    sources, targets = _spans(source), _spans(target)
    return frozenset((i, j) for word, other in links for i in sources[word] for j in targets[other])


def _spans(tokens: Sequence[str]) -> list[range]:
    return [range(*ends) for ends in pairwise([*find_word_starts(tokens), len(tokens)])]
