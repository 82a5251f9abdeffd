"""Comparisons after "to be": "bigger than the dog", "more beautiful than her"."""

from functools import cache

from model.corpus.grammar.adjective_predicate import fits
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import BARE_OBJECT, DEFINITE
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import is_male_person, noun_phrase
from model.corpus.grammar.nouns import TOWN, place_name, proper_noun
from model.corpus.grammar.phrase import Article, Coordination, NounPhrase, Phrase, is_described, refers_to
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes, Number
from model.corpus.lexicon.entries import Comparative, Noun, Pronoun
from model.corpus.lexicon.function_words import (
    BARE,
    FIRST,
    FIRST_PLURAL,
    PRONOUNS,
    SHE,
    THIRD,
    THIRD_PLURAL,
)
from model.corpus.lexicon.tables import COMPARATIVES, NOUNS
from model.corpus.lexicon.word_classes import PEOPLE

_COMPARATIVES = Words((each, each.english) for each in COMPARATIVES)
_KINDS = frozenset({"animal", "vehicle", "clothing", "writing", "fruit"})  # of which one is compared with another
_STRONG = Words(
    (pronoun, (pronoun.english_object,))
    for pronoun in (*PRONOUNS, *(SHE,) * 3)  # "her" is mostly a possessive, so it is harder to learn
    if pronoun.french_strong
)


def comparison(d: Derivation, finite: Finite) -> Tokens:
    """Derive "bigger than the dog", "more beautiful than her": "plus grand que le chien"."""
    subject = finite.subject
    d.require(not (subject.excluded or subject.is_ce))
    d.avoid(finite.auxiliary is not BE or is_described(subject.phrase) or isinstance(subject.phrase, Coordination))
    d.avoid(not subject.classes.isdisjoint({"group", "creature"}))
    d.avoid(_is_bare(subject.phrase) and bool(subject.classes & PEOPLE))  # "nurses are taller than uncles"
    planned = d.choose(_list_comparatives(subject.classes), (None,))
    start = d.here
    compared = d.choose_word(_COMPARATIVES.only(planned) if planned else _COMPARATIVES, _COMPARATIVES)
    d.require(_suits(compared, subject.classes))
    is_man = is_male_person(subject.gender, subject.classes)
    d.avoid(compared.adjective.kind == "age" and _is_bare(subject.phrase))
    d.avoid(compared.adjective.kind == "look" and (subject.person != THIRD or is_man))  # "we are more beautiful"
    form = compared.french[2 * subject.number + subject.gender]
    rest: Tokens = [("plus", (start,)), (form, (d.here - 1,))]
    if d.decide(0.9, "than"):
        rest.append(("que'", (d.say("than"),)))
        rest += _standard(d, subject, compared)
    else:
        d.avoid(isinstance(subject.phrase, NounPhrase))
    return finite.be(rest)


def _standard(d: Derivation, subject: Subject, compared: Comparative) -> Tokens:
    """Derive what something is compared with: one of its kind."""
    drawn = ("pronoun", "name", "noun", "noun") if subject.classes & PEOPLE else ("noun",)
    drawn = ("place",) if subject.classes == TOWN else drawn
    kind = d.choose(drawn, ("pronoun", "name", "noun", "place"))
    if kind == "pronoun":
        pronoun: Pronoun = d.choose_word(_STRONG)
        d.require(pronoun.person != subject.person or pronoun.person in (THIRD, THIRD_PLURAL))
        d.avoid({pronoun.person, subject.person} == {FIRST, FIRST_PLURAL})  # "i am older than us"
        return [(pronoun.french_strong, (d.here - 1,))]
    if kind in ("name", "place"):
        phrase: Phrase = proper_noun(d) if kind == "name" else place_name(d)
    else:
        is_kind = _is_bare(subject.phrase)
        tables = BARE_OBJECT if is_kind else DEFINITE
        phrase = noun_phrase(d, _list_standards(compared, subject.classes), tables, subject.number, is_plain=True)
        d.require(_is_bare(phrase) is is_kind)
        is_same_noun = isinstance(subject.phrase, NounPhrase) and subject.phrase.noun is phrase.noun
        d.avoid(is_same_noun)  # "his boat is bigger than my boat": "than mine"
    is_same = not isinstance(subject.phrase, Pronoun | None) and refers_to(phrase, subject.phrase)
    d.require(not is_same or is_described(phrase) or is_described(subject.phrase))  # "the red car … than the blue car"
    return phrase.french(Article.GENERIC)


def _is_bare(phrase: object) -> bool:
    return isinstance(phrase, NounPhrase) and phrase.determiner is BARE


@cache
def _list_comparatives(classes: Classes) -> tuple[Comparative, ...]:
    """Return the comparatives that are drawn after a subject."""
    return tuple(each for each in COMPARATIVES if each.adjective.predicative & classes and _suits(each, classes))


def _suits(compared: Comparative, classes: Classes) -> bool:
    """Return True if a comparative is said of such people, animals or things."""
    return fits(compared.adjective, classes) and (not compared.subjects or bool(compared.subjects & classes))


@cache
def _list_standards(compared: Comparative, classes: Classes) -> tuple[Noun, ...]:
    """Return the nouns that are drawn after "than"."""
    return tuple(noun for noun in NOUNS if compared.adjective.predicative & noun.classes and _is_of_kind(noun, classes))


def _is_of_kind(noun: Noun, classes: Classes) -> bool:
    if classes & PEOPLE or "creature" in noun.classes:
        return bool(noun.classes & PEOPLE) and "group" not in noun.classes  # "taller than her family"
    return bool(noun.classes & classes & _KINDS) or noun.english[Number.SINGULAR] in classes
