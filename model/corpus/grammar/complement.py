"""What follows "to be": an adjective, a feeling, a noun, a place, an age or a progressive verb."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from model.corpus.grammar.adjunct import location
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DEFINITE, DeterminerTables
from model.corpus.grammar.finite_verb import BE, PRESENT, Auxiliary, order_verb
from model.corpus.grammar.french import Tokens, inflect
from model.corpus.grammar.noun_phrase import Article, NounPhrase, adjective_words, noun_phrase, nouns_of
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_phrase import Form, verb_phrase
from model.corpus.lexicon.entries import Adjective, Classes, Feeling, Gender, Number, Pronoun
from model.corpus.lexicon.function_words import BARE, CARDINALS, IT, POSSESSIVES, THE, THIRD, A
from model.corpus.lexicon.tables import ADJECTIVES, ANIMATE, FEELINGS, GOODS, PEOPLE

_REASONS = frozenset({"state", "age"})  # kinds of adjectives
_DEGREES = Words([("", ()), ("très", ("very",)), ("trop", ("too",))])
_FEELINGS = Words((feeling, (feeling.english,)) for feeling in FEELINGS)
_AGES = Words((number, (number.english[Number.PLURAL],)) for number in CARDINALS)
_WEATHER = Words([("chaud", ("hot",)), ("froid", ("cold",))])
_ROLES = DeterminerTables((A,), (BARE,), (BARE,))
_POSSESSED = DeterminerTables((*POSSESSIVES, THE), POSSESSIVES, POSSESSIVES)


@cache
def _predicative(classes: Classes, kinds: frozenset[str] | None, excluded: Classes) -> tuple[Adjective, ...]:
    return tuple(
        each
        for each in ADJECTIVES
        if each.predicative & classes and not each.predicative & excluded and (kinds is None or each.kind in kinds)
    )


Complement = Callable[[Derivation, Auxiliary, Subject, int, tuple[int, ...]], Tokens]


def complement(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    """Derive what follows "to be"; return the French clause, its subject included.

    Args:
        d: the derivation.
        auxiliary: a tense of "to be".
        subject: the subject.
        index: of the English auxiliary.
        negation: index of "not", or empty.
    """
    people, is_present = bool(subject.classes & PEOPLE), auxiliary is BE
    drawn = (_adjective,) * 8
    if subject.classes & (ANIMATE | GOODS):
        drawn += (_place,) * 2
    if subject.is_animate:
        drawn += (_feeling,) + (_progressive,) * (5 * is_present) + (_noun,) * (4 * people)
        drawn += (_age,) * (is_present and people and not negation)
    if subject.phrase is IT:
        drawn += (_weather,) + (_progressive,) * is_present
    derive = d.choose(drawn, _ALL)
    return derive(d, auxiliary, subject, index, negation)


def reason(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    """Derive what follows "because he is": parsed like any complement, drawn so that it may be a reason."""
    derive = d.choose((_reason_adjective,) * 4 + (_feeling,) * subject.is_animate, _ALL)
    return derive(d, auxiliary, subject, index, negation)


def presentation(
    d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]
) -> Tokens:
    """Derive what follows "this is" or "it is": "c'est un livre", "c'est beau"."""
    return d.choose((_noun, _noun, _adjective), (_adjective, _noun))(d, auxiliary, subject, index, negation)


def _adjective(
    d: Derivation,
    auxiliary: Auxiliary,
    subject: Subject,
    index: int,
    negation: tuple[int, ...],
    kinds: frozenset[str] | None = None,
) -> Tokens:
    planned = d.choose(_predicative(subject.classes, kinds, subject.excluded), (None,))
    degree = _degree(d, planned.degrees if planned else frozenset())
    adjective = _spoken(d, subject, _word(planned) if planned else adjective_words())
    rest = [*degree, (inflect(adjective, subject.gender, subject.number), (d.here - 1,))]
    if not degree and not negation and d.decide(0.12, "and"):
        rest.append(("et", (d.say("and"),)))
        second = _spoken(d, subject, _joinable(adjective, subject.classes))
        d.require(second is not adjective)
        rest.append((inflect(second, subject.gender, subject.number), (d.here - 1,)))
    d.avoid(_repeats(subject, adjective) or (adjective.kind == "origin" and auxiliary is not BE))
    d.avoid(auxiliary is not BE and isinstance(subject.phrase, NounPhrase) and subject.phrase.determiner is BARE)
    d.require(subject.number is Number.SINGULAR or not _is_ce(subject))
    assert auxiliary.be
    is_ce = _is_indefinite_it(subject) and adjective.predicative - ANIMATE
    tokens = _pronoun_ce(subject) if is_ce else subject.tokens
    return order_verb(tokens, (auxiliary.be[subject.person], (index,)), rest, negation)


@cache
def _drawn_degrees(degrees: frozenset[str]) -> Words[str]:
    spoken = [("très", ("very",))] * 2 * ("very" in degrees) + [("trop", ("too",))] * ("too" in degrees)
    return Words([("", ())] * 6 + spoken)


@cache
def _word(adjective: Adjective) -> Words[Adjective]:
    return Words([(adjective, (adjective.english,))])


def situation(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    """Derive what may have a reason: parsed like any complement."""
    drawn = (_reason_adjective,) * 3 + (_feeling, _progressive, _progressive) * subject.is_animate
    return d.choose(drawn, _ALL)(d, auxiliary, subject, index, negation)


def _reason_adjective(
    d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]
) -> Tokens:
    return _adjective(d, auxiliary, subject, index, negation, _REASONS if subject.is_animate else None)


@cache
def _feeling_word(feeling: Feeling) -> Words[Feeling]:
    return Words([(feeling, (feeling.english,))])


def _degree(d: Derivation, degrees: frozenset[str]) -> Tokens:
    """Derive "very", "too" or nothing."""
    french = d.choose_word(_drawn_degrees(degrees), _DEGREES)
    return [(french, (d.here - 1,))] if french else []


def _spoken(d: Derivation, subject: Subject, drawn: Words[Adjective]) -> Adjective:
    adjective = d.choose_word(drawn, adjective_words())
    d.require(not subject.is_animate or bool(adjective.predicative & ANIMATE))
    d.require(not subject.is_resolved or bool(adjective.predicative & subject.classes))
    d.require(not adjective.predicative & subject.excluded)
    return adjective


@cache
def _joinable(first: Adjective, classes: Classes) -> Words[Adjective]:
    """Return the adjectives that go with a first one: of another kind, or both states or qualities."""
    return Words(
        (each, (each.english,))
        for each in ADJECTIVES
        if each.predicative & classes and each is not first and (each.kind != first.kind or each.kind == "state")
        and {first.english, each.english} not in ({"happy", "sad"}, {"open", "closed"}, {"clean", "dirty"})
    )  # fmt: skip


def _repeats(subject: Subject, adjective: Adjective) -> bool:
    """Return True if the subject has an adjective of the same kind: "the small cat is big"."""
    phrase = subject.phrase
    spoken = (phrase.prenominal, phrase.postnominal) if isinstance(phrase, NounPhrase) else ()
    return any(each is not None and each.adjective.kind == adjective.kind for each in spoken)


def _feeling(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    d.require(not subject.excluded)
    planned = d.choose(FEELINGS, (None,))
    degree = _degree(d, planned.degrees if planned else frozenset())
    feeling: Feeling = d.choose_word(_FEELINGS if planned is None else _feeling_word(planned), _FEELINGS)
    d.require(not degree or bool(feeling.degrees))
    d.require(subject.is_animate)
    assert auxiliary.have
    rest = [*degree, (feeling.french, (d.here - 1,))]
    return order_verb(subject.tokens, (auxiliary.have[subject.person], (index,)), rest, negation)


def _weather(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    d.require(auxiliary is BE and _is_indefinite_it(subject))
    degree = _degree(d, frozenset({"very", "too"}))
    french = d.choose_word(_WEATHER)
    return order_verb(subject.tokens, ("fait", (index,)), [*degree, (french, (d.here - 1,))], negation)


def _noun(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    """Derive "a student" (étudiant), "my friend" (mon amie), "a good doctor" or "a book" (c'est un livre)."""
    is_ce = _is_ce(subject)
    if is_ce:
        kind = d.choose((("goods", DEFINITE), ("goods", _ROLES), ("people", _POSSESSED)), (("goods", DEFINITE),))
        classes = GOODS | {"animal", "fruit", "place"} if kind[0] == "goods" else frozenset({"kin", "spouse", "role"})
        phrase = noun_phrase(d, nouns_of(classes), kind[1], subject.number)
    else:
        tables, classes = d.choose(
            ((_ROLES, "role"), (_ROLES, "role"), (_POSSESSED, "kin"), (_POSSESSED, "role")), ((_POSSESSED, "role"),)
        )
        phrase = noun_phrase(d, nouns_of(frozenset({classes})), tables, subject.number)
    d.require(phrase.number is subject.number)
    if isinstance(subject.phrase, Pronoun) or not is_ce:
        d.avoid(phrase.noun.gender is not subject.gender and not phrase.noun.feminine[0])
    if subject.gender is Gender.FEMININE and phrase.noun.feminine[0] and not is_ce:
        feminine = replace(phrase.noun, french=phrase.noun.feminine, gender=Gender.FEMININE)
        phrase = phrase._replace(noun=feminine)
    is_indefinite = phrase.determiner in (A, BARE)
    assert auxiliary.be
    finite = (auxiliary.be[subject.person], (index,))
    is_role = "role" in phrase.classes and is_indefinite and not (phrase.prenominal or phrase.postnominal)
    if is_role and not is_ce:
        determiner = (phrase.start, phrase.index) if phrase.determiner is A else (phrase.index,)
        return order_verb(subject.tokens, finite, [(phrase.noun.french[phrase.number], determiner)], negation)
    is_he = isinstance(subject.phrase, Pronoun) and subject.person >= THIRD
    d.require(is_ce or not is_he or not is_indefinite)  # "he is a good doctor": French has "ce" for the person
    tokens = _pronoun_ce(subject) if is_ce else subject.tokens
    return order_verb(tokens, finite, phrase.french(Article.PARTITIVE), negation)


def _place(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    d.require(not subject.excluded)
    assert auxiliary.be
    return order_verb(subject.tokens, (auxiliary.be[subject.person], (index,)), location(d), negation)


def _age(d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]) -> Tokens:
    number = d.choose_word(_AGES)
    number_index = d.here - 1
    years = d.say("years", "old")
    assert auxiliary.have
    rest = [(number.french[2], (number_index,)), ("ans", (years, years + 1))]
    return order_verb(subject.tokens, (auxiliary.have[subject.person], (index,)), rest, negation)


def _progressive(
    d: Derivation, auxiliary: Auxiliary, subject: Subject, index: int, negation: tuple[int, ...]
) -> Tokens:
    d.require(auxiliary.tense == PRESENT and not subject.excluded)
    phrase = verb_phrase(d, subject, Form.PROGRESSIVE, PRESENT, negation)
    finite = (phrase.verb.french[subject.person], (index, phrase.index))
    return order_verb(subject.tokens, finite, phrase.rest, negation, phrase.clitic)


def _is_indefinite_it(subject: Subject) -> bool:
    """Return True for "it" without an antecedent."""
    return subject.phrase is IT and not subject.is_resolved


def _is_ce(subject: Subject) -> bool:
    """Return True if French has "ce" before a noun: for "it", "this" and "that"."""
    return (subject.phrase is None and subject.tokens[0][0] == "ce'") or _is_indefinite_it(subject)


def _pronoun_ce(subject: Subject) -> Tokens:
    return [("ce'", subject.tokens[0][1])]


_ALL: tuple[Complement, ...] = (_weather, _feeling, _adjective, _noun, _place, _age, _progressive)
