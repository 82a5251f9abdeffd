"""Commands and proposals: "open the door", "do not cry", "let us eat"."""

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.finite_verb import DO, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Form
from model.corpus.grammar.verb_phrase import verb_phrase
from model.corpus.lexicon.categories import Gender, Number, Tense
from model.corpus.lexicon.function_words import AFTER_IMPERATIVE, ANY, WE, YOU
from model.corpus.lexicon.inflection import imperative
from model.corpus.lexicon.word_classes import PEOPLE

_TOLD = Subject([], YOU.person, Gender.MASCULINE, Number.SINGULAR, PEOPLE, YOU)
_US = Subject([], WE.person, Gender.MASCULINE, Number.PLURAL, PEOPLE, WE)
_PLEASE = ("s'", "il", "te", "plaît")


def proposal(d: Derivation) -> Tokens:
    """Derive "let us eat": "mangeons"."""
    start = d.say("let", "us")
    phrase = verb_phrase(d, _US, Form.PLAIN, Tense.FUTURE, after="let")
    d.require("there" not in phrase.verb.traits and ANY.english[0] not in d.words)
    d.require(all(word in AFTER_IMPERATIVE for word, _ in phrase.clitic))  # not "let us help you"
    verb = phrase.verb.french[WE.person], (start, start + 1, *phrase.links)
    return [verb, *_follow(phrase.clitic), *phrase.rest]


def command(d: Derivation) -> Tokens:
    """Derive "open the door", "please come here", "give me the key", "call him", "do not cry"."""
    is_asked_first = d.decide(0.12, "please")
    opening = _please(d) if is_asked_first else []
    negation: tuple[int, ...] = ()
    if d.choose((False, False, True), (False, True)):
        negation = (d.say("do", "not"), d.here - 1)
    told = Finite(_TOLD, DO, d.here, negation)
    phrase = verb_phrase(d, _TOLD, Form.PLAIN, Tense.FUTURE, negation, after="must" if negation else "command")
    d.require(not phrase.verb.is_stative or not phrase.verb.after.isdisjoint({"command", "forbidden"}))
    d.require("there" not in phrase.verb.traits and (bool(negation) or ANY.english[0] not in d.words))
    verb = imperative(phrase.verb.french[YOU.person]), phrase.links
    before, after = (phrase.clitic, []) if negation else ([], _follow(phrase.clitic))
    tokens = [*opening, *told.order(verb, [*after, *phrase.rest], before)]
    if not is_asked_first and d.decide(0.08, "please"):
        tokens += _please(d)
    d.require(d.here > 1)  # a verb alone stands in a dictionary: "manger"
    return tokens


def _follow(clitic: Tokens) -> Tokens:
    """Return an object pronoun as it follows a command: "me" is "-moi"."""
    return [(AFTER_IMPERATIVE[word], links) for word, links in clitic]


def _please(d: Derivation) -> Tokens:
    index = d.say("please")
    return [(word, (index,)) for word in _PLEASE]
