"""Nouns after "to be": what somebody is, "a student" (étudiant), and what "this" is, "a book" (c'est un livre)."""

from dataclasses import replace

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import ROLES, DeterminerTables
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, proper_noun
from model.corpus.grammar.phrase import Article, Coordination, NounPhrase, is_described, list_attributes
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import (
    BARE,
    DEMONSTRATIVES,
    HE,
    HER,
    HIS,
    MY,
    OUR,
    POSSESSIVES,
    SHE,
    THE,
    THEIR,
    THEY,
    THIRD,
    THIRD_PLURAL,
    WE,
    YOU,
    YOUR,
    A,
    I,
)
from model.corpus.lexicon.word_classes import GOODS

_POSSESSED = DeterminerTables((*POSSESSIVES, THE), POSSESSIVES, POSSESSIVES)
_KNOWN = DeterminerTables((THE, *POSSESSIVES), (THE, *POSSESSIVES), (THE, *POSSESSIVES))
_OWN = {I.person: (MY, OUR), YOU.person: (YOUR,), WE.person: (MY, OUR)}  # of the subject: "you are your friend"
_OTHERS = ((HE, HIS), (SHE, HER), (THEY, THEIR))  # "they are their friends": whose
_ROLE: Classes = frozenset({"role"})
_PERSON: Classes = frozenset({"child", "adult"})
_RELATION: Classes = frozenset({"relation"})
_TITLED: Classes = frozenset({"role", "royal"})  # without an article in French: "il est roi"
_PRESENTED = (  # what "this is" presents
    (GOODS | {"animal", "place"}, _KNOWN),
    (GOODS | {"animal", "fruit", "place"}, ROLES),
    (frozenset({"kin", "spouse", "role", "relation"}), _POSSESSED),
)
_PERSONAL = (  # what somebody is
    *((_ROLE, ROLES),) * 5,
    (_RELATION, ROLES),
    (_PERSON, ROLES),
    (frozenset({"kin"}), _POSSESSED),
    *((_RELATION, _POSSESSED),) * 5,
    (_ROLE | _RELATION, _POSSESSED),
)


def noun(d: Derivation, finite: Finite) -> Tokens:
    """Derive "a student" (étudiant), "my friend" (mon amie), "anna" or, after "it", "a book" (c'est un livre)."""
    if d.choose((False,) * 9 + (True,), (False, True)):
        return _name(d, finite)
    return _presented(d, finite) if finite.subject.is_ce else _personal(d, finite)


def _name(d: Derivation, finite: Finite) -> Tokens:
    """Derive the name of who speaks, "i am anna", and of who is presented: "it is anna" (c'est Anna)."""
    subject = finite.subject
    d.require(subject.number is Number.SINGULAR and (subject.is_ce or subject.phrase in (I, YOU)))
    d.require(not finite.infinitive)
    d.avoid(bool(finite.negation) or finite.auxiliary is not BE or "name" in d.words)  # "my name is … and i am anna"
    return finite.be(proper_noun(d).french(Article.GENERIC), subject.as_ce() if subject.is_ce else None)


def _presented(d: Derivation, finite: Finite) -> Tokens:
    subject = finite.subject
    classes, tables = d.choose(_PRESENTED, _PRESENTED[:1])
    phrase = noun_phrase(d, nouns_of(classes), tables, subject.number)
    d.require(phrase.number is subject.number and "language" not in phrase.classes)  # "it is spanish"
    d.require(not finite.infinitive)  # "ça va être un livre"
    d.avoid(bool(finite.negation and list_attributes(phrase)) and phrase.determiner in POSSESSIVES)
    d.avoid(phrase.determiner is THE and not phrase.possessor and subject.number is Number.PLURAL)
    d.avoid("place" in phrase.classes and subject.number is Number.PLURAL)  # "these are schools"
    d.avoid(phrase.determiner in DEMONSTRATIVES)  # "those are these artists"
    return finite.be(phrase.french(Article.PARTITIVE), subject.as_ce())


