"""Contrasts: what two are like or do, side by side: "the cat is black and the dog is white"."""

from functools import cache, partial

from model.corpus.grammar.adjective_predicate import adjective
from model.corpus.grammar.clause import Clause, any_subject, is_indefinite, is_unknown, statement
from model.corpus.grammar.complement import occurrence
from model.corpus.grammar.coordination import list_of_one_kind
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DO, Auxiliary
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.phrase import NounPhrase, is_described
from model.corpus.grammar.subject import Subject, subject
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import FIRST, FIRST_PLURAL, PRONOUNS
from model.corpus.lexicon.tables import ADJECTIVES, NOUNS

_CONJUNCTIONS = Words([("et", ("and",)), ("et", ("and",)), ("mais", ("but",))])
_OBJECT_PRONOUNS = frozenset(each.english_object for each in PRONOUNS)
_UNOBSERVED = frozenset({"you", "living", "going", "coming", "not"})  # of what two are doing side by side
_POSTURES = frozenset({"sitting", "standing"})
_MAX_WORDS = 10  # of what is drawn; longer ones are said in two sentences
_UNDRAWN = frozenset({"very", "too", "ready", "open", "closed"})


def contrast(d: Derivation) -> Tokens:
    """Derive "the cat is black and the dog is white"."""
    d.limit_options(0)
    first = _description(d, any_subject(d))
    others = _list_others(d.words[-1])
    d.avoid(not others)
    conjunction = (d.choose_word(_CONJUNCTIONS), (d.here - 1,))
    second = _description(d, _other(d, first.subject), others)
    d.avoid(not _UNDRAWN.isdisjoint(d.words))
    return [*first.tokens, conjunction, *second.tokens]


def two_actions(d: Derivation) -> Tokens:
    """Derive "the cat sleeps and the dog eats", "tom has a cat and anna has a dog"."""
    d.limit_options(0)
    first = _action(d, any_subject(d, can_be_thing=False), (BE, DO))
    conjunction = (d.choose_word(_CONJUNCTIONS), (d.here - 1,))
    second = _action(d, _other(d, first.subject), (first.auxiliary,))
    if first.verb and second.verb:
        is_same, has_object = first.verb.english == second.verb.english, bool(first.verb.objects)
        d.avoid(has_object is not bool(second.verb.objects))  # "she sings songs but they sing"
        d.avoid(is_same is not has_object)  # "she dances and he dances", "she has a hat and he knows the city"
    is_happening = first.auxiliary is BE
    d.avoid(is_happening and (conjunction[0] == "mais" or not _UNOBSERVED.isdisjoint(d.words)))
    after = [d.words[clause.start + 1 :][:1] for clause in (first, second)]  # none if the second one is "reads"
    d.avoid(is_happening and after[0] == after[1])  # "is speaking and … is speaking"
    d.avoid(not _POSTURES.isdisjoint(d.words) and not _POSTURES.issuperset((*after[0], *after[1])))
    d.avoid(d.words[-1] in d.words[:-1] or d.here > _MAX_WORDS)
    return [*first.tokens, conjunction, *second.tokens]


@cache
def _list_others(said: str) -> frozenset[str]:
    """Return the other adjectives of the kind of one, but none of what is not contrasted."""
    kind = next(each.kind for each in ADJECTIVES if each.english == said)
    french = next(each.french for each in ADJECTIVES if each.english == said)  # of "kind" and "nice" alike
    others = {each.english for each in ADJECTIVES if each.kind == kind and each.french != french} - _UNDRAWN
    return frozenset() if said in _UNDRAWN else frozenset(others)


def _description(d: Derivation, who: Subject, drawn: frozenset[str] | None = None) -> Clause:
    d.require(not is_indefinite(who))  # what "a doctor" is said to be is no adjective: "a doctor is singing"
    d.avoid(is_unknown(who) or is_described(who.phrase) or who.is_indefinite_it)
    return statement(d, who=who, auxiliaries=(BE,), derive_complement=partial(adjective, drawn=drawn))


def _action(d: Derivation, who: Subject, drawn: tuple[Auxiliary, ...]) -> Clause:
    d.require(not is_indefinite(who))
    d.avoid(is_unknown(who) or is_described(who.phrase) or who.is_indefinite_it)
    clause = statement(d, who=who, auxiliaries=(BE, DO), drawn=drawn, derive_complement=occurrence)
    d.avoid(d.words[-1] in _OBJECT_PRONOUNS)
    return clause


def _other(d: Derivation, who: Subject) -> Subject:
    """Derive the second subject: something of the same kind, or somebody else."""
    if not isinstance(who.phrase, NounPhrase):
        other = any_subject(d, can_be_thing=False)
        d.avoid(other.phrase is who.phrase or isinstance(other.phrase, NounPhrase))
        d.avoid({who.person, other.person} == {FIRST, FIRST_PLURAL})  # "we are speaking and i am singing"
        d.avoid(isinstance(other.phrase, Pronoun) and not isinstance(who.phrase, Pronoun))  # "marie is … and she is"
        return other
    other = subject(d, d.choose((who.person,), (None,)), list_of_one_kind(NOUNS, who.classes))
    d.avoid(isinstance(other.phrase, NounPhrase) and other.phrase.noun is who.phrase.noun)
    return other
