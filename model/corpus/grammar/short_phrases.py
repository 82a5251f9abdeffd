"""Phrases that are not clauses: names, greetings, fixed phrases, proposals, noun phrases and single words."""

from functools import cache

from model.corpus.grammar.coordination import coordination
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import ALONE, BARE_OBJECT, NUMBERS, DeterminerTables
from model.corpus.grammar.french import Token, Tokens
from model.corpus.grammar.noun_phrase import adjective_words, attributive_words, noun_phrase
from model.corpus.grammar.nouns import NOUN_WORDS, nouns_of, proper_noun
from model.corpus.grammar.phrase import Article, NounPhrase, Phrase, Spoken
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Form
from model.corpus.grammar.verb_phrase import verb_phrase
from model.corpus.lexicon.categories import Gender, Number, Tense
from model.corpus.lexicon.function_words import BARE, CARDINALS, MY, WE
from model.corpus.lexicon.tables import ADJECTIVES, NAMES, NOUNS, PHRASES
from model.corpus.lexicon.verb_table import VERBS
from model.corpus.lexicon.word_classes import PEOPLE

_GREETINGS = Words(
    [(("bonjour",), ("hello",)), (("bonjour",), ("good", "morning")), (("bonsoir",), ("good", "evening")),
     (("merci",), ("thank", "you")), (("au", "revoir"), ("goodbye",)), (("salut",), ("hi",))]
)  # fmt: skip
_MINE = DeterminerTables((MY,), (MY,), (MY,))
_PHRASES = Words((phrase, phrase.english) for phrase in PHRASES)
_NAMED = Words(
    [(("je'", "me'", "appelle"), ("my",)), (("tu", "te'", "appelles"), ("your",)),
     (("il", "se'", "appelle"), ("his",)), (("elle", "se'", "appelle"), ("her",))]
)  # fmt: skip
_NAMES_OF_MEN = frozenset(name.word for name in NAMES if name.gender is Gender.MASCULINE)
_EVERY_NOUN = nouns_of(frozenset().union(*(noun.classes for noun in NOUNS)))


def introduction(d: Derivation) -> Tokens:
    """Derive "my name is anna": "je m'appelle anna"."""
    pronoun, reflexive, verb = d.choose_word(_NAMED)
    owner = d.here - 1
    name = d.say("name", "is")
    links = (name, name + 1)
    named = proper_noun(d)
    d.avoid(pronoun == "il" and named.gender is Gender.FEMININE)
    d.avoid(pronoun == "elle" and named.word in _NAMES_OF_MEN)
    return [(pronoun, (owner,)), (reflexive, links), (verb, links), *named.french(Article.GENERIC)]


def greeting(d: Derivation) -> Tokens:
    """Derive a greeting of somebody: "good morning anna"."""
    start = d.here
    french = d.choose_word(_GREETINGS)
    links = tuple(range(start, d.here))
    greeted = _greeted(d)
    return [*((word, links) for word in french), *greeted.french(Article.PARTITIVE)]


def _greeted(d: Derivation) -> Phrase:
    if d.choose(("name", "name", "noun"), ("name", "noun")) == "name":
        return proper_noun(d)
    return noun_phrase(d, nouns_of(frozenset({"friend", "offspring"})), _MINE, is_plain=True)


def fixed_phrase(d: Derivation) -> Tokens:
    """Derive a phrase that is learned as a whole."""
    start = d.here
    phrase = d.choose_word(_PHRASES)
    return [
        (word, tuple(start + source for source, target in sorted(phrase.alignment) if target == place))
        for place, word in enumerate(phrase.french)
    ]


def proposal(d: Derivation) -> Tokens:
    """Derive "let us eat": "mangeons"."""
    start = d.say("let", "us")
    who = Subject([], WE.person, Gender.MASCULINE, Number.PLURAL, PEOPLE, WE)
    phrase = verb_phrase(d, who, Form.PLAIN, Tense.FUTURE, after="let")
    d.require(not phrase.clitic)
    return [(phrase.verb.french[WE.person], (start, start + 1, phrase.index)), *phrase.rest]


def phrase_alone(d: Derivation) -> Tokens:
    """Derive a noun phrase that stands alone: "the black cat", "two small cats"."""
    phrase = noun_phrase(d, _EVERY_NOUN, ALONE)
    d.avoid(phrase.determiner is BARE)
    return phrase.french(Article.NONE)


def joined_phrases(d: Derivation) -> Tokens:
    """Derive two noun phrases that stand alone: "the red car and the blue house", "cats and dogs"."""
    tables = d.choose((ALONE, ALONE, ALONE, BARE_OBJECT), (ALONE,))
    return coordination(d, _EVERY_NOUN, ("noun",), tables, None).french(Article.NONE)


@cache
def _single_words() -> Words[Token]:
    """Return words that stand alone, each with one translation, links relative to the sentence."""
    words: dict[str, str] = {}
    for verb in VERBS:
        words[verb.english[Form.PLAIN]] = verb.infinitive
    for adjective in ADJECTIVES:
        words[adjective.english] = adjective.french[0]
    for noun in NOUNS:
        words |= {word: noun.french[number] for number, word in enumerate(noun.english) if word}
    for number in CARDINALS:
        words[number.english[1]] = number.french[2]
    return Words((((french, (0,))), (english,)) for english, french in words.items())


def single_word(d: Derivation) -> Tokens:
    """Derive a word that stands alone, as in a dictionary."""
    return [d.choose_word(_single_words())]


def bare_phrase(d: Derivation) -> Tokens:
    """Derive an adjective and a noun without determiner: "black cat", "small flowers", "hot soup"."""
    noun = d.choose(_EVERY_NOUN, (None,))
    drawn = attributive_words(noun.classes) if noun else adjective_words()
    adjective = d.choose_word(drawn, adjective_words())
    index = d.here - 1
    planned = d.choose(NUMBERS) if noun and not noun.is_mass else Number.SINGULAR
    noun, number = d.choose_word(NOUN_WORDS.only((noun, planned)) if noun else NOUN_WORDS, NOUN_WORDS)
    spoken = Spoken(adjective, index)
    before, after = (spoken, None) if adjective.is_prenominal else (None, spoken)
    phrase = NounPhrase(BARE, index, before, after, noun, number, d.here - 1)
    return phrase.french(Article.NONE)