def _personal(d: Derivation, finite: Finite) -> Tokens:
    subject = finite.subject
    classes, tables = d.choose(_PERSONAL, _PERSONAL[-1:])
    phrase = _agree_in_gender(noun_phrase(d, nouns_of(classes), tables, subject.number), subject.gender)
    d.require(phrase.number is subject.number and "language" not in phrase.classes)  # "i am spanish"
    is_plain_role = "role" in phrase.classes and phrase.determiner in (A, BARE) and not list_attributes(phrase)
    has_gender = phrase.noun.gender is subject.gender or bool(phrase.noun.feminine[0])
    d.avoid(not (has_gender or is_plain_role))  # "elle est médecin", but no "elle est une bonne médecin"
    d.avoid(not phrase.classes.isdisjoint({"animal", "group"}))  # an invented one; "i am his family"
    d.avoid(_is_odd_owner(phrase, subject) or _is_odd_description(phrase, finite))
    is_named = isinstance(subject.phrase, NounPhrase)
    d.avoid(is_named and bool(phrase.classes & subject.classes & {"role", "kin"}))  # "the artist is a nurse"
    is_told = not (is_named or finite.negation) and finite.auxiliary is BE
    d.avoid(not is_told and bool(phrase.classes & _PERSON))  # "the nurse is not a girl"
    d.avoid(finite.auxiliary is not BE and "kin" in phrase.classes)  # "she was my aunt"
    is_indefinite = phrase.determiner in (A, BARE)
    is_role = bool(phrase.classes & _TITLED) or ("relation" in phrase.classes and phrase.determiner is BARE)
    if is_indefinite and is_role and not (phrase.prenominal or phrase.postnominal):
        links = (phrase.start, phrase.index) if phrase.determiner is A else (phrase.index,)
        return finite.be([(phrase.noun.french[phrase.number], links)])
    is_he = isinstance(subject.phrase, Pronoun) and subject.person in (THIRD, THIRD_PLURAL)
    is_mine = phrase.determiner in POSSESSIVES and subject.phrase is not THEY  # "elle est mon amie", "ce sont mes amis"
    is_plain = is_mine and finite.auxiliary is BE and not finite.is_asked and not is_described(phrase)
    d.avoid(is_he and is_mine and is_described(phrase))  # "c'est ma nouvelle amie" beside "elle est mon amie"
    return finite.be(
        phrase.french(Article.PARTITIVE), subject.as_ce() if is_he and not (is_plain or finite.infinitive) else None
    )


def _agree_in_gender(phrase: NounPhrase, gender: Gender) -> NounPhrase:
    """Return the phrase with the feminine form of its noun if it says what a woman is."""
    if gender is Gender.MASCULINE or not phrase.noun.feminine[0]:
        return phrase
    return replace(phrase, noun=replace(phrase.noun, french=phrase.noun.feminine, gender=gender))


def _is_odd_owner(phrase: NounPhrase, subject: Subject) -> bool:
    """Return True if it is odd, or not said, whose friend or nurse somebody is."""
    determiner = phrase.determiner
    is_nobodys = determiner is A and "relation" in phrase.classes  # "you are a neighbor"
    is_unknown = determiner in (THE, *DEMONSTRATIVES) and phrase.possessor is None  # "she was the nurse"
    is_own = determiner in _OWN.get(subject.person, ())
    return is_nobodys or is_unknown or is_own or (subject.phrase, determiner) in _OTHERS


def _is_odd_description(phrase: NounPhrase, finite: Finite) -> bool:
    """Return True if the adjectives of the noun, or of the subject, are odd here."""
    subject, attributes = finite.subject.phrase, list_attributes(phrase)
    if is_described(subject):
        return True
    if not attributes:
        return False
    is_known = isinstance(subject, NounPhrase | Coordination)
    odd = ("nature", "age") if is_known else ("nature",)  # "my aunt is a young artist", "she is a nice nurse"
    is_bare_relation = "relation" in phrase.classes and phrase.determiner in (A, BARE)  # "they are american neighbors"
    is_denied = bool(finite.negation) or finite.auxiliary is not BE  # "she was a young nurse"
    return is_denied or is_bare_relation or any(each.kind in odd for each in attributes)
