"""Portraits of people, by themselves and by others: "my name is anna and i am a student"."""

from model.corpus.grammar.clause import Clause, Mood, statement
from model.corpus.grammar.complement import category, identity
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, DO, WAS
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.nouns import proper_noun
from model.corpus.grammar.phrase import Article, NounPhrase, ProperNoun
from model.corpus.grammar.subject import Subject, pronoun_subject, say_pronoun
from model.corpus.lexicon.categories import Gender
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import BARE, HE, IT, SHE, THEY, WE, I
from model.corpus.lexicon.tables import NAMES

_NAMED = Words(
    [(("je'", "me'", "appelle"), ("my",)), (("tu", "te'", "appelles"), ("your",)),
     (("il", "se'", "appelle"), ("his",)), (("elle", "se'", "appelle"), ("her",))]
)  # fmt: skip
_NAMES_OF_MEN = frozenset(name.word for name in NAMES if name.gender is Gender.MASCULINE)
_PORTRAYED = (I, I, I, HE, SHE, WE)
_GENERAL = frozenset({"like", "love"})  # verbs of what one tells of oneself, about things in general
_LASTING = _GENERAL | {"have", "live", "speak", "work"}


def introduction(d: Derivation) -> Tokens:
    """Derive "my name is anna": "je m'appelle anna"."""
    return _introduction(d)[0]


def own_introduction(d: Derivation) -> Tokens:
    """Derive the introduction of oneself."""
    return _own_introduction(d)[0]


def self_portrait(d: Derivation) -> Tokens:
    """Derive two facts about one person: "my name is anna and i am a student", "he is american and he lives here"."""
    d.limit_options(1)
    if d.choose((True, False, False), (True, False)):
        tokens, named = _own_introduction(d)
        conjunction = ("et", (d.say("and"),))
        return [*tokens, conjunction, *_fact(d, I, named.gender).tokens]
    first = _fact(d, d.choose(_PORTRAYED, (None,)))
    conjunction = ("et", (d.say("and"),))
    second = _fact(d, first.subject.phrase)
    d.avoid(first.verb is second.verb)  # "i am a student and i am ten years old"
    return [*first.tokens, conjunction, *second.tokens]


def portrait(d: Derivation) -> Tokens:
    """Derive "she is a good teacher" (c'est), "he is a doctor" (il est), "they are not my friends" (ce ne sont pas)."""
    mood = d.choose((Mood.STATEMENT,) * 5 + (Mood.NEGATION,), (Mood.STATEMENT, Mood.NEGATION))
    who = pronoun_subject(d, say_pronoun(d, (HE, HE, SHE, SHE, SHE, THEY)))
    d.require(who.phrase in (HE, SHE, THEY))
    return statement(d, mood, who, auxiliaries=(BE, WAS), drawn=(BE,), derive_complement=category).tokens


def _introduction(d: Derivation) -> tuple[Tokens, ProperNoun]:
    pronoun, reflexive, verb = d.choose_word(_NAMED)
    owner = d.here - 1
    name = d.say("name", "is")
    links = (name, name + 1)
    named = proper_noun(d)
    d.avoid(pronoun == "il" and named.gender is Gender.FEMININE)
    d.avoid(pronoun == "elle" and named.word in _NAMES_OF_MEN)
    return [(pronoun, (owner,)), (reflexive, links), (verb, links), *named.french(Article.GENERIC)], named


def _own_introduction(d: Derivation) -> tuple[Tokens, ProperNoun]:
    start = d.here
    introduced = _introduction(d)
    d.require(d.words[start] == "my")
    return introduced


def _fact(d: Derivation, told_of: object, gender: Gender | None = None) -> Clause:
    """Derive a profession, an age or an origin, or where somebody lives, and what he has, likes or speaks.

    Args:
        d: the derivation.
        told_of: pronoun of the person; None for any.
        gender: of the person; None for that of the pronoun.
    """
    pronoun = say_pronoun(d, (told_of,) if isinstance(told_of, Pronoun) else ())
    d.require(told_of in (None, pronoun) and pronoun is not IT)
    who = pronoun_subject(d, pronoun)
    who = who if gender is None else who._replace(gender=gender)
    start = d.here
    clause = statement(d, who=who, auxiliaries=(BE, DO), derive_complement=identity)
    verb = clause.verb.english[0] if clause.verb else ""
    is_liking = verb not in _GENERAL and not {"like", "likes"}.isdisjoint(d.words[start:])
    d.avoid(bool(verb) and (verb not in _LASTING or "to" in d.words[start:] or is_liking))
    d.avoid(verb in _GENERAL and not _is_general(clause.object))  # "i like the girl and i am american"
    return clause


def _is_general(what: Subject | None) -> bool:
    return what is not None and isinstance(what.phrase, NounPhrase) and what.phrase.determiner is BARE
