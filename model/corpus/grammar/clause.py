"""Clauses: statements, negations and questions."""

from enum import Enum
from typing import NamedTuple

from model.corpus.grammar.complement import Complement, complement, presentation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import GENERIC_SUBJECT
from model.corpus.grammar.finite_verb import (
    AUXILIARIES,
    BE,
    DID,
    DO,
    MUST,
    PAST,
    PRESENT,
    WAS,
    Auxiliary,
    all_auxiliary_words,
    auxiliary_words,
    order_verb,
)
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import NounPhrase, nouns_of
from model.corpus.grammar.subject import PERSONS, QUESTION_PERSONS, Subject, subject
from model.corpus.grammar.verb_phrase import Form, Gap, VerbPhrase, generic_verb_phrase, verb_phrase
from model.corpus.lexicon.entries import Gender, Number, Pronoun
from model.corpus.lexicon.function_words import CARDINALS, MANY, SOME, THEY, THIRD, THIRD_PLURAL, A
from model.corpus.lexicon.tables import ANIMATE, GOODS, PEOPLE, find_present

_INANIMATE = nouns_of(GOODS | {"place", "town", "way", "fruit", "food", "drink", "song", "language"})
_CONTROL = Words(
    [(("want", "vouloir"), ("want",))] * 3 + [(("like", "aimer"), ("like",)), (("hope", "espérer"), ("hope",))]
)
_CONTROL_THIRD = Words(
    [(("want", "vouloir"), ("wants",))] * 3 + [(("like", "aimer"), ("likes",)), (("hope", "espérer"), ("hopes",))]
)
_THOUGHTS = (("think", "thinks", "penser"), ("hope", "hopes", "espérer"))
_THOUGHT_WORDS = {form: Words((each, (each[form],)) for each in _THOUGHTS) for form in (0, 1)}
_ASKED = tuple(each for each in AUXILIARIES if each is not MUST)
_THAT = Words([(True, ("that",)), (False, ())])


class Mood(Enum):
    """The form of a clause."""

    STATEMENT = "he sleeps"
    NEGATION = "he does not sleep"
    QUESTION = "does he sleep"


class Clause(NamedTuple):
    """A clause: its French words, its subject, its tense, and its object if that is a phrase."""

    tokens: Tokens
    subject: Subject
    tense: str = PRESENT
    object: Subject | None = None


def statement(
    d: Derivation,
    mood: Mood = Mood.STATEMENT,
    who: Subject | None = None,
    auxiliaries: tuple[Auxiliary, ...] = AUXILIARIES,
    derive: Complement = complement,
    tense: str = "",
    *,
    is_reason: bool = False,
) -> Clause:
    """Derive a statement or a negation.

    Args:
        d: the derivation.
        mood: STATEMENT or NEGATION.
        who: a subject that has been said; None to derive one.
        auxiliaries: auxiliaries to use.
        derive: what to derive after "to be".
        tense: tense to draw; "" for any.
        is_reason: True to draw "to be" only.
    """
    who = who or _any_subject(d)
    d.avoid(mood is Mood.NEGATION and _is_indefinite(who))
    drawn = tuple(
        each for each in auxiliaries if (each.be or (who.is_animate and not is_reason)) and tense in ("", each.tense)
    )
    spoken = auxiliary_words(who.person, drawn, is_statement=mood is Mood.STATEMENT)
    parsed = auxiliary_words(who.person, auxiliaries, is_statement=mood is Mood.STATEMENT)
    start = d.here
    auxiliary, _ = d.choose_word(spoken, parsed)
    negation: tuple[int, ...] = ()
    if mood is Mood.NEGATION:
        index = d.say("not")
        negation = (start, index) if auxiliary.is_silent else (index,)
    return _predicate(d, auxiliary, who, start, negation, is_plain=mood is Mood.STATEMENT, derive=derive)


def generic_statement(d: Derivation) -> Clause:
    """Derive a statement about a kind: "cats like fish"."""
    who = subject(d, THIRD_PLURAL, nouns_of(frozenset({"animal", "child", "role"})), GENERIC_SUBJECT)
    phrase = generic_verb_phrase(d, who)
    return Clause(order_verb(who.tokens, (phrase.verb.french[who.person], (phrase.index,)), phrase.rest, ()), who)


def question(d: Derivation, gap: Gap | None = None, auxiliaries: tuple[Auxiliary, ...] = _ASKED) -> Clause:
    """Derive a question with "est-ce que".

    Args:
        d: the derivation.
        gap: complement that a question word replaces.
        auxiliaries: auxiliaries to use.
    """
    person = d.choose(QUESTION_PERSONS, (None,))
    drawn = (
        all_auxiliary_words(auxiliaries) if person is None else auxiliary_words(person, auxiliaries, is_statement=False)
    )
    auxiliary, word = d.choose_word(drawn, all_auxiliary_words(auxiliaries))
    index = d.here - 1
    who = _any_subject(d, person, is_animate=auxiliary.be is None)
    d.require(auxiliary.english[who.person] == word)
    d.avoid(_is_indefinite(who))
    clause = _predicate(d, auxiliary, who, index, (), gap=gap)
    return clause._replace(tokens=[("est-ce", (index,)), ("que'", (index,)), *clause.tokens])


