"""Objects of verbs: a pronoun, a name, a noun phrase, or two of them joined."""

from functools import cache

from model.corpus.grammar.coordination import choose_same_determiner, join, list_of_one_kind
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import (
    BARE_OBJECT,
    DEFINITE,
    GENERIC_OBJECT,
    INDEFINITE,
    NEGATED_OBJECT,
    NO_DETERMINER,
    OBJECT,
    PARTICULAR_OBJECT,
    DeterminerTables,
)
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, place_name, proper_noun
from model.corpus.grammar.object_pronoun import object_pronoun, require_object
from model.corpus.grammar.phrase import NounPhrase, Phrase, ProperNoun, is_described, list_attributes, refers_to
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes, Gender, Number, ObjectArticle
from model.corpus.lexicon.entries import Determiner, Noun, Pronoun, Verb
from model.corpus.lexicon.function_words import (
    ANY,
    BARE,
    CARDINALS,
    HER,
    HIS,
    MANY,
    MY,
    ONE,
    OUR,
    SOME,
    THE,
    THEIR,
    THIRD,
    THIRD_PLURAL,
    WE,
    YOU,
    YOUR,
    A,
    I,
)
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE

_FEW: Classes = ANIMATE | {"vehicle", "furniture", "place"}  # of which one does not have many
_TABLES: dict[ObjectArticle, DeterminerTables] = {
    ObjectArticle.GENERIC: GENERIC_OBJECT,
    ObjectArticle.DEFINITE: DEFINITE,
    ObjectArticle.INDEFINITE: INDEFINITE,
    ObjectArticle.NONE: BARE_OBJECT,
}


def verb_object(
    d: Derivation,
    verb: Verb,
    subject: Subject,
    *,
    is_negated: bool,
    is_perfect: bool,
    is_habit: bool = False,
    may_negate: bool = False,
) -> Phrase | Pronoun:
    """Derive the object of a verb that has one.

    Args:
        d: the derivation.
        verb: the verb.
        subject: its subject.
        is_negated: True after "not".
        is_perfect: True if a French participle could agree with a pronoun.
        is_habit: True to draw what is done again and again: "books", not "the book".
        may_negate: True if "no" before the object may negate the clause: "he has no money".
    """
    d.avoid(is_habit and "specific" in verb.traits)
    parsed = drawn = _choose_tables(verb, is_negated=is_negated)
    if "own" in verb.traits:
        drawn = _own_tables(subject.person, subject.gender)
    elif is_habit and parsed in (OBJECT, NEGATED_OBJECT, INDEFINITE):
        drawn = BARE_OBJECT
    tables = d.choose((drawn,), (parsed,))
    can_negate = may_negate and tables in (OBJECT, INDEFINITE) and not verb.preposition
    if can_negate and d.decide(0.12 if verb.infinitive == "avoir" else 0.0, "no"):
        tables = NO_DETERMINER
    is_restricted = verb.article in (ObjectArticle.INDEFINITE, ObjectArticle.NONE)
    has_people = bool(verb.objects & PEOPLE) and not is_restricted
    kinds = ("noun",) * 6 + ("pronoun",) * (not is_restricted) + (("pronoun",) * 3 + ("name",) * 4) * has_people
    kinds += ("place",) * ("city" in verb.objects and "averse" not in verb.traits)
    kind = d.choose(kinds, ("pronoun", "name", "noun", "place"))
    d.require(kind == "noun" or tables is not NO_DETERMINER)
    if kind == "pronoun":
        return object_pronoun(d, verb, subject, has_people=has_people, is_perfect=is_perfect, is_habit=is_habit)
    is_one = is_negated or kind == "place" or not verb.traits.isdisjoint({"single", "averse"})
    is_joined = verb.article is not ObjectArticle.INDEFINITE and d.decide(0.0 if is_one else 0.3, "and")
    nouns = nouns_of(verb.objects)
    first = _conjunct(d, verb, kind, nouns, tables, is_negated=is_negated, is_joined=is_joined)
    d.require(subject.phrase is None or not refers_to(first, subject.phrase))
    if isinstance(first, NounPhrase):
        d.avoid("strange" in verb.traits and first.determiner in _list_own(subject.person))
        d.avoid("clothing" in first.classes and first.determiner in _list_shared(subject))  # "we wear our hat"
        d.avoid(_is_ours(subject) and first.determiner is MY)  # "we like my aunts", "our brother likes my aunt"
        d.avoid(first.determiner is BARE and _is_same_noun(first, subject.phrase))  # "dogs": "other dogs"
        d.avoid(is_habit and any(each.kind == "quality" for each in list_attributes(first)))  # "he eats good apples"
    d.require(not (is_joined and tables is NO_DETERMINER))
    if not is_joined:
        return first
    index = d.say("and")
    kind, nouns = d.choose(("noun",), ("name", "noun")), list_of_one_kind(nouns, first.classes)
    tables = choose_same_determiner(d, tables, first)
    second = _conjunct(d, verb, kind, nouns, tables, is_negated=is_negated, is_joined=True)
    return join(d, first, index, second)


