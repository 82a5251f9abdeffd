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
    d.require(not phrase.clitic and ANY.english[0] not in d.words)
    return [(phrase.verb.french[WE.person], (start, start + 1, *phrase.links)), *phrase.rest]


def command(d: Derivation) -> Tokens:
    """Derive "open the door", "please come here", "give me the key", "do not cry".

    A pronoun is a direct object only after "not".
    """
    is_asked_first = d.decide(0.12, "please")
    opening = _please(d) if is_asked_first else []
    negation: tuple[int, ...] = ()
    if d.choose((False, False, True), (False, True)):
        negation = (d.say("do", "not"), d.here - 1)
    told = Finite(_TOLD, DO, d.here, negation)
    phrase = verb_phrase(d, _TOLD, Form.PLAIN, Tense.FUTURE, negation, after="must" if negation else "command")
    d.require(not phrase.verb.is_stative)
    is_direct = phrase.direct_pronoun is not None or "there" in phrase.verb.traits
    d.require(bool(negation) or not (is_direct or ANY.english[0] in d.words))
    verb, clitic = (imperative(phrase.verb.french[YOU.person]), phrase.links), phrase.clitic
    if clitic and not negation:
        [(dative, links)] = clitic
        verb, clitic = (f"{verb[0]}-{AFTER_IMPERATIVE[dative]}", (*verb[1], *links)), []
    tokens = [*opening, *told.order(verb, phrase.rest, clitic)]
    if not is_asked_first and d.decide(0.08, "please"):
        tokens += _please(d)
    d.require(d.here > 1)  # a verb alone stands in a dictionary: "manger"
    return tokens


def _please(d: Derivation) -> Tokens:
    index = d.say("please")
    return [(word, (index,)) for word in _PLEASE]
