"""Structures beside the clause: joined clauses, "there is", names, greetings, noun phrases and single words."""

from functools import cache

from model.corpus.grammar.adjunct import location
from model.corpus.grammar.clause import Clause, Mood, statement
from model.corpus.grammar.complement import reason, situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DEFINITE, INDEFINITE, NO_DETERMINER, SUBJECT, DeterminerTables
from model.corpus.grammar.finite_verb import BE, DID, DO, WAS
from model.corpus.grammar.french import Token, Tokens
from model.corpus.grammar.noun_phrase import (
    NOUN_WORDS,
    Article,
    NounPhrase,
    adjective_words,
    noun_phrase,
    nouns_of,
    proper_noun,
)
from model.corpus.grammar.subject import Subject, pronoun_subject, say_pronoun
from model.corpus.grammar.verb_phrase import Form, verb_phrase
from model.corpus.lexicon.entries import Adjective, Classes, FixedPhrase, Gender, Number, Pronoun
from model.corpus.lexicon.function_words import BARE, CARDINALS, HE, IT, SHE, THEY, WE, A
from model.corpus.lexicon.tables import ADJECTIVES, ANIMATE, GOODS, NOUNS, PEOPLE, PHRASES, VERBS

_CONJUNCTIONS = Words([(("parce", "que'"), ("because",))] * 3 + [(("et",), ("and",)), (("mais",), ("but",))])
_GREETINGS = Words(
    [(("bonjour",), ("hello",)), (("bonjour",), ("good", "morning")), (("bonsoir",), ("good", "evening")),
     (("merci",), ("thank", "you")), (("au", "revoir"), ("goodbye",)), (("salut",), ("hi",))]
)  # fmt: skip
_PHRASES = Words((phrase, phrase.english) for phrase in PHRASES)
_NAMED = Words(
    [(("je'", "me'", "appelle"), ("my",)), (("tu", "te'", "appelles"), ("your",)),
     (("il", "se'", "appelle"), ("his",)), (("elle", "se'", "appelle"), ("her",))]
)  # fmt: skip
_THERE = {Mood.STATEMENT: 6, Mood.NEGATION: 2, Mood.QUESTION: 3}
_NOT_A = DeterminerTables((A,), (BARE,), (BARE,))
_EVERYTHING = frozenset.union(*(noun.classes for noun in NOUNS))
_PRESENT = nouns_of(ANIMATE - {"kin", "spouse"} | GOODS - {"opening"} | {"fruit", "food", "drink"})


def joined_clauses(d: Derivation) -> Tokens:
    """Derive two clauses: "the animal did not cross the street because it was too tired"."""
    first = statement(d, d.choose((Mood.STATEMENT, Mood.NEGATION)), auxiliaries=(BE, WAS, DO, DID), derive=situation)
    french = d.choose_word(_CONJUNCTIONS)
    index = d.here - 1
    pronoun = say_pronoun(d, _drawn_pronouns(first))
    referents = [each for each in (first.subject, first.object) if each is not None and _may_refer(pronoun, each)]
    d.avoid(pronoun is IT and not referents)
    place = d.choose(range(len(referents)), range(len(referents) + 1)) if referents else 0
    excluded: Classes = frozenset().union(*(each.classes for each in referents[:place]))
    who = pronoun_subject(d, pronoun, referents[place] if place < len(referents) else None, excluded)
    mood = d.choose((Mood.STATEMENT,) * 5 + (Mood.NEGATION,), (Mood.STATEMENT, Mood.NEGATION))
    second = statement(d, mood, who, (BE, WAS, DO, DID), reason, first.tense, is_reason=french[0] == "parce")
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


def _may_refer(pronoun: Pronoun, referent: Subject) -> bool:
    if pronoun is THEY:
        return referent.number is Number.PLURAL
    return pronoun is IT and referent.number is Number.SINGULAR and not referent.classes & PEOPLE


