"""Clauses: statements, negations and questions."""

from enum import Enum
from typing import NamedTuple

from model.corpus.grammar.complement import Complement, complement, occurrence, opinion, presentation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import (
    AUXILIARIES,
    BE,
    CAN,
    DID,
    DO,
    MUST,
    WAS,
    Auxiliary,
    Finite,
    all_auxiliary_words,
    ask,
    auxiliary_words,
)
from model.corpus.grammar.french import Tokens, depend_on_next
from model.corpus.grammar.noun_phrase import nouns_of
from model.corpus.grammar.phrase import Coordination, NounPhrase, is_described, list_attributes
from model.corpus.grammar.predicate import predicate
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import PERSONS, QUESTION_PERSONS, Subject, subject
from model.corpus.grammar.verb_phrase import Gap
from model.corpus.lexicon.entries import Classes, Gender, Number, ObjectArticle, Verb
from model.corpus.lexicon.function_words import (
    BARE,
    CARDINALS,
    FIRST,
    FIRST_PLURAL,
    MANY,
    SECOND,
    SOME,
    THIRD,
    THIRD_PLURAL,
    A,
)
from model.corpus.lexicon.tables import ADJECTIVES, GOODS, PEOPLE, find_present

_THINGS = nouns_of(GOODS | {"place", "town", "way", "fruit", "food", "drink", "song", "language"})
_PRESENTED: Classes = frozenset({"it"})
_ASKED = tuple(each for each in AUXILIARIES if each is not MUST)
_THOUGHTS = (("think", "thinks", "penser"), ("hope", "hopes", "espérer"))
_THOUGHT_WORDS = {form: Words((each, (each[form],)) for each in _THOUGHTS) for form in (0, 1)}
_DEMONSTRATIVES = (  # by Number
    Words((each, (each,)) for each in ("this", "this", "it", "that")),
    Words((each, (each,)) for each in ("these", "those")),
)
_HOPED = frozenset({"happy", "ready", "rich", "nice", "good", "here", "home"})
_VISIBLE = frozenset({"colour", "size", "temperature", "origin"})  # kinds of adjectives that tell things apart
_INCIDENTAL = frozenset(each.english for each in ADJECTIVES if each.kind not in _VISIBLE)
_ABSENT = frozenset({"in", "at"})  # "can she dance in the kitchen" is rarely asked
_COUNTED = frozenset({"some", "many", *(each.english[Number.PLURAL] for each in CARDINALS)})
_UNASKED = frozenset({"my", "our", "very", "too"})
_THAT = Words([(True, ("that",)), (False, ())])


class Mood(Enum):
    """The form of a clause."""

    STATEMENT = "he sleeps"
    NEGATION = "he does not sleep"
    QUESTION = "does he sleep"


class Clause(NamedTuple):
    """A clause.

    Attributes:
        tokens: French words.
        subject: its subject.
        mood: STATEMENT or NEGATION.
        auxiliary: its auxiliary.
        start: index of the English auxiliary; if it is silent, of the verb.
        verb: its verb; None after "to be".
        object: its object if that is a phrase.
    """

    tokens: Tokens
    subject: Subject
    mood: Mood
    auxiliary: Auxiliary
    start: int
    verb: Verb | None = None
    object: Subject | None = None


