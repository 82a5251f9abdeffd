"""French elision, contraction, agreement, and forms that depend on the next word.

The grammar writes an elidable word with a final apostrophe (``le'``). ``join_words`` replaces it by the full form
before a consonant (``le``) and by the elided form before a vowel (``l'``), and then contracts ``de le`` to ``du``.
Names never end in an apostrophe, so a name spelled ``le`` is never mistaken for the article.
"""

from collections.abc import Sequence

from model.corpus.lexicon.categories import Gender, Number
from model.corpus.lexicon.entries import Adjective
from model.corpus.lexicon.known_words import FRENCH_WORDS
from model.corpus.lexicon.tables import ASPIRATED

Token = tuple[str, tuple[int, ...]]  # a French word and the indices of the English words that it translates
Tokens = list[Token]

_ELISIONS: dict[str, tuple[str, str]] = {  # before a consonant, before a vowel
    "je'": ("je", "j'"),
    "me'": ("me", "m'"),
    "te'": ("te", "t'"),
    "se'": ("se", "s'"),
    "le'": ("le", "l'"),
    "la'": ("la", "l'"),
    "ce'": ("ce", "c'"),
    "ne'": ("ne", "n'"),
    "de'": ("de", "d'"),
    "que'": ("que", "qu'"),
}
_CONTRACTIONS = {("de'", "le'"): "du", ("de'", "les"): "des", ("à", "le'"): "au", ("à", "les"): "aux"}

_PREVOCALIC_FORMS: dict[str, str] = {  # of singular words, before a vowel in the same noun phrase
    "ma": "mon",
    "ta": "ton",
    "sa": "son",
    "ce": "cet",
    "beau": "bel",
    "nouveau": "nouvel",
    "vieux": "vieil",
}

VOWELS = frozenset("aàáâãäåæeèéêëiìíîïoòóôõöœuùúûü")
MUTE_H = frozenset(word for word in FRENCH_WORDS if word.startswith("h")) - ASPIRATED  # names have an aspirated h


def begins_with_vowel(word: str) -> bool:
    """Return True if ``word`` begins with a vowel, or with a y that no vowel follows (d'Yves, but de Yann)."""
    return word[1:2] not in VOWELS if word.startswith("y") else word[:1] in VOWELS


def has_vowel_onset(word: str) -> bool:
    """Return True if French words elide before ``word``: it begins with a vowel, but for "onze", or a mute h."""
    return (begins_with_vowel(word) and word not in ASPIRATED) or word in MUTE_H


def adapt_to_next(word: str, following: str) -> str:
    """Return the form of a singular determiner or adjective in front of ``following``."""
    prevocalic = _PREVOCALIC_FORMS.get(word)
    return prevocalic if prevocalic and has_vowel_onset(following) else word


def inflect(adjective: Adjective, gender: Gender, number: Number) -> str:
    """Return the French form of ``adjective`` that agrees with a gender and a number."""
    return adjective.french[2 * number + gender]


def depend_on_next(word: str, links: tuple[int, ...], following: Token) -> Token:
    """Return a word that English lacks, also linked to the word that decides between its forms: "que", "qu'"."""
    return word, tuple(dict.fromkeys(links + following[1]))


def prepend(preposition: Token, tokens: Tokens) -> Tokens:
    """Return words with a preposition before them; one that may be elided is also linked to the next word."""
    word, links = preposition
    return [depend_on_next(word, links, tokens[0]) if word in _ELISIONS else preposition, *tokens]


def join_words(tokens: Sequence[Token]) -> Tokens:
    """Return the tokens with each elidable word in the form that the next word requires, and contracted articles."""
    joined: Tokens = []
    following, pending = ".", False  # the next word; True if it is "le" or "les" and may contract with the one before
    for index in range(len(tokens) - 1, -1, -1):
        written, links = tokens[index]
        if pending and (contracted := _CONTRACTIONS.get((written, tokens[index + 1][0]))):
            _, article_links = joined.pop()
            joined.append((contracted, tuple(dict.fromkeys(links + article_links))))
            following, pending = contracted, False
            continue
        word = _ELISIONS[written][has_vowel_onset(following)] if written in _ELISIONS else written
        joined.append((word, links))
        following, pending = word, written in ("le'", "les") and word in ("le", "les")
    joined.reverse()
    return joined