def demonstrative_clause(d: Derivation, mood: Mood) -> Clause:
    """Derive "this is my book", "that is not a cat", "is it a car", "these are flowers"."""
    number = d.choose((Number.SINGULAR,) * 4 + (Number.PLURAL,), tuple(Number))
    words = Words((each, (each,)) for each in (("these", "those") if number else ("this", "this", "it", "that")))
    person = 4 if number else THIRD
    auxiliary = d.choose((BE,) * 5 + (WAS,), (BE, WAS))
    index = d.say(auxiliary.english[person]) if mood is Mood.QUESTION else -1
    d.choose_word(words)
    who = Subject([("ce'", (d.here - 1,))], person, Gender.MASCULINE, number, GOODS)
    if mood is not Mood.QUESTION:
        index = d.say(auxiliary.english[person])
    negation = (d.say("not"),) if mood is Mood.NEGATION else ()
    tokens = presentation(d, auxiliary, who, index, negation)
    if mood is Mood.QUESTION:
        tokens = [("est-ce", (index,)), ("que'", (index,)), *tokens]
    return Clause(tokens, who)


def _any_subject(d: Derivation, person: int | None = None, *, is_animate: bool = False) -> Subject:
    """Derive a subject; a thing if it is not animate and chance says so."""
    person = d.choose(PERSONS, (None,)) if person is None else person
    if not is_animate and person in (THIRD, THIRD_PLURAL) and d.choose((False,) * 5 + (True,), (False,)):
        return subject(d, person, _INANIMATE)
    return subject(d, person)


def _is_indefinite(who: Subject) -> bool:
    """Return True for "a cat", "two cats", "some cats"."""
    return isinstance(who.phrase, NounPhrase) and who.phrase.determiner in (A, SOME, MANY, *CARDINALS)


def _predicate(
    d: Derivation,
    auxiliary: Auxiliary,
    who: Subject,
    index: int,
    negation: tuple[int, ...],
    *,
    is_plain: bool = False,
    gap: Gap | None = None,
    derive: Complement = complement,
) -> Clause:
    """Derive the rest of a clause; ``is_plain`` if the English verb is inflected: "he sleeps", "he slept"."""
    if auxiliary.be:
        if gap is not None:
            d.require(auxiliary is BE)
            phrase = verb_phrase(d, who, Form.PROGRESSIVE, auxiliary.tense, gap=gap)
            finite = (phrase.verb.french[who.person], (index, phrase.index))
            return Clause(order_verb(who.tokens, finite, phrase.rest, negation, phrase.clitic), who)
        return Clause(derive(d, auxiliary, who, index, negation), who, auxiliary.tense)
    if auxiliary.infinitive_verb:
        return _infinitive_clause(d, who, (auxiliary.infinitive_verb[who.person], (index,)), negation, gap=gap)
    d.require(not who.excluded)
    is_third = is_plain and who.person == THIRD
    if auxiliary is DO and d.decide(0.1, "to"):
        _, infinitive = d.choose_word(_CONTROL_THIRD if is_third else _CONTROL)
        finite_index = d.here - 1
        to_index = d.say("to")
        finite = (find_present(infinitive)[who.person], (finite_index,))
        return _infinitive_clause(d, who, finite, negation, to=(to_index,), gap=gap)
    if auxiliary is DO and gap is None and d.decide(0.04):
        return _thought(d, who, negation, is_third=is_third)
    form = Form.PLAIN
    if is_plain:
        form = Form.PAST if auxiliary is DID else Form.THIRD_PERSON if is_third else Form.PLAIN
    phrase = verb_phrase(d, who, form, auxiliary.tense, negation, gap=gap)
    if auxiliary is not DID:
        tokens = order_verb(
            who.tokens, (phrase.verb.french[who.person], (phrase.index,)), phrase.rest, negation, phrase.clitic
        )
        return Clause(tokens, who, PRESENT, _referent(phrase))
    assert auxiliary.have
    finite = (auxiliary.have[who.person], (phrase.index,) if is_plain else (index,))
    rest = [(phrase.verb.participle, (phrase.index,)), *phrase.rest]
    return Clause(order_verb(who.tokens, finite, rest, negation, phrase.clitic), who, PAST, _referent(phrase))


def _infinitive_clause(
    d: Derivation,
    who: Subject,
    finite: tuple[str, tuple[int, ...]],
    negation: tuple[int, ...],
    *,
    to: tuple[int, ...] = (),
    gap: Gap | None = None,
) -> Clause:
    phrase = verb_phrase(d, who, Form.PLAIN, "future", negation, gap=gap)
    rest = [*phrase.clitic, (phrase.verb.infinitive, (*to, phrase.index)), *phrase.rest]
    return Clause(order_verb(who.tokens, finite, rest, negation), who, PRESENT, _referent(phrase))


def _thought(d: Derivation, who: Subject, negation: tuple[int, ...], *, is_third: bool) -> Clause:
    """Derive "think that he is tired"."""
    d.avoid(not (who.classes & PEOPLE) or bool(negation))
    verb = d.choose_word(_THOUGHT_WORDS[int(is_third)])
    index = d.here - 1
    has_that = d.choose_word(_THAT)
    links = (d.here - 1,) if has_that else (index,)
    inner = statement(d, d.choose((Mood.STATEMENT,)), auxiliaries=(BE, WAS, DO))
    finite = (find_present(verb[2])[who.person], (index,))
    return Clause(order_verb(who.tokens, finite, [("que'", links), *inner.tokens], negation), who)


def _referent(phrase: VerbPhrase) -> Subject | None:
    """Return the object of a verb as something that "it" or "they" may refer to."""
    object_ = phrase.object
    if object_ is None or isinstance(object_, Pronoun):
        return None
    return Subject([], object_.person, object_.gender, object_.number, object_.classes, object_)


__all__ = ["ANIMATE", "THEY", "Clause", "Mood", "demonstrative_clause", "generic_statement", "question", "statement"]