def statement(
    d: Derivation,
    mood: Mood = Mood.STATEMENT,
    who: Subject | None = None,
    auxiliaries: tuple[Auxiliary, ...] = AUXILIARIES,
    *,
    drawn: tuple[Auxiliary, ...] | None = None,
    derive_complement: Complement = complement,
) -> Clause:
    """Derive a statement or a negation.

    Args:
        d: the derivation.
        mood: STATEMENT or NEGATION.
        who: a subject that has been said; None to derive one.
        auxiliaries: auxiliaries to use.
        drawn: auxiliaries to draw, if fewer.
        derive_complement: rule for what follows "to be".
    """
    who = who or _any_subject(d)
    is_new = is_indefinite(who)
    d.avoid(mood is Mood.NEGATION and is_new)
    is_affirmative = mood is Mood.STATEMENT
    spoken = tuple(
        each for each in drawn or auxiliaries if (each.be or who.is_animate) and (not is_new or each in (BE, DID))
    )
    start = d.here
    auxiliary, _ = d.choose_word(
        auxiliary_words(who.person, spoken, is_statement=is_affirmative),
        auxiliary_words(who.person, auxiliaries, is_statement=is_affirmative),
    )
    negation: tuple[int, ...] = ()
    if not is_affirmative:
        index = d.say("not")
        negation = (start, index) if auxiliary.is_silent else (index,)
    finite = Finite(who, auxiliary, start, negation, is_inflected=is_affirmative and auxiliary.is_silent)
    d.relate(Relation.SUBJECT, who.word, start)
    said = predicate(d, finite, derive_complement=occurrence if is_new else derive_complement)
    d.avoid(is_new and said.verb is not None and said.verb.is_stative)  # "two cows heard him"
    d.avoid(is_new and d.words[-1] in ("it", "them"))
    d.avoid(not auxiliary.be and any(each.kind in ("nature", "quality") for each in list_attributes(who.phrase)))
    d.avoid(is_described(who.phrase) and said.object is not None and is_described(said.object.phrase))
    return Clause(said.tokens, who, mood, auxiliary, start, said.verb, said.object)


def question(
    d: Derivation,
    gap: Gap | None = None,
    auxiliaries: tuple[Auxiliary, ...] = _ASKED,
    derive_complement: Complement = complement,
) -> Tokens:
    """Derive a question with "est-ce que".

    Args:
        d: the derivation.
        gap: complement that a question word replaces.
        auxiliaries: auxiliaries to use.
        derive_complement: rule for what follows "to be".
    """
    person = d.choose(QUESTION_PERSONS, (None,))
    words = all_auxiliary_words(auxiliaries)
    is_about_speaker = person in (FIRST, FIRST_PLURAL)  # who knows what he does
    asked = tuple(each for each in auxiliaries if each is CAN) if is_about_speaker else auxiliaries
    d.avoid(not asked)
    drawn = words if person is None else auxiliary_words(person, asked, is_statement=False)
    auxiliary, word = d.choose_word(drawn, words)
    index = d.here - 1
    who = _any_subject(d, person, can_be_thing=bool(auxiliary.be) and gap is None)
    d.require(auxiliary.english[who.person] == word)
    d.avoid(is_indefinite(who) or isinstance(who.phrase, Coordination))
    d.avoid(who.is_indefinite_it and not auxiliary.be)
    is_long = is_described(who.phrase) or (isinstance(who.phrase, NounPhrase) and who.phrase.possessor is not None)
    d.avoid(is_long and (not auxiliary.be or gap is not None))
    d.relate(Relation.SUBJECT, who.word, index)
    said = predicate(d, Finite(who, auxiliary, index), gap, derive_complement)
    d.avoid(said.verb is not None and "rare" in said.verb.traits)
    d.avoid("and" in d.words)
    d.avoid(auxiliary is CAN and who.person in (THIRD, THIRD_PLURAL) and not _ABSENT.isdisjoint(d.words))
    d.avoid(not _COUNTED.isdisjoint(d.words))  # English asks for "any"
    d.avoid(not {"very", "too"}.isdisjoint(d.words))  # "are you tired" rather than "are you very tired"
    d.avoid(not auxiliary.be and not _INCIDENTAL.isdisjoint(d.words))  # "did she lose his interesting letter"
    d.avoid(auxiliary is DO and "tomorrow" in d.words)
    return ask(index, said.tokens)


