"""Phrases that are not clauses: fixed phrases, noun phrases and single words."""

from collections.abc import Sequence
from functools import cache

from model.corpus.grammar.coordination import coordination
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import ALONE, BARE_OBJECT, NUMBERS
from model.corpus.grammar.french import Token, Tokens
from model.corpus.grammar.noun_phrase import adjective_words, attributive_words, noun_phrase
from model.corpus.grammar.nouns import NOUN_WORDS, nouns_of
from model.corpus.grammar.phrase import Article, NounPhrase, Spoken
from model.corpus.grammar.verb_choice import Form
from model.corpus.lexicon.categories import Number
from model.corpus.lexicon.entries import FixedPhrase
from model.corpus.lexicon.function_words import BARE, CARDINALS
from model.corpus.lexicon.tables import ADJECTIVES, NOUNS, PHRASES
from model.corpus.lexicon.verb_table import VERBS

_PHRASES = Words((phrase, phrase.english) for phrase in PHRASES)
_COMMANDS = frozenset(verb.english[Form.PLAIN] for verb in VERBS)
_INFINITIVES = {  # of several entries of a verb the first wins
    verb.words(Form.PLAIN)[0]: verb.infinitive for verb in reversed(VERBS) if not verb.adverb
}
_ABOVE_TEN = frozenset(number.english[1] for number in CARDINALS[9:])
_EVERY_NOUN = nouns_of(frozenset().union(*(noun.classes for noun in NOUNS)))


def fixed_phrase(d: Derivation) -> Tokens:
    """Derive a phrase that is learned as a whole."""
    return say_phrase(d, _PHRASES)


def say_phrase(d: Derivation, phrases: Words[FixedPhrase]) -> Tokens:
    """Derive one of some phrases that are learned as a whole."""
    start = d.here
    phrase = d.choose_word(phrases)
    return [
        (word, tuple(start + source for source, target in sorted(phrase.alignment) if target == place))
        for place, word in enumerate(phrase.french)
    ]


def phrase_alone(d: Derivation) -> Tokens:
    """Derive a noun phrase that stands alone: "the black cat", "two small cats"."""
    phrase = noun_phrase(d, _EVERY_NOUN, ALONE)
    d.avoid(phrase.determiner is BARE)
    return phrase.french(Article.NONE)


def joined_phrases(d: Derivation) -> Tokens:
    """Derive two noun phrases that stand alone: "the red car and the blue house", "cats and dogs"."""
    tables = d.choose((ALONE, ALONE, ALONE, BARE_OBJECT), (ALONE,))
    phrase = coordination(d, _EVERY_NOUN, ("noun",), tables, None)
    d.avoid(not _ABOVE_TEN.isdisjoint(d.words))  # "fifteen boxes and fifteen doors"
    return phrase.french(Article.NONE)


@cache
def _single_words() -> Words[Token]:
    """Return words that stand alone, each with one translation, links relative to the sentence."""
    words = dict(_INFINITIVES)
    for adjective in ADJECTIVES:
        words[adjective.english] = adjective.french[0]
    for noun in NOUNS:
        words |= {word: noun.french[number] for number, word in enumerate(noun.english) if word}
    for number in CARDINALS:
        words[number.english[1]] = number.french[2]
    return Words((((french, (0,))), (english,)) for english, french in words.items())


def is_infinitive(words: Sequence[str]) -> bool:
    """Return True for a word that stands alone as a French infinitive: "sleep", "dormir"."""
    return len(words) == 1 and words[0] in _INFINITIVES


def single_word(d: Derivation) -> Tokens:
    """Derive a word that stands alone, as in a dictionary."""
    return [d.choose_word(_single_words())]


def bare_phrase(d: Derivation) -> Tokens:
    """Derive an adjective and a noun without determiner: "black cat", "small flowers", "hot soup"."""
    noun = d.choose(_EVERY_NOUN, (None,))
    drawn = attributive_words(noun.classes) if noun else adjective_words()
    adjective = d.choose_word(drawn, adjective_words())
    index = d.here - 1
    d.require(adjective.english not in _COMMANDS)  # "open doors" tells somebody to open them
    planned = d.choose(NUMBERS) if noun and not noun.is_mass else Number.SINGULAR
    noun, number = d.choose_word(NOUN_WORDS.only((noun, planned)) if noun else NOUN_WORDS, NOUN_WORDS)
    spoken = Spoken(adjective, index)
    before, after = (spoken, None) if adjective.is_prenominal else (None, spoken)
    phrase = NounPhrase(BARE, index, before, after, noun, number, d.here - 1)
    return phrase.french(Article.NONE)
