"""Two joined clauses, the second about a pronoun: "the cat sleeps because it is tired".

The second clause decides what "it" refers to: the subject of the first if the adjective fits it, otherwise the object.
French shows which: "l'animal n'a pas traversé la rue parce qu'il était trop fatigué", but "… qu'elle était trop large".

Clauses are drawn together if they make sense together: "because" is followed by a reason, "but" by what makes the first
clause unexpected, "and" by more of the same.
"""

from model.corpus.grammar.adjective_predicate import fits
from model.corpus.grammar.clause import Clause, Mood, is_indefinite, is_unknown, statement
from model.corpus.grammar.complement import Complement, explanation, situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DID, DO, WAS
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.reason import ACTIONS, TRANSITIVE, explain, find_effect, repeats
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject, pronoun_subject, say_pronoun, subject
from model.corpus.lexicon.categories import Classes, Number
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import HE, IT, SHE, THEY, THIRD
from model.corpus.lexicon.tables import ADJECTIVES
from model.corpus.lexicon.word_classes import ANIMATE, PEOPLE

Conjunction = tuple[str, ...]  # French

_BECAUSE, _BUT, _AND = ("parce", "que'"), ("mais",), ("et",)
_WORDS = ((_BECAUSE, ("because",)),) * 3 + ((_AND, ("and",)), (_BUT, ("but",)))
_CONJUNCTIONS = Words(_WORDS)
_UNEXPLAINED = Words(each for each in _WORDS if each[0] is not _BECAUSE)
_ANIMALS = nouns_of(frozenset({"animal"}))
_AUXILIARIES = (BE, WAS, DO, DID)
_INCIDENTAL = frozenset({"sick", "cold", "hot", "angry"})  # nobody acts because he is not


def joined_clauses(d: Derivation) -> Tokens:
    """Derive two clauses: "the animal did not cross the street because it was too tired"."""
    d.limit_options(1)
    first = _first_clause(d)
    effect = find_effect(d.words[first.start :])
    is_explained = bool(effect) and first.subject.is_animate  # "it is red because it is old" makes no sense
    french = d.choose_word(_CONJUNCTIONS if is_explained else _UNEXPLAINED, _CONJUNCTIONS)
    index = d.here - 1
    who, referent = _referring_subject(d, first)
    mood = d.choose((Mood.STATEMENT,) * 4 + (Mood.NEGATION,), (Mood.STATEMENT, Mood.NEGATION))
    is_habit = first.auxiliary is DO and first.verb is not None and not first.verb.is_stative
    d.avoid("every" in d.words[:index])  # a state of today explains no habit
    d.avoid(french is _AND and Mood.NEGATION in (first.mood, mood))  # "he sleeps and he does not sing" needs "but"
    if referent is not first.object and _joins_actions(d, first, mood, french):
        second = statement(d, mood, who, _AUXILIARIES, drawn=(first.auxiliary,))
        d.avoid(not _is_pastime(second))
    else:
        drawn = tuple(each for each in (BE, WAS) if each.tense == first.auxiliary.tense)
        d.avoid(is_habit and "to" not in d.words[:index])
        description = _describe(d, first, mood, french, referent, effect)
        second = statement(d, mood, who, _AUXILIARIES, drawn=drawn, derive_complement=description)
    d.require(referent is not first.subject or not _is_of_object(d.words[-1], first, who, effect))
    d.avoid(french is _AND and "very" in d.words)
    d.avoid(repeats(d.words[:index], d.words[second.start :]))
    return [*first.tokens, *((word, (index,)) for word in french), *second.tokens]


def _first_clause(d: Derivation) -> Clause:
    """Derive a clause; most are about an animal that acts on a thing, so that "it" may be either."""
    mood = d.choose((Mood.STATEMENT, Mood.NEGATION))
    is_animal = d.choose((True, True, False), (False,))
    who = subject(d, THIRD, _ANIMALS) if is_animal else None
    acting = (DO, DID) if is_animal else None
    clause = statement(d, mood, who, _AUXILIARIES, drawn=acting, derive_complement=situation)
    d.avoid(bool(clause.auxiliary.be) and "and" in d.words[clause.start :])  # "he is sad and tired because"
    d.avoid(is_animal and (clause.object is None or bool(clause.object.classes & ANIMATE)))
    d.avoid(clause.subject.phrase is IT or "group" in clause.subject.classes)  # another pronoun would follow
    return clause


