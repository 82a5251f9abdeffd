"""How French words change beside their neighbours and agree with their noun.

The grammar writes an elidable word with an open end (``le'``); ``spell`` closes it, with the vowel
before a consonant (``le``) and without it before a vowel (``l'``). A name never ends in an
apostrophe, so one that happens to read ``le`` is never mistaken for the article.
"""

from collections.abc import Sequence

from model.corpus.lexicon import Adjective, Gender, Number

Token = tuple[str, tuple[int, ...]]  # a French word and the English words it renders

CLOSED: dict[str, tuple[str, str]] = {  # before a consonant, before a vowel
    "je'": ("je", "j'"),
    "me'": ("me", "m'"),
    "te'": ("te", "t'"),
    "le'": ("le", "l'"),
    "la'": ("la", "l'"),
    "ne'": ("ne", "n'"),
    "de'": ("de", "d'"),
    "que'": ("que", "qu'"),
}

BEFORE_VOWEL: dict[str, str] = {  # singular forms that change before a vowel in the same noun phrase
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


def opens_with_vowel(word: str) -> bool:
    """Whether words elide before ``word``: a vowel letter, or an h the lexicon knows to be mute."""
    return word[0] in VOWELS or word in MUTE_H


def before(word: str, following: str) -> str:
    """The form of a singular determiner or adjective in front of ``following``."""
    changed = BEFORE_VOWEL.get(word)
    return changed if changed and opens_with_vowel(following) else word


def agree(adjective: Adjective, gender: Gender, number: Number) -> str:
    """The form of ``adjective`` for a noun of that gender and number."""
    return adjective.french[2 * number + gender]


def spell(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The words as written: every open end closed as the word after it requires."""
    words: list[str] = []
    following = "."
    for word, _ in reversed(tokens):
        if word[-1] == "'":
            word = CLOSED[word][opens_with_vowel(following)]
        words.append(word)
        following = word
    words.reverse()
    return tuple(words)
