"""Persons that an action is done with, without or for: "with her", "without Sarah", "for my mother"."""

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import COMPANY
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, proper_noun
from model.corpus.grammar.phrase import Article
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes
from model.corpus.lexicon.circumstances import Preposition
from model.corpus.lexicon.entries import Pronoun, Verb
from model.corpus.lexicon.function_words import BARE, PRONOUNS, THIRD, THIRD_PLURAL, WE, YOU, I
from model.corpus.lexicon.tables import PREPOSITIONS
from model.corpus.lexicon.word_classes import PEOPLE

_SHARES = {"with": 8}  # how often a preposition is drawn; the others once
_COMPANY, _BENEFIT = (
    Words(
        (each, (each.english,))
        for each in PREPOSITIONS
        if each.kind == kind
        for _ in range(_SHARES.get(each.english, 1))
    )
    for kind in ("company", "benefit")
)
_WITH = Words(each for each in _COMPANY.entries if each[1] == ("with",))
_STRONG = Words((pronoun, (pronoun.english_object,)) for pronoun in PRONOUNS if pronoun.french_strong)


def company(d: Derivation, verb: Verb, subject: Subject) -> Tokens:
    """Derive with whom something is done: "with her", "without Sarah"."""
    return _person(d, _COMPANY, subject, verb.company, verb.traits)


def benefit(d: Derivation, verb: Verb, subject: Subject) -> Tokens:
    """Derive for whom something is done: "for my mother"."""
    d.require("benefit" in verb.adjuncts)  # "he waited for her" is no "il a attendu pour elle"
    return _person(d, _BENEFIT, subject, PEOPLE, verb.traits)


def companion(d: Derivation, subject: Subject) -> Tokens:
    """Derive with whom somebody is: "with her"."""
    return _person(d, _WITH, subject, PEOPLE, frozenset())


def beneficiary(d: Derivation, subject: Subject) -> Tokens:
    """Derive for whom something is: "for my mother"."""
    return _person(d, _BENEFIT, subject, PEOPLE, frozenset())


def _person(
    d: Derivation, prepositions: Words[Preposition], subject: Subject, classes: Classes, traits: frozenset[str]
) -> Tokens:
    preposition = d.choose_word(prepositions)
    token = (preposition.french, (d.here - 1,))
    is_without = preposition.english == "without"
    d.avoid(is_without and "not" in d.words)  # "we did not run without her"
    d.avoid(
        is_without
        and not (subject.classes & PEOPLE - {"infant"} and traits.isdisjoint({"complemented", "involuntary"}))
    )
    drawn = ("pronoun", "name") + ("noun", "noun") * (not is_without)
    kind = d.choose(drawn, ("pronoun", "name", "noun"))
    if kind == "pronoun":
        pronoun: Pronoun = d.choose_word(_STRONG)
        d.require(pronoun.person != subject.person or pronoun.person in (THIRD, THIRD_PLURAL))
        d.avoid(subject.phrase is WE and pronoun in (I, YOU))  # "let us sing with you"
        d.avoid(subject.phrase is I and pronoun is WE)
        return [token, (pronoun.french_strong, (d.here - 1,))]
    if kind == "name":
        return [token, *proper_noun(d).french(Article.PARTITIVE)]
    phrase = noun_phrase(d, nouns_of(classes - {"infant", "royal"}), COMPANY, is_plain=True)
    d.require(phrase.determiner is not BARE)
    return [token, *phrase.french(Article.PARTITIVE)]
