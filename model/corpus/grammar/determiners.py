"""The determiners that are drawn with a noun, by context. An entry listed twice is drawn twice as often."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from model.corpus.grammar.derivation import Words
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.entries import Determiner, Noun
from model.corpus.lexicon.function_words import (
    ANY,
    BARE,
    CARDINALS,
    DETERMINERS,
    HER,
    MANY,
    NO,
    ONE,
    POSSESSIVES,
    SOME,
    THAT,
    THE,
    THIS,
    A,
)

NUMBERS = (Number.SINGULAR, Number.PLURAL)
_OWN = (*POSSESSIVES, HER)  # "her" twice: as it is also a pronoun, it is harder to learn
_DEFINITE = (THE,) * 7 + _OWN + (THIS,) * 2 + (THAT,)
_FEW = CARDINALS[:1] * 9 + CARDINALS[1:2] * 6 + CARDINALS[2:4] * 3 + CARDINALS[4:9]  # two mostly, ten rarely
_COUNTED = (*_FEW, *(SOME,) * 6, *(MANY,) * 5)
_UNOWNED = frozenset({"adult", "child", "common"})  # "ma femme" means "my wife" and "ma fille" "my daughter"
_KIN = frozenset({"kin", "spouse", "friend"})  # always somebody's


@dataclass(frozen=True, slots=True, eq=False)  # equal to itself only: its hash is asked for at every noun
class DeterminerTables:
    """The determiners drawn in one context, for nouns in the singular, in the plural, and without plural."""

    singular: tuple[Determiner, ...]
    plural: tuple[Determiner, ...]
    mass: tuple[Determiner, ...]

    @property
    def is_definite(self) -> bool:
        """True if "the" can stand here, and so a possessor can."""
        return THE in self.singular


DEFINITE = DeterminerTables(_DEFINITE, _DEFINITE, _DEFINITE)
SUBJECT = DeterminerTables(_DEFINITE + (A,) * 3, (*_DEFINITE, *CARDINALS[:2], MANY), _DEFINITE + (BARE,) * 6)
ALONE = DeterminerTables((*SUBJECT.singular, ONE), (*_DEFINITE, *CARDINALS, *_COUNTED), _DEFINITE)
GENERIC_SUBJECT = DeterminerTables(_DEFINITE, (BARE,), (BARE,))
OBJECT = DeterminerTables(
    _DEFINITE + (A,) * 9 + (ONE,),
    (*_DEFINITE, *(BARE,) * 60, *_COUNTED, *(ANY,) * 6),
    (*_DEFINITE, *(BARE,) * 18, *(SOME,) * 4, *(ANY,) * 3),
)
_PARTICULAR = (*_OWN, THIS, THAT)  # without "the": French has "les œufs" also for eggs in general
GENERIC_OBJECT = DeterminerTables(_DEFINITE, _PARTICULAR + (BARE,) * 30, _PARTICULAR + (BARE,) * 46)
PARTICULAR_OBJECT = DeterminerTables(_DEFINITE, _PARTICULAR, _PARTICULAR)
NEGATED_OBJECT = DeterminerTables(
    _DEFINITE + (A,) * 24, (*_DEFINITE, *(BARE,) * 48, *(ANY,) * 8), (*_DEFINITE, *(BARE,) * 18, *(ANY,) * 6)
)
INDEFINITE = DeterminerTables((A,) * 9 + (ONE,), ((BARE,) * 6 + (ANY,) * 3 + _COUNTED), (BARE, SOME, ANY))
BARE_OBJECT = DeterminerTables((), (BARE,), (BARE,))  # "he reads books"
ROLES = DeterminerTables((A,), (BARE,), (BARE,))  # "a doctor", "doctors"
NO_DETERMINER = DeterminerTables((NO,), (NO,), (NO,))
PLACE = DeterminerTables((THE,) * 18 + _OWN + (THIS,), (THE,), (THE,))
HOME = DeterminerTables(_DEFINITE + (A,) * 4, _DEFINITE, _DEFINITE)
COMPANY = DeterminerTables((THE,) * 3 + _OWN, (THE,) * 3 + _OWN, (THE,))
OWNER = DeterminerTables((THE, THE, *_OWN), (THE,), (THE,))


@cache
def keep_determiner(tables: DeterminerTables, determiner: Determiner) -> DeterminerTables:
    """Return tables of one determiner alone, in the contexts that have it."""
    rows = (tables.singular, tables.plural, tables.mass)
    return DeterminerTables(*(tuple(each for each in row if each is determiner) for row in rows))


DetermineWord = tuple[Determiner, tuple[Number, ...]]


def _numbers(determiner: Determiner, word: str) -> tuple[Number, ...]:
    return tuple(number for number in Number if determiner is BARE or determiner.english[number] == word)


def _words(determiners: Sequence[Determiner], numbers: Sequence[Number]) -> Words[DetermineWord]:
    spoken = [(each, each.english[number]) for each in determiners for number in numbers]
    return Words(
        ((each, _numbers(each, word)), (word,) if word else ()) for each, word in spoken if word or each is BARE
    )


DETERMINER_WORDS = _words((*DETERMINERS, BARE), tuple(Number))


@cache
def table_of(noun: Noun | None, number: Number | None, tables: DeterminerTables) -> Words[DetermineWord]:
    """Return the determiners to draw for a noun in a number; all of them if the noun is not known yet."""
    if noun is None or number is None:
        return DETERMINER_WORDS
    table = tables.plural if number is Number.PLURAL else tables.singular
    if noun.is_mass and not noun.classes & _KIN:
        table = tables.mass
    if "bare" in noun.classes:
        table = (BARE,)
    if "cup" in noun.classes and SOME in table:
        table += (A,) * 3
    if "sole" in noun.classes or ("royal" in noun.classes and tables.is_definite):
        table = (THE,)
    elif noun.classes & _KIN and tables.is_definite:
        table = _OWN
    elif noun.classes & _UNOWNED:
        stand_in = THE if THE in table else THIS
        table = tuple(stand_in if each in POSSESSIVES else each for each in table)
    return _words(table, (number,))
