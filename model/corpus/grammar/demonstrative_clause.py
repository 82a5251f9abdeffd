"""Demonstrative clauses: "this is my book", "it was a cat"."""

from model.corpus.grammar.clause import INCIDENTAL, Mood
from model.corpus.grammar.complement import presentation
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, WAS, Finite, ask
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.subject import Subject
from model.corpus.lexicon.categories import Classes, Gender, Number
from model.corpus.lexicon.function_words import THIRD, THIRD_PLURAL

_DEMONSTRATIVES = (  # by Number
    Words((each, (each,)) for each in ("this", "this", "it", "that")),
    Words((each, (each,)) for each in ("these", "those")),
)
_PRESENTED: Classes = frozenset({"it"})
_UNASKED = frozenset({"my", "our", "very", "too"})


def demonstrative_clause(d: Derivation) -> Tokens:
    """Derive "this is my book", "that is not a cat", "is it a car", "these are flowers"."""
    mood = d.choose((*Mood, Mood.STATEMENT, Mood.STATEMENT), tuple(Mood))
    number = d.choose((Number.SINGULAR,) * 4 + (Number.PLURAL,), tuple(Number))
    person = THIRD_PLURAL if number else THIRD
    auxiliary = d.choose((BE,) * 5 + (WAS,), (BE, WAS))
    word = auxiliary.english[person]
    index = d.say(word) if mood is Mood.QUESTION else -1
    d.avoid(d.choose_word(_DEMONSTRATIVES[number]) in ("this", "these") and auxiliary is WAS)
    d.avoid(auxiliary is WAS and (mood is not Mood.STATEMENT or number is Number.PLURAL))  # "were those houses"
    who = Subject([("ce'", (d.here - 1,))], person, Gender.MASCULINE, number, _PRESENTED)
    if mood is not Mood.QUESTION:
        index = d.say(word)
    negation = (d.say("not"),) if mood is Mood.NEGATION else ()
    start = d.here
    tokens = presentation(d, Finite(who, auxiliary, index, negation))
    d.avoid(mood is Mood.QUESTION and not _UNASKED.isdisjoint(d.words[start:]))  # "is this my horse"
    d.avoid(mood is Mood.QUESTION and not INCIDENTAL.isdisjoint(d.words[start:-1]))  # "are these beautiful boats"
    return ask(index, tokens) if mood is Mood.QUESTION else tokens
