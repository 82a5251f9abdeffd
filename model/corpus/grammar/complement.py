"""The complement of "to be": an adjective, a feeling, a noun, a place, an age or a progressive verb.

Every rule returns the French clause, its subject included.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from model.corpus.grammar.adjective_predicate import (
    APPENDED,
    adjective,
    feeling,
    list_feelings,
    list_predicative,
    state,
    weather,
)
from model.corpus.grammar.adjunct import has_whereabouts, whereabouts
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import ROLES, DeterminerTables
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import Article, Coordination, NounPhrase, is_described, list_attributes
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import verb_phrase
from model.corpus.lexicon.categories import Classes, Gender, Number, Tense
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import (
    BARE,
    CARDINALS,
    DEMONSTRATIVES,
    HE,
    HER,
    HIS,
    IT,
    MY,
    OUR,
    POSSESSIVES,
    SHE,
    THE,
    THEIR,
    THEY,
    THIRD,
    WE,
    YOU,
    YOUR,
    A,
    I,
)
from model.corpus.lexicon.tables import ADJECTIVES
from model.corpus.lexicon.word_classes import GOODS, PEOPLE

Complement = Callable[[Derivation, Finite], Tokens]

_AGES = Words((number, (number.english[Number.PLURAL],)) for number in CARDINALS)
_POSSESSED = DeterminerTables((*POSSESSIVES, THE), POSSESSIVES, POSSESSIVES)
_KNOWN = DeterminerTables((THE, *POSSESSIVES), (THE, *POSSESSIVES), (THE, *POSSESSIVES))
_OWN = {I.person: (MY,), YOU.person: (YOUR,), WE.person: (MY, OUR)}  # of the subject: "you are your friend"
_OTHERS = ((HE, HIS), (SHE, HER), (THEY, THEIR))  # "they are their friends": whose
_ROLE: Classes = frozenset({"role"})
_TITLED: Classes = frozenset({"role", "royal"})  # without an article in French: "il est roi"
_PRESENTED = (  # what "this is" presents
    (GOODS | {"animal", "place"}, _KNOWN),
    (GOODS | {"animal", "fruit", "place"}, ROLES),
    (frozenset({"kin", "spouse", "role", "relation"}), _POSSESSED),
)


def complement(d: Derivation, finite: Finite) -> Tokens:
    """Derive anything that follows "to be"."""
    subject, is_present = finite.subject, finite.auxiliary is BE
    is_person = subject.is_animate and bool(subject.classes & PEOPLE) and "group" not in subject.classes
    drawn: tuple[Complement, ...] = (adjective,) * 8
    drawn += (_place,) * (2 * has_whereabouts(subject.classes))
    drawn += (feeling,) * subject.is_animate + (_noun,) * (4 * is_person)
    drawn += (progressive,) * (8 * is_present * subject.is_animate)
    is_named = isinstance(subject.phrase, NounPhrase | Coordination)
    is_small = not is_named or bool(subject.classes & {"child", "offspring"})
    drawn += (_age,) * (is_present and is_person and is_small and not finite.negation)
    drawn += (weather, progressive) * (is_present and subject.phrase is IT)
    return d.choose(drawn, _ALL)(d, finite)


def occurrence(d: Derivation, finite: Finite) -> Tokens:
    """Derive what happens: "a bird is singing"; parsed like any complement."""
    return d.choose((progressive,), _ALL)(d, finite)


def opinion(d: Derivation, finite: Finite) -> Tokens:
    """Derive what one thinks of something; parsed like any complement."""
    drawn: tuple[Complement, ...] = (partial(adjective, drawn=_OPINIONS),) * 6 + (feeling,) * finite.subject.is_animate
    return d.choose(drawn + (_place,) * has_whereabouts(finite.subject.classes), _ALL)(d, finite)


def situation(d: Derivation, finite: Finite) -> Tokens:
    """Derive what may have a reason; parsed like any complement."""
    drawn = (state,) * 3 + (feeling, progressive, progressive) * finite.subject.is_animate
    return d.choose(drawn, _ALL)(d, finite)


def explanation(words: frozenset[str] | None, too: int) -> Complement:
    """Return the rule for an adjective or a feeling; parsed like any complement.

    Args:
        words: English adjectives and feelings to draw; None for all.
        too: how often "too" is drawn for six adjectives without a degree.
    """

    def derive(d: Derivation, finite: Finite) -> Tokens:
        drawn: tuple[Complement, ...] = (partial(adjective, drawn=words, too=too),) * 4
        drawn *= bool(list_predicative(finite.subject, words))
        drawn += (partial(feeling, drawn=words),) * bool(list_feelings(finite.subject, words))
        return d.choose(drawn, _ALL)(d, finite)

    return derive


def presentation(d: Derivation, finite: Finite) -> Tokens:
    """Derive what follows "this is": "c'est un livre", "c'est beau"."""
    return d.choose((_noun, _noun, adjective), (adjective, _noun))(d, finite)


def _noun(d: Derivation, finite: Finite) -> Tokens:
    """Derive "a student" (étudiant), "my friend" (mon amie) or, after "it", "a book" (c'est un livre)."""
    subject = finite.subject
    if subject.is_ce:
        classes, tables = d.choose(_PRESENTED, _PRESENTED[:1])
        phrase = noun_phrase(d, nouns_of(classes), tables, subject.number)
        d.require(phrase.number is subject.number)
        d.avoid(bool(finite.negation and list_attributes(phrase)) and phrase.determiner in POSSESSIVES)
        d.avoid(phrase.determiner is THE and not phrase.possessor and subject.number is Number.PLURAL)
        d.avoid("place" in phrase.classes and subject.number is Number.PLURAL)  # "these are schools"
        return finite.be(phrase.french(Article.PARTITIVE), subject.as_ce())
    kin: Classes = frozenset({"kin"})
    relation: Classes = frozenset({"relation"})
    options = (
        (_ROLE, ROLES), (_ROLE, ROLES), (relation, ROLES), (kin, _POSSESSED), (relation, _POSSESSED),
        (_ROLE | relation, _POSSESSED),
    )  # fmt: skip
    classes, tables = d.choose(options, options[-1:])
    phrase = _agree_in_gender(noun_phrase(d, nouns_of(classes), tables, subject.number), subject.gender)
    d.require(phrase.number is subject.number)
    d.avoid(phrase.determiner in _OWN.get(subject.person, ()))
    d.avoid(phrase.noun.gender is not subject.gender and not phrase.noun.feminine[0])
    d.avoid(phrase.determiner is A and "relation" in phrase.classes)  # "you are a neighbor": whose
    is_named = isinstance(subject.phrase, NounPhrase)
    d.avoid(is_named and bool(phrase.classes & subject.classes & {"role", "kin"}))  # "the artist is a nurse"
    d.avoid("animal" in phrase.classes)  # an invented one
    d.avoid(phrase.determiner in (THE, *DEMONSTRATIVES) and phrase.possessor is None)  # "she was the nurse"
    is_indefinite = phrase.determiner in (A, BARE)
    attributes = list_attributes(phrase)
    d.avoid(bool(attributes) and (bool(finite.negation) or finite.auxiliary is not BE))  # "she was a young nurse"
    is_known = is_named or isinstance(subject.phrase, Coordination)
    odd = ("nature", "age") if is_known else ("nature",)
    d.avoid(any(each.kind in odd for each in attributes))  # "she is a nice nurse", "my aunt is a young artist"
    d.avoid(is_described(subject.phrase))
    d.avoid(bool(attributes) and is_indefinite and "relation" in phrase.classes)  # "they are american neighbors"
    d.avoid(finite.auxiliary is not BE and "kin" in phrase.classes)  # "she was my aunt"
    d.avoid((subject.phrase, phrase.determiner) in _OTHERS)
    is_role = bool(phrase.classes & _TITLED) or ("relation" in phrase.classes and phrase.determiner is BARE)
    if is_indefinite and is_role and not (phrase.prenominal or phrase.postnominal):
        links = (phrase.start, phrase.index) if phrase.determiner is A else (phrase.index,)
        return finite.be([(phrase.noun.french[phrase.number], links)])
    is_he = isinstance(subject.phrase, Pronoun) and subject.person >= THIRD
    d.require(not is_he or not is_indefinite)  # "he is a good doctor": French has "ce" for the person
    return finite.be(phrase.french(Article.PARTITIVE))


def _agree_in_gender(phrase: NounPhrase, gender: Gender) -> NounPhrase:
    """Return the phrase with the feminine form of its noun if it says what a woman is."""
    if gender is Gender.MASCULINE or not phrase.noun.feminine[0]:
        return phrase
    return replace(phrase, noun=replace(phrase.noun, french=phrase.noun.feminine, gender=gender))


def _place(d: Derivation, finite: Finite) -> Tokens:
    d.require(not finite.subject.excluded)
    subject = finite.subject
    phrase = subject.phrase
    d.avoid(isinstance(phrase, NounPhrase) and phrase.determiner is BARE)  # "water is in the kitchen"
    d.avoid(any(each.kind not in APPENDED for each in list_attributes(phrase)))
    is_fixed = bool(subject.classes & {"place", "tree"})
    d.avoid(is_fixed and (finite.auxiliary is not BE or bool(finite.negation)))  # "the park is not behind the house"
    return finite.be(whereabouts(d, subject.classes))


def _age(d: Derivation, finite: Finite) -> Tokens:
    number = d.choose_word(_AGES)
    years = d.say("years", "old")
    return finite.have([(number.french[2], (years - 1,)), ("ans", (years, years + 1))])


def progressive(d: Derivation, finite: Finite, gap: Gap | None = None) -> Tokens:
    """Derive "eating fish", in French the present; ``gap`` is the complement that a question word replaces."""
    d.require(finite.auxiliary is BE and not finite.subject.excluded)
    phrase = verb_phrase(d, finite.subject, Form.PROGRESSIVE, Tense.PROGRESSIVE, finite.negation, gap=gap)
    verb = (phrase.verb.french[finite.subject.person], (finite.index, phrase.index))
    return finite.order(verb, phrase.rest, phrase.clitic)


_OPINIONS = frozenset(each.english for each in ADJECTIVES if each.kind not in ("colour", "novelty"))
_ALL: tuple[Complement, ...] = (weather, feeling, adjective, _noun, _place, _age, progressive)