def _choose_tables(verb: Verb, *, is_negated: bool) -> DeterminerTables:
    if "specific" in verb.traits:
        return PARTICULAR_OBJECT if verb.article is ObjectArticle.GENERIC else DEFINITE
    if verb.article is not ObjectArticle.PARTITIVE:
        return _TABLES[verb.article]
    return NEGATED_OBJECT if is_negated else OBJECT


def _conjunct(
    d: Derivation,
    verb: Verb,
    kind: str,
    nouns: tuple[Noun, ...],
    tables: DeterminerTables,
    *,
    is_negated: bool,
    is_joined: bool,
) -> ProperNoun | NounPhrase:
    if kind == "name":
        name = proper_noun(d)
        d.require("placed" not in verb.traits)  # "je rends visite à anna"
        require_object(d, verb, name.classes)
        return name
    if kind == "place":
        d.require("city" in verb.objects)
        return place_name(d)
    number = Number.SINGULAR if "single" in verb.traits else None
    phrase = noun_phrase(d, nouns, tables, number, is_plain="averse" in verb.traits, is_joined=is_joined)
    d.require(not (verb.article is ObjectArticle.GENERIC and is_negated and phrase.determiner is A))
    d.avoid(phrase.determiner in CARDINALS[4:] and bool(phrase.classes & _FEW))  # "they have ten daughters"
    d.avoid(is_negated and phrase.determiner in (ONE, SOME, MANY, *CARDINALS))
    d.avoid(is_negated and is_described(phrase) and phrase.determiner in (A, BARE))
    d.avoid(is_described(phrase) and phrase.determiner in (ANY, ONE))  # "any good bread", "one green shirt"
    d.avoid(is_negated and phrase.determiner is A and phrase.noun.is_mass)  # "he does not have a coffee"
    d.avoid("skill" in verb.traits and phrase.determiner is not THE)  # "jouer de ma guitare"
    d.avoid("judging" in verb.traits and phrase.postnominal is not None)  # "elle trouve ses chiens intelligents"
    d.require("placed" not in verb.traits or not phrase.classes & PEOPLE)
    d.require("language" not in phrase.classes or "language" in verb.objects)
    require_object(d, verb, phrase.classes)
    return phrase


@cache
def _own_tables(person: int, gender: Gender) -> DeterminerTables:
    own = {THIRD: (HER if gender else HIS,), THIRD_PLURAL: (THEIR,)}.get(person, _list_own(person))
    return DeterminerTables(own, own, own)


def _list_own(person: int) -> tuple[Determiner, ...]:
    """Return the possessives that may be the subject's own: "she does not know her mother"."""
    return {I.person: (MY, OUR), YOU.person: (YOUR,), WE.person: (MY, OUR)}.get(person, (HIS, HER, THEIR))


def _list_shared(subject: Subject) -> tuple[Determiner, ...]:
    """Return the possessives of a plural subject, whose single hat is odd."""
    return _list_own(subject.person) if subject.number is Number.PLURAL else ()


def _is_same_noun(phrase: NounPhrase, other: object) -> bool:
    return isinstance(other, NounPhrase) and other.noun is phrase.noun


def _is_ours(subject: Subject) -> bool:
    phrase = subject.phrase
    return phrase is WE or (isinstance(phrase, NounPhrase) and phrase.determiner is OUR)
