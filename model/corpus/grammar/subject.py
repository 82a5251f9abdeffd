"""Subjects: a pronoun, a name, a noun phrase or a coordination."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from model.corpus.grammar.coordination import coordination
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import SUBJECT, DeterminerTables
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, place_name, proper_noun
from model.corpus.grammar.phrase import Article, Coordination, NounPhrase, Phrase, ProperNoun
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.entries import Noun, Pronoun
from model.corpus.lexicon.function_words import (
    FIRST,
    FIRST_PLURAL,
    HE,
    IT,
    PRONOUNS,
    SECOND,
    SHE,
    THEY,
    THIRD,
    THIRD_PLURAL,
    WE,
    YOU,
    I,
)
from model.corpus.lexicon.word_classes import ANIMATE

PERSONS = (FIRST,) * 3 + (SECOND,) * 2 + (THIRD,) * 12 + (FIRST_PLURAL,) * 3 + (THIRD_PLURAL,) * 5
QUESTION_PERSONS = (FIRST,) + (SECOND,) * 6 + (THIRD,) * 9 + (FIRST_PLURAL,) + (THIRD_PLURAL,) * 4
_DRAWN = ((I,), (YOU,), (HE, HE, SHE, SHE, IT), (WE,), (THEY,))  # by person
_ANIMATE_NOUNS = nouns_of(ANIMATE)
_ANYBODY: Classes = frozenset({"child", "adult", "kin", "sibling", "role", "relation"})  # whom a pronoun is taken for
_IT: Classes = frozenset({"it", "animal"})  # of "it" without an antecedent


class Subject(NamedTuple):
    """A subject with what agrees with it.

    Attributes:
        tokens: French words.
        person: index into the forms of a verb.
        gender: grammatical gender in French.
        number: grammatical number.
        classes: semantic classes.
        phrase: the phrase or pronoun; None for question words and demonstratives.
        is_resolved: True for a pronoun whose antecedent is known.
        excluded: classes that a predicate must not fit, because the pronoun would then refer to something else.
    """

    tokens: Tokens
    person: int
    gender: Gender
    number: Number
    classes: Classes
    phrase: Phrase | Pronoun | None = None
    is_resolved: bool = False
    excluded: Classes = frozenset()

    @property
    def word(self) -> int | None:
        """Index of its English noun, name or pronoun; None for joined phrases."""
        if isinstance(self.phrase, NounPhrase | ProperNoun):
            return self.phrase.index
        return None if isinstance(self.phrase, Coordination) or not self.tokens else self.tokens[0][1][0]

    @property
    def is_animate(self) -> bool:
        """True if it is surely a person or an animal."""
        return bool(self.classes & ANIMATE) and (self.phrase is not IT or self.is_resolved)

    @property
    def is_indefinite_it(self) -> bool:
        """True for "it" without an antecedent."""
        return self.phrase is IT and not self.is_resolved

    @property
    def is_ce(self) -> bool:
        """True if French has "ce" before a noun: for "it", "this" and "that"."""
        return self.tokens[0][0] == "ce'" or self.is_indefinite_it

    def as_ce(self) -> Tokens:
        """Return the French pronoun "ce"."""
        return [("ce'", self.tokens[0][1])]


@cache
def _pronouns(person: int | None) -> Words[Pronoun]:
    pronouns = PRONOUNS if person is None else _DRAWN[person]
    return Words((pronoun, (pronoun.english,)) for pronoun in pronouns)


def subject(
    d: Derivation,
    person: int | None = None,
    nouns: Sequence[Noun] | None = None,
    tables: DeterminerTables = SUBJECT,
) -> Subject:
    """Derive a subject.

    Args:
        d: the derivation.
        person: person to draw; None when parsing.
        nouns: nouns to draw; None for people and animals, and also pronouns, names and coordinations.
        tables: determiners to draw.
    """
    is_anybody, nouns = nouns is None, nouns or _ANIMATE_NOUNS
    if d.decide(0.16 if person == THIRD_PLURAL and is_anybody else 0.0, "and"):
        joined = _of_phrase(coordination(d, nouns))
        d.avoid("infant" in joined.classes)  # "tom and the baby are teachers"
        return joined
    kinds: tuple[str, ...] = ("pronoun", "pronoun", "noun", "noun")
    if person in (FIRST, SECOND, FIRST_PLURAL):
        kinds = ("pronoun",)
    kinds += ("name",) * (person == THIRD)
    kind = d.choose(kinds if is_anybody else ("noun",), ("pronoun", "name", "noun", "place"))
    if kind == "pronoun":
        return pronoun_subject(d, d.choose_word(_pronouns(person), _pronouns(None)))
    if kind == "name":
        return _of_phrase(proper_noun(d))
    if kind == "place":
        return place_subject(d)
    number = None if person is None else Number(person == THIRD_PLURAL)
    return _of_phrase(noun_phrase(d, nouns, tables, number))


def place_subject(d: Derivation) -> Subject:
    """Derive the name of a town or a country: "paris"."""
    return _of_phrase(place_name(d))


def pronoun_subject(
    d: Derivation, pronoun: Pronoun, antecedent: Subject | None = None, excluded: Classes = frozenset()
) -> Subject:
    """Return the subject for a pronoun that has just been said; an antecedent decides the gender of "it" and "they"."""
    gender, classes = pronoun.gender, _IT if pronoun is IT else _ANYBODY
    if antecedent is not None and pronoun in (IT, THEY):
        gender, classes = antecedent.gender, antecedent.classes
    french = {IT: ("il", "elle"), THEY: ("ils", "elles")}.get(pronoun, (pronoun.french,) * 2)[gender]
    tokens: Tokens = [(french, (d.here - 1,))]
    is_resolved = antecedent is not None
    return Subject(tokens, pronoun.person, gender, pronoun.number, classes, pronoun, is_resolved, excluded)


def say_pronoun(d: Derivation, drawn: Sequence[Pronoun]) -> Pronoun:
    """Derive a subject pronoun, drawn from some."""
    planned = d.choose(drawn, (None,))
    return d.choose_word(_pronouns(None).only(planned) if planned else _pronouns(None), _pronouns(None))


def _of_phrase(phrase: Phrase) -> Subject:
    tokens = phrase.french(Article.GENERIC)
    return Subject(tokens, phrase.person, phrase.gender, phrase.number, phrase.classes, phrase)