def demonstrative_clause(d: Derivation) -> Tokens:
    """Derive "this is my book", "that is not a cat", "is it a car", "these are flowers"."""
    mood = d.choose((*Mood, Mood.STATEMENT, Mood.STATEMENT), tuple(Mood))
    number = d.choose((Number.SINGULAR,) * 4 + (Number.PLURAL,), tuple(Number))
    person = THIRD_PLURAL if number else THIRD
    auxiliary = d.choose((BE,) * 5 + (WAS,), (BE, WAS))
    word = auxiliary.english[person]
    index = d.say(word) if mood is Mood.QUESTION else -1
    d.avoid(d.choose_word(_DEMONSTRATIVES[number]) in ("this", "these") and auxiliary is WAS)
    d.avoid(auxiliary is WAS and (mood is not Mood.STATEMENT or number is Number.PLURAL))  # "were those houses"
    who = Subject([("ce'", (d.here - 1,))], person, Gender.MASCULINE, number, _PRESENTED)
    if mood is not Mood.QUESTION:
        index = d.say(word)
    negation = (d.say("not"),) if mood is Mood.NEGATION else ()
    start = d.here
    tokens = presentation(d, Finite(who, auxiliary, index, negation))
    d.avoid(mood is Mood.QUESTION and not _UNASKED.isdisjoint(d.words[start:]))  # "is this my horse"
    return ask(index, tokens) if mood is Mood.QUESTION else tokens


def thought(d: Derivation) -> Tokens:
    """Derive "anna thinks that he is tired"."""
    who = _any_subject(d)
    d.avoid(not who.is_animate or not who.classes & PEOPLE or "infant" in who.classes)
    d.avoid(is_indefinite(who) or is_described(who.phrase) or who.person == SECOND)
    _, _, infinitive = d.choose_word(_THOUGHT_WORDS[int(who.person == THIRD)])
    index = d.here - 1
    d.relate(Relation.SUBJECT, who.word, index)
    has_that = d.choose_word(_THAT)
    links = (d.here - 1,) if has_that else (index,)
    d.limit_options(1)
    start = d.here
    inner = statement(d, auxiliaries=(BE, WAS, DO, DID), drawn=(BE, DO), derive_complement=opinion)
    d.avoid(inner.verb is not None and not _is_opinion(inner.verb))
    d.avoid("to" in d.words[start:])  # "we think that he hopes to swim"
    is_local = not {"in", "at", "here", "there"}.isdisjoint(d.words[start:])
    d.avoid(is_local and inner.subject.person == who.person)  # "he thinks that he is in the street"
    d.avoid(is_indefinite(inner.subject) or is_described(inner.subject.phrase))
    is_same = inner.subject.person == who.person or {inner.subject.person, who.person} == {FIRST, FIRST_PLURAL}
    d.avoid(is_same and (infinitive == "espérer" or who.person not in (THIRD, THIRD_PLURAL)))  # "i think i sing"
    is_hoped = inner.auxiliary is BE and d.words[-1] in _HOPED and "very" not in d.words
    d.avoid(infinitive == "espérer" and not is_hoped)  # "i hope that he cries"
    d.avoid(not has_that and d.words[index + 1] == "that")  # "hope that rice is hot" reads the other way
    verb = (find_present(infinitive)[who.person], (index,))
    return Finite(who, DO, index).order(verb, [depend_on_next("que'", links, inner.tokens[0]), *inner.tokens])


def _any_subject(d: Derivation, person: int | None = None, *, can_be_thing: bool = True) -> Subject:
    """Derive a subject, sometimes a thing."""
    person = d.choose(PERSONS, (None,)) if person is None else person
    is_third = person in (THIRD, THIRD_PLURAL)
    if can_be_thing and is_third and d.choose((False,) * 5 + (True,), (False,)):
        return subject(d, person, _THINGS)
    return subject(d, person)


def _is_opinion(verb: Verb) -> bool:
    """Return True for what one thinks that somebody does: he loves her, he speaks french."""
    is_liked = verb.is_stative and "involuntary" not in verb.traits and bool(verb.objects & PEOPLE)
    return is_liked or verb.article is ObjectArticle.NONE


def is_unknown(what: Subject) -> bool:
    """Return True for what is indefinite or without determiner."""
    return is_indefinite(what) or (isinstance(what.phrase, NounPhrase) and what.phrase.determiner is BARE)


def is_indefinite(who: Subject) -> bool:
    """Return True for "a cat", "two cats", "some cats"."""
    return isinstance(who.phrase, NounPhrase) and who.phrase.determiner in (A, SOME, MANY, *CARDINALS)
