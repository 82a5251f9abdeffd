"""Greetings and answers, alone or before a sentence: "hello anna", "hi how are you", "yes i am tired"."""

from collections.abc import Sequence

from model.corpus.grammar.clause import Mood, statement
from model.corpus.grammar.complement import identity, situation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import DeterminerTables
from model.corpus.grammar.finite_verb import BE
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of, proper_noun
from model.corpus.grammar.phrase import Article, Phrase
from model.corpus.grammar.questions import inverted_question
from model.corpus.grammar.self_portrait import own_introduction
from model.corpus.grammar.short_phrases import say_phrase
from model.corpus.grammar.subject import Subject, pronoun_subject, say_pronoun
from model.corpus.lexicon.entries import Pronoun
from model.corpus.lexicon.function_words import HE, IT, MY, PRONOUNS, SHE, THEY, WE, YOU, I
from model.corpus.lexicon.tables import PHRASES

_WELCOMES: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("bonjour",), ("hello",)), (("bonjour",), ("good", "morning")), (("bonsoir",), ("good", "evening")),
    (("salut",), ("hi",)),
]  # fmt: skip
_OPENINGS = Words(_WELCOMES)
_GREETINGS = Words([*_WELCOMES, (("merci",), ("thank", "you")), (("au", "revoir"), ("goodbye",))])
_MINE = DeterminerTables((MY,), (MY,), (MY,))
_ON_MEETING = frozenset({"how are you", "what is your name", "nice to meet you"})
_SAID_ON_MEETING = Words((phrase, phrase.english) for phrase in PHRASES if " ".join(phrase.english) in _ON_MEETING)
_ANSWERS = Words([(("oui", Mood.STATEMENT), ("yes",)), (("non", Mood.NEGATION), ("no",))])
_UNASKED = frozenset(each.english for each in PRONOUNS if each is not YOU)
_ANSWERED = (I, I, I, HE, HE, SHE, SHE, IT, WE, THEY)


def greeting(d: Derivation) -> Tokens:
    """Derive a greeting of somebody: "good morning anna"."""
    tokens = _greet(d, _GREETINGS)
    who = _greeted(d)
    d.avoid(d.words[0] == "hi" and "offspring" in who.classes)
    return [*tokens, *who.french(Article.PARTITIVE)]


def greeted_sentence(d: Derivation) -> Tokens:
    """Derive what is said on meeting: "hello how are you", "hi my name is anna", "hello i am a student"."""
    opening = _greet(d, _OPENINGS)
    tokens = d.choose((_polite_phrase, own_introduction, _statement_on_oneself, inverted_question))(d)
    d.avoid(d.words[-1] in _UNASKED)  # "hello where is he"
    return [*opening, *tokens]


def answer(d: Derivation) -> Tokens:
    """Derive an answer: "yes i am tired", "no she does not like fish"."""
    french, mood = d.choose_word(_ANSWERS)
    index = d.here - 1
    return [(french, (index,)), *statement(d, mood, _say_subject(d, _ANSWERED)).tokens]


def _polite_phrase(d: Derivation) -> Tokens:
    return say_phrase(d, _SAID_ON_MEETING)


def _statement_on_oneself(d: Derivation) -> Tokens:
    who = _say_subject(d, (I, I, I, WE))
    d.require(who.phrase in (I, WE))
    return statement(d, who=who, drawn=(BE,), derive_complement=d.choose((identity, situation), (identity,))).tokens


def _say_subject(d: Derivation, drawn: Sequence[Pronoun]) -> Subject:
    return pronoun_subject(d, say_pronoun(d, drawn))


def _greet(d: Derivation, greetings: Words[tuple[str, ...]]) -> Tokens:
    start = d.here
    french = d.choose_word(greetings)
    links = tuple(range(start, d.here))
    return [(word, links) for word in french]


def _greeted(d: Derivation) -> Phrase:
    if d.choose(("name", "name", "noun"), ("name", "noun")) == "name":
        return proper_noun(d)
    phrase = noun_phrase(d, nouns_of(frozenset({"friend", "offspring"})), _MINE, is_plain=True)
    d.require(phrase.determiner is MY)  # "hello friends": French has no article there
    return phrase
