"""French elision, agreement, and forms that depend on the next word.

The grammar writes an elidable word with a final apostrophe (``le'``). ``elide`` replaces it by the full form before a
consonant (``le``) and by the elided form before a vowel (``l'``). Names never end in an apostrophe, so a name spelled
``le`` is never mistaken for the article.
"""

from collections.abc import Sequence

from model.corpus.lexicon import Adjective, Gender, Number

Token = tuple[str, tuple[int, ...]]  # a French word and the indices of the English words that it translates

ELISIONS: dict[str, tuple[str, str]] = {  # before a consonant, before a vowel
    "je'": ("je", "j'"),
    "me'": ("me", "m'"),
    "te'": ("te", "t'"),
    "le'": ("le", "l'"),
    "la'": ("la", "l'"),
    "ne'": ("ne", "n'"),
    "de'": ("de", "d'"),
    "que'": ("que", "qu'"),
}

PREVOCALIC_FORMS: dict[str, str] = {  # of singular words, before a vowel in the same noun phrase
    "ma": "mon",
    "ta": "ton",
    "sa": "son",
    "ce": "cet",
    "beau": "bel",
    "vieux": "vieil",
}

PARTICLES: tuple[str, ...] = ("est-ce", "pas", "très", "et", "dans", "avec", "du", "des", "de")

VOWELS = frozenset("aàáâãäåæeèéêëiìíîïoòóôõöœuùúûü")
MUTE_H = frozenset({"heureux", "heureuse", "heureuses", "histoire", "histoires", "homme", "hommes"})


def has_vowel_onset(word: str) -> bool:
    """Return True if words elide before ``word``: it begins with a vowel or with a mute h of the lexicon."""
    return word[0] in VOWELS or word in MUTE_H


def adapt_to_next(word: str, following: str) -> str:
    """Return the form of a singular determiner or adjective in front of ``following``."""
    prevocalic = PREVOCALIC_FORMS.get(word)
    return prevocalic if prevocalic and has_vowel_onset(following) else word


def inflect(adjective: Adjective, gender: Gender, number: Number) -> str:
    """Return the French form of ``adjective`` that agrees with a gender and a number."""
    return adjective.french[2 * number + gender]


def elide(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the French words, each elidable one in the form that the next word requires."""
    words: list[str] = []
    following = "."
    for word, _ in reversed(tokens):
        if word[-1] == "'":
            word = ELISIONS[word][has_vowel_onset(following)]
        words.append(word)
        following = word
    words.reverse()
    return tuple(words)
