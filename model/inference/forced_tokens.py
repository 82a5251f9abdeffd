"""Forced tokens as the text of a link: ``3-chienne.5-<eos>``, steps counted from 1."""

import re
from collections.abc import Sequence
from urllib.parse import unquote

from model.data.vocabulary import Vocabulary
from model.inference.named_head import SEPARATOR
from model.transformer.config import MAX_LENGTH

_ESCAPED = (("%", "%25"), (SEPARATOR, "%2E"))  # tokens of own corpora may hold the separator
_TOKEN = re.compile(r"([0-9]{1,4})-(\S+)")


def format_tokens(forced: Sequence[tuple[int, str]]) -> str:
    """Return forced tokens as the text of a link."""
    return SEPARATOR.join(f"{step + 1}-{_escape(token)}" for step, token in forced)


def parse_tokens(text: str, target: Vocabulary) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...]]:
    """Return the forced tokens that a link names and the vocabulary has, and the parts of the text without one.

    Of several tokens for one step the last counts.
    """
    forced, rejected = {}, []
    for part in filter(None, text.split(SEPARATOR)):
        found = _TOKEN.fullmatch(part)
        token = unquote(found[2]) if found else ""
        if found and 1 <= int(found[1]) <= MAX_LENGTH and _can_be_forced(token, target):
            forced[int(found[1]) - 1] = token
        else:
            rejected.append(part)
    return tuple(sorted(forced.items())), tuple(rejected)


def _escape(token: str) -> str:
    for sign, code in _ESCAPED:
        token = token.replace(sign, code)
    return token


def _can_be_forced(token: str, target: Vocabulary) -> bool:
    """Return True for the tokens that a step can generate: words, the end, and unknown words, which are copied."""
    return token in target or (token in target.specials and target.tokens.index(token) not in target.never_generated)
