"""Clauses: statements, negations and questions."""

from enum import Enum
from typing import NamedTuple

from model.corpus.grammar.complement import Complement, complement, doubt, occurrence
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.finite_verb import (
    AUXILIARIES,
    BE,
    CAN,
    DID,
    DO,
    MUST,
    WILL,
    Auxiliary,
    Finite,
    all_auxiliary_words,
    ask,
    auxiliary_words,
)
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import NounPhrase, is_described, list_attributes
from model.corpus.grammar.predicate import predicate
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import PERSONS, QUESTION_PERSONS, Subject, place_subject, subject
from model.corpus.grammar.verb_choice import Gap
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.entries import Verb
from model.corpus.lexicon.function_words import (
    ANY,
    BARE,
    CARDINALS,
    FIRST,
    FIRST_PLURAL,
    IT,
    MANY,
    ONE,
    SOME,
    THIRD,
    THIRD_PLURAL,
    A,
)
from model.corpus.lexicon.tables import ADJECTIVES
from model.corpus.lexicon.word_classes import GOODS

_THINGS = nouns_of(
    GOODS | {"place", "outdoors", "town", "way", "sole", "fruit", "food", "drink", "song", "movie", "language", "game"}
)
_ASKED = tuple(each for each in AUXILIARIES if each is not MUST)
_VISIBLE = frozenset({"colour", "size", "temperature", "origin"})  # kinds of adjectives that tell things apart
INCIDENTAL = frozenset(each.english for each in ADJECTIVES if each.kind not in _VISIBLE)
_ABSENT = frozenset({"in", "at"})  # "can she dance in the kitchen" is rarely asked
_COUNTED = frozenset({"one", "some", "many", *(each.english[Number.PLURAL] for each in CARDINALS)})


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
    who = who or any_subject(d)
    is_new = is_indefinite(who)
    d.avoid(mood is Mood.NEGATION and is_new)
    is_affirmative = mood is Mood.STATEMENT
    is_weather = who.phrase is IT and derive_complement is complement  # "it will be cold"
    spoken = tuple(
        each
        for each in drawn or auxiliaries
        if (each.be or who.is_animate or (is_weather and each is WILL)) and (not is_new or each in (BE, DID))
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
    d.require(not is_affirmative or ANY.english[0] not in d.words[start:])
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
    own = (CAN,) if gap else (CAN, BE)
    asked = tuple(each for each in auxiliaries if each in own) if is_about_speaker else auxiliaries
    d.avoid(not asked)
    drawn = words if person is None else auxiliary_words(person, asked, is_statement=False)
    auxiliary, word = d.choose_word(drawn, words)
    index = d.here - 1
    who = any_subject(d, person, can_be_thing=bool(auxiliary.be) and gap is None)
    d.require(auxiliary.english[who.person] == word)
    d.avoid(is_indefinite(who))
    d.avoid(who.is_indefinite_it and not auxiliary.be)
    is_long = is_described(who.phrase) or (isinstance(who.phrase, NounPhrase) and who.phrase.possessor is not None)
    d.avoid(is_long and (not auxiliary.be or gap is not None))
    d.relate(Relation.SUBJECT, who.word, index)
    said = predicate(d, Finite(who, auxiliary, index), gap, doubt if is_about_speaker else derive_complement)
    d.avoid(said.verb is not None and "rare" in said.verb.traits)
    is_ability = said.verb is not None and ("involuntary" in said.verb.traits or "language" in said.verb.objects)
    d.avoid(is_about_speaker and ANY.english[0] in d.words)  # "can i listen to any music"
    d.avoid(is_about_speaker and is_ability)  # "can i hear her", "can i speak french"
    d.avoid(auxiliary is CAN and who.person in (THIRD, THIRD_PLURAL) and not _ABSENT.isdisjoint(d.words))
    d.avoid(not _COUNTED.isdisjoint(d.words))  # English asks for "any"
    d.avoid(not {"very", "too"}.isdisjoint(d.words))  # "are you tired" rather than "are you very tired"
    said_of_others = () if is_described(who.phrase) else d.words[:-1] if auxiliary.be else d.words
    d.avoid(not INCIDENTAL.isdisjoint(said_of_others))  # "did she lose his interesting letter"
    d.avoid(auxiliary is DO and "tomorrow" in d.words)
    d.avoid(said.verb is not None and said.verb.infinitive == "être")  # "does she sit": "is she sitting"
    d.avoid(auxiliary is CAN and not is_about_speaker and said.verb is not None and said.verb.infinitive == "avoir")
    return ask(index, said.tokens)


def any_subject(d: Derivation, person: int | None = None, *, can_be_thing: bool = True) -> Subject:
    """Derive a subject, sometimes a thing."""
    person = d.choose(PERSONS, (None,)) if person is None else person
    is_third = person in (THIRD, THIRD_PLURAL)
    if can_be_thing and is_third and d.choose((False,) * 5 + (True,), (False,)):
        is_place = person == THIRD and d.choose((True, *(False,) * 7))
        return place_subject(d) if is_place else subject(d, person, _THINGS)
    return subject(d, person)


def is_unknown(what: Subject) -> bool:
    """Return True for what is indefinite, "any", or without determiner."""
    return is_indefinite(what) or (isinstance(what.phrase, NounPhrase) and what.phrase.determiner in (ANY, BARE))


def is_indefinite(who: Subject) -> bool:
    """Return True for "a cat", "two cats", "some cats"."""
    return isinstance(who.phrase, NounPhrase) and who.phrase.determiner in (A, ONE, SOME, MANY, *CARDINALS)