def existence(d: Derivation) -> Tokens:
    """Derive "there is a cat in the garden", its negation or its question."""
    moods = tuple(mood for mood, share in _THERE.items() for _ in range(share))
    mood = d.choose(moods, tuple(Mood))
    number = d.choose((Number.SINGULAR, Number.PLURAL))
    verb = "are" if number else "is"
    if mood is Mood.QUESTION:
        start = d.say(verb, "there")
        is_index, there = start, start + 1
    else:
        there = d.say("there", verb)
        is_index = there + 1
    negation: tuple[int, ...] = ()
    tables = INDEFINITE
    if mood is Mood.NEGATION and d.choose((True, True, False), (True, False)):
        negation, tables = (d.here,), NO_DETERMINER
    elif mood is Mood.NEGATION:
        negation, tables = (d.say("not"),), _NOT_A
    phrase = noun_phrase(d, _PRESENT, tables, number)
    d.require(phrase.number is number)
    article = Article.NEGATED if negation else Article.PARTITIVE
    tokens: Tokens = [("il", (there,))]
    tokens += [("ne'", negation)] if negation else []
    tokens += [("y", (there,)), ("a", (is_index,))]
    tokens += [("pas", negation)] if negation else []
    tokens += phrase.french(article, negation)
    if d.decide(0.6):
        tokens += location(d, is_action=bool(phrase.classes & ANIMATE))
    if mood is Mood.QUESTION:
        tokens = [("est-ce", (is_index,)), ("que'", (is_index,)), *tokens]
    return tokens


def introduction(d: Derivation) -> Tokens:
    """Derive "my name is anna": "je m'appelle anna"."""
    pronoun, reflexive, verb = d.choose_word(_NAMED)
    owner = d.here - 1
    name = d.say("name", "is")
    links = (name, name + 1)
    return [(pronoun, (owner,)), (reflexive, links), (verb, links), *proper_noun(d).french(Article.GENERIC)]


def greeting(d: Derivation) -> Tokens:
    """Derive a greeting of somebody: "good morning anna"."""
    start = d.here
    french = d.choose_word(_GREETINGS)
    links = tuple(range(start, d.here))
    greeted = proper_noun(d) if d.choose(("name", "name", "noun"), ("name", "noun")) == "name" else _friend(d)
    return [*((word, links) for word in french), *greeted.french(Article.PARTITIVE)]


def _friend(d: Derivation) -> NounPhrase:
    return noun_phrase(d, nouns_of(frozenset({"role", "kin"})), DEFINITE)


def fixed_phrase(d: Derivation) -> Tokens:
    """Derive a phrase that is learned as a whole."""
    start = d.here
    phrase: FixedPhrase = d.choose_word(_PHRASES)
    return [
        (word, tuple(start + source for source, target in sorted(phrase.alignment) if target == place))
        for place, word in enumerate(phrase.french)
    ]


def proposal(d: Derivation) -> Tokens:
    """Derive "let us eat": "mangeons"."""
    start = d.say("let", "us")
    who = Subject([], WE.person, Gender.MASCULINE, Number.PLURAL, PEOPLE, WE)
    phrase = verb_phrase(d, who, Form.PLAIN, "future")
    d.require(not phrase.clitic)
    d.avoid(not phrase.verb.english[Form.PROGRESSIVE])
    return [(phrase.verb.french[WE.person], (start, start + 1, phrase.index)), *phrase.rest]


def phrase_alone(d: Derivation) -> Tokens:
    """Derive a noun phrase that stands alone: "the black cat", "two small cats"."""
    phrase = noun_phrase(d, nouns_of(_EVERYTHING), SUBJECT)
    d.avoid(phrase.determiner is BARE)
    return phrase.french(Article.GENERIC)


@cache
def _single_words() -> Words[Token]:
    """Return words that stand alone, each with one translation, links relative to the sentence."""
    words: dict[str, str] = {}
    for verb in VERBS:
        words[verb.english[Form.PLAIN]] = verb.infinitive
    for adjective in ADJECTIVES:
        words[adjective.english] = adjective.french[0]
    for noun in NOUNS:
        words[noun.english[0]] = noun.french[0]
    for number in CARDINALS:
        words[number.english[1]] = number.french[2]
    return Words((((french, (0,))), (english,)) for english, french in words.items())


def single_word(d: Derivation) -> Tokens:
    """Derive a word that stands alone, as in a dictionary."""
    return [d.choose_word(_single_words())]


def bare_phrase(d: Derivation) -> Tokens:
    """Derive an adjective and a noun without determiner: "black cat"."""
    noun = d.choose(nouns_of(_EVERYTHING), (None,))
    drawn = tuple(each for each in ADJECTIVES if noun is None or each.attributive & noun.classes)
    d.require(bool(drawn))
    adjective: Adjective = d.choose_word(Words((each, (each.english,)) for each in drawn), adjective_words())
    index = d.here - 1
    word = Words([((noun, Number.SINGULAR), (noun.english[0],))]) if noun else NOUN_WORDS
    noun, number = d.choose_word(word, NOUN_WORDS)
    d.require(number is Number.SINGULAR and not noun.is_mass)
    tokens: Tokens = [(noun.french[0], (d.here - 1,))]
    french: Token = (adjective.french[noun.gender], (index,))
    return [french, *tokens] if adjective.is_prenominal else [*tokens, french]