def _referring_subject(d: Derivation, clause: Clause) -> tuple[Subject, Subject]:
    """Derive a pronoun for the subject or the object of a clause; return it as a subject, and what it refers to."""
    pronoun = say_pronoun(d, _drawn_pronouns(clause))
    referents = [each for each in (clause.subject, clause.object) if each is not None and _may_refer(pronoun, each)]
    d.avoid(pronoun is IT and not referents)
    drawn_places = range(len(referents)) if len(referents) < 2 else (0, 1, 1)  # few clauses have an object
    place = d.choose(drawn_places, range(len(referents) + 1)) if referents else 0
    antecedent = referents[place] if place < len(referents) else None
    d.avoid(antecedent is not None and "language" in antecedent.classes)  # French has "ce": "parce que c'est difficile"
    excluded: Classes = frozenset().union(*(each.classes for each in referents[:place]))
    who = pronoun_subject(d, pronoun, antecedent, excluded)
    if antecedent is not None:
        d.relate(Relation.ANTECEDENT, who.word, antecedent.word)
    return who, antecedent or clause.subject


def _joins_actions(d: Derivation, first: Clause, mood: Mood, french: Conjunction) -> bool:
    """Return True for "he sings and he dances", "he sings but he does not dance"."""
    is_bare = d.here - first.start == (5 if first.mood is Mood.NEGATION else 3)  # "sings and he"
    is_joinable = _is_pastime(first) and is_bare and (mood is first.mood) is (french is _AND)
    return d.choose((True, french is _AND) if is_joinable and french is not _BECAUSE else (False,), (False,))


def _is_pastime(clause: Clause) -> bool:
    """Return True for an action that is joined to another one: "he sings"."""
    return clause.verb is not None and "pastime" in clause.verb.traits and not clause.auxiliary.be


def _describe(
    d: Derivation, first: Clause, mood: Mood, french: Conjunction, referent: Subject, effect: str
) -> Complement:
    """Return the rule for a state of the referent that explains the first clause, or makes it unexpected."""
    is_of_object = referent is first.object
    if french is _AND and is_of_object:  # "i have a car and it is red"
        is_described = first.verb is not None and "described" in first.verb.traits and first.mood is Mood.STATEMENT
        d.avoid(not is_described or not is_indefinite(referent))
        return explanation(None, too=0)
    d.avoid(not first.subject.is_animate or french is _AND)  # "he is tired and he is sick": "tired and sick"
    is_denied = first.mood is Mood.NEGATION
    d.avoid(french is _BUT and (is_denied or effect in TRANSITIVE or "to" in d.words))  # "he did not cry but"
    d.avoid(not {"like", "likes"}.isdisjoint(d.words) and "to" in d.words)
    d.avoid(is_of_object and is_unknown(referent))  # "he wants a boat because it is new"
    d.avoid(french is _BUT and is_of_object)  # "he crossed the road but it was wide"
    is_affirmed = (first.mood is Mood.STATEMENT) is (french is not _BUT)
    is_state = bool(first.auxiliary.be) and effect not in ACTIONS
    d.avoid(mood is Mood.NEGATION and (is_affirmed or is_state))  # "he sings because he is not sad"
    is_reason = is_affirmed or mood is Mood.NEGATION
    is_hindered = french is _BECAUSE and not is_reason and not first.auxiliary.be
    words = explain(effect, is_of_object=is_of_object, is_affirmed=is_reason)
    return explanation(words - _INCIDENTAL if mood is Mood.NEGATION else words, too=6 * is_hindered)


def _is_of_object(word: str, first: Clause, who: Subject, effect: str) -> bool:
    """Return True for an adjective that fits the object at least as well as the subject: "it was too dangerous"."""
    if first.object is None or not isinstance(who.phrase, Pronoun) or not _may_refer(who.phrase, first.object):
        return False
    referents = (first.subject, first.object)
    ranks = [_rank_fit(word, each, effect, is_of_object=each is first.object) for each in referents]
    return 0 < ranks[0] <= ranks[1]


def _rank_fit(word: str, referent: Subject, effect: str, *, is_of_object: bool) -> int:
    """Return 3 for an adjective that explains the effect, less for one that is said of the referent; 0 for others."""
    if any(word in explain(effect, is_of_object=is_of_object, is_affirmed=each) for each in (True, False)):
        return 3
    spoken = next((each for each in ADJECTIVES if each.english == word), None)
    if spoken is None or not fits(spoken, referent.classes):
        return 0
    return 2 if spoken.predicative & referent.classes else 1


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


def _may_refer(pronoun: Pronoun, referent: Subject) -> bool:
    if pronoun is THEY:
        return referent.number is Number.PLURAL
    return pronoun is IT and referent.number is Number.SINGULAR and not referent.classes & PEOPLE
