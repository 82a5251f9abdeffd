"""Two joined clauses, the second about a pronoun: "the cat sleeps because it is tired".

The second clause decides what "it" refers to: the subject of the first if the adjective fits it, otherwise the object.
French shows which: "l'animal n'a pas traversé la rue parce qu'il était trop fatigué", but "… qu'elle était trop large".
"""

from model.corpus.grammar.clause import Clause, Mood, statement
from model.corpus.grammar.complement import explanation, situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DID, DO, WAS
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import nouns_of
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject, pronoun_subject, say_pronoun, subject
from model.corpus.lexicon.entries import Classes, Number, Pronoun
from model.corpus.lexicon.function_words import HE, IT, SHE, THEY, THIRD
from model.corpus.lexicon.tables import ADJECTIVES, ANIMATE, PEOPLE

_BECAUSE = ("parce", "que'")
_CONJUNCTIONS = Words([(_BECAUSE, ("because",))] * 3 + [(("et",), ("and",)), (("mais",), ("but",))])
_ANIMALS = nouns_of(frozenset({"animal"}))
_AUXILIARIES = (BE, WAS, DO, DID)
_STATES = [each for each in ADJECTIVES if each.kind == "state"]
_HINDERING = frozenset(each.english for each in _STATES if "too" in each.degrees)  # "tired", for one may be too tired
_ENABLING = frozenset(each.english for each in _STATES) - _HINDERING


def joined_clauses(d: Derivation) -> Tokens:
    """Derive two clauses: "the animal did not cross the street because it was too tired"."""
    d.limit_options(1)
    first_mood = d.choose((Mood.STATEMENT, Mood.NEGATION))
    is_animal = d.choose((True, True, False), (False,))  # that acts on a thing: "it" may then be either
    who = subject(d, THIRD, _ANIMALS) if is_animal else None
    acting = (DO, DID) if is_animal else None
    first = statement(d, first_mood, who, _AUXILIARIES, drawn=acting, derive_complement=situation)
    d.avoid(is_animal and (first.object is None or bool(first.object.classes & ANIMATE)))
    d.avoid(first.subject.phrase is IT)  # French would change from "ce" to "il"
    french = d.choose_word(_CONJUNCTIONS)
    index = d.here - 1
    d.avoid(french is _BECAUSE and not first.subject.is_animate)  # "it is red because it is old"
    pronoun = say_pronoun(d, _drawn_pronouns(first))
    referents = [each for each in (first.subject, first.object) if each is not None and _may_refer(pronoun, each)]
    d.avoid(pronoun is IT and not referents)
    drawn_places = range(len(referents)) if len(referents) < 2 else (0, 1, 1)  # few clauses have an object
    place = d.choose(drawn_places, range(len(referents) + 1)) if referents else 0
    antecedent = referents[place] if place < len(referents) else None
    d.avoid(antecedent is not None and "language" in antecedent.classes)  # French has "ce": "parce que c'est difficile"
    excluded: Classes = frozenset().union(*(each.classes for each in referents[:place]))
    who = pronoun_subject(d, pronoun, antecedent, excluded)
    if antecedent is not None:
        d.relate(Relation.ANTECEDENT, who.word, antecedent.word)
    mood = d.choose((Mood.STATEMENT,) * 5 + (Mood.NEGATION,), (Mood.STATEMENT, Mood.NEGATION))
    d.avoid(french == ("et",) and Mood.NEGATION in (first_mood, mood))  # "he sleeps and he does not sing" needs "but"
    drawn = tuple(each for each in _AUXILIARIES if each.tense == first.tense and (each.be or french is not _BECAUSE))
    second = statement(d, mood, who, _AUXILIARIES, drawn=drawn, derive_complement=explanation)
    d.avoid(french is _BECAUSE and _is_unlikely_reason(first_mood, mood, frozenset(d.words[index:])))
    return [*first.tokens, *((word, (index,)) for word in french), *second.tokens]


def _drawn_pronouns(clause: Clause) -> tuple[Pronoun, ...]:
    """Return the pronouns that naturally continue a clause."""
    phrase = clause.subject.phrase
    if isinstance(phrase, Pronoun):
        pronouns: tuple[Pronoun, ...] = (phrase,) * 3
    elif clause.subject.number is Number.PLURAL:
        pronouns = (THEY,) * 3
    elif clause.subject.classes & PEOPLE:
        pronouns = (SHE if clause.subject.gender else HE,) * 3
    else:
        pronouns = (IT,) * 3
    if clause.object is not None and not clause.object.classes & PEOPLE:
        pronouns += (THEY if clause.object.number else IT,) * 2
    return pronouns


def _is_unlikely_reason(effect: Mood, cause: Mood, words: frozenset[str]) -> bool:
    """Return True for "he sings because he is not sad", "… too sad", and "he does not sing because he is happy"."""
    if effect is Mood.STATEMENT and "too" in words:
        return True
    if cause is Mood.STATEMENT:
        return effect is Mood.NEGATION and not _ENABLING.isdisjoint(words)
    return effect is Mood.STATEMENT or not _HINDERING.isdisjoint(words)


def _may_refer(pronoun: Pronoun, referent: Subject) -> bool:
    if pronoun is THEY:
        return referent.number is Number.PLURAL
    return pronoun is IT and referent.number is Number.SINGULAR and not referent.classes & PEOPLE
