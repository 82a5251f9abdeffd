"""Phenomena of English and French, each with the least share of the corpus that makes it learnable."""

from collections.abc import Callable
from itertools import pairwise

from model.corpus import Pair
from model.corpus.lexicon.function_words import CARDINALS, DETERMINERS
from model.corpus.lexicon.known_words import ENGLISH_WORDS
from model.corpus.lexicon.tables import ADJECTIVES, ADVERSATIVES, FEELINGS, NAMES, NOUNS, PLACES
from model.corpus.lexicon.verb_table import VERBS, find_present

LEADING = {form for adjective in ADJECTIVES if adjective.is_prenominal for form in adjective.french}
TRAILING = {form for adjective in ADJECTIVES if not adjective.is_prenominal for form in adjective.french}
ENGLISH_ADJECTIVES = {adjective.english for adjective in ADJECTIVES}
NOUN_FORMS = {form for noun in NOUNS for form in noun.french if form}
ANIMALS = {noun.english[0] for noun in NOUNS if "animal" in noun.classes}
PLURALS = {noun.english[1] for noun in NOUNS if noun.english[1]}
VERB_FORMS = {form.split()[0] for verb in VERBS for form in verb.english if form}
NOMINAL = NOUN_FORMS | LEADING | TRAILING | {form for each in DETERMINERS for form in each.french} | {"de'"}
PROGRESSIVE = {verb.words(2)[0] for verb in VERBS if verb.english[2]}
COMMANDED = {verb.words(0)[0] for verb in VERBS if "command" in verb.after}
PHRASAL = {verb.words(form) for verb in VERBS for form in range(4) if len(verb.words(form)) > 1}
KNOWING, GOING_HOME = ({*find_present(verb), verb} for verb in ("savoir", "rentrer"))
SENSING = {*find_present("voir"), *find_present("entendre")}
TALKING, TALKED_TO = {"talk", "talks", "talking", "talked"}, {"me", "te", "lui", "nous", "leur"}
GIVING, GIVEN_TO = {"give", "gives", "giving", "gave"}, {*TALKED_TO, "m'", "t'"}
PLACE_NAMES, AT = {place.name for place in PLACES if place.name}, {"in", "to", "from"}
HAVING = {"have", "has", "had"}
KNOWN = {name.word for name in NAMES}


def invented_words(pair: Pair) -> list[str]:
    return [word for word in pair.source if word not in ENGLISH_WORDS]


def english(*words: str) -> Callable[[Pair], bool]:
    """Return a predicate: the source contains these words in sequence."""
    phrase = f" {' '.join(words)} "
    return lambda pair: phrase in f" {' '.join(pair.source)} "


def french(*words: str) -> Callable[[Pair], bool]:
    """Return a predicate: the translation contains these words in sequence."""
    phrase = f" {' '.join(words)} "
    return lambda pair: phrase in f" {' '.join(pair.target)} "


def followed(first: set[str], second: set[str]) -> Callable[[Pair], bool]:
    return lambda pair: any(a in first and b in second for a, b in pairwise(pair.target))


def is_bare_phrase(pair: Pair) -> bool:
    """Return True for an adjective and a noun in either language: "old women", "vieilles femmes"."""
    return len(pair.source) == len(pair.target) == 2 and pair.source[0] in ENGLISH_ADJECTIVES


def has_described_plural(pair: Pair) -> bool:
    """Return True for a plural with an adjective and no determiner after a verb: "she sees small cats"."""
    return any(
        verb in VERB_FORMS and adjective in ENGLISH_ADJECTIVES and noun in PLURALS
        for verb, adjective, noun in zip(pair.source[1:], pair.source[2:], pair.source[3:], strict=False)
    )


def is_joined_phrase(pair: Pair) -> bool:
    """Return True for two joined phrases that are an object or stand alone: "the red car and the blue house"."""
    return "and" in pair.source and {*pair.target[pair.target.index("et") + 1 :]} <= NOMINAL


def is_dated_state(pair: Pair) -> bool:
    """Return True for "he is tired today", "it was cold yesterday"."""
    is_state = bool({"am", "are", "is", "was", "were"} & set(pair.source)) and not PROGRESSIVE & set(pair.source)
    return is_state and pair.source[-1] in ("today", "now", "yesterday")


SHARES: dict[str, tuple[Callable[[Pair], bool], float]] = {
    "question": (lambda pair: "est-ce" in pair.target, 0.15),
    "negation": (lambda pair: "pas" in pair.target, 0.1),
    "object pronoun": (lambda pair: bool({"me", "him", "it", "us", "them"} & set(pair.source)), 0.04),
    "l'": (lambda pair: "l'" in pair.target, 0.04),
    "du": (lambda pair: "du" in pair.target, 0.01),
    "au": (lambda pair: "au" in pair.target, 0.005),
    "pas de": (french("pas", "de"), 0.01),
    "pas d'": (french("pas", "d'"), 0.0015),
    "adjective before its noun": (followed(LEADING, NOUN_FORMS), 0.05),
    "adjective after its noun": (followed(NOUN_FORMS, TRAILING), 0.05),
    "possessor": (lambda pair: "'s" in pair.source, 0.03),
    "plural possessor": (lambda pair: any(english(noun, "'s")(pair) for noun in ("children", "men", "women")), 0.0015),
    "animal as possessor": (lambda pair: any(english(noun, "'s")(pair) for noun in ANIMALS), 0.001),
    "phrase without determiner": (is_bare_phrase, 0.01),
    "two joined phrases": (is_joined_phrase, 0.02),
    "question with two joined phrases": (lambda pair: "est-ce" in pair.target and "and" in pair.source, 0.003),
    "plural with an adjective as object": (has_described_plural, 0.0015),
    "kind described": (lambda pair: pair.target[0] == "les" and pair.source[0] != "the" and "are" in pair.source, 0.01),
    "number": (lambda pair: any(each.english[1] in pair.source for each in CARDINALS), 0.018),
    "feeling": (lambda pair: any(each.english in pair.source for each in FEELINGS), 0.01),
    "progressive": (lambda pair: bool(PROGRESSIVE & set(pair.source)), 0.04),
    "past": (lambda pair: any(verb.english[3] in pair.source for verb in VERBS if verb.english[3]), 0.04),
    "past with être": (lambda pair: bool({"allé", "allée", "venu", "venue", "arrivé"} & set(pair.target)), 0.003),
    "imparfait of avoir": (english("had"), 0.001),
    "origin": (english("from"), 0.005),
    "ce sont of people": (lambda pair: "they" in pair.source and "sont" in pair.target and "ce" in pair.target, 0.001),
    "two actions": (
        lambda pair: len([word for word in pair.source if word in PROGRESSIVE]) == 2 and "and" in pair.source,
        0.003,
    ),
    "future": (lambda pair: "will" in pair.source, 0.01),
    "future of to be": (followed({"vais", "va", "vas", "vont", "allons"}, {"être"}), 0.002),
    "intention": (english("going", "to"), 0.004),
    "there was": (french("y", "avait"), 0.003),
    "for or with somebody": (lambda pair: bool({("est", "pour"), ("est", "avec")} & {*pairwise(pair.target)}), 0.003),
    "infinitive": (lambda pair: bool({"can", "must", "to"} & set(pair.source)), 0.05),
    "there is": (lambda pair: bool({("y", "a"), ("y", "avait")} & {*pairwise(pair.target)}), 0.02),
    "name is": (english("name", "is"), 0.005),
    "command": (lambda pair: pair.source[0] in COMMANDED and len(pair.source) > 2, 0.009),
    "negated command": (lambda pair: pair.source[:2] == ("do", "not") and pair.target[0] in ("ne", "n'"), 0.004),
    "greeting before a sentence": (lambda pair: pair.source[0] in ("hello", "hi") and len(pair.source) > 3, 0.003),
    "answer": (lambda pair: pair.source[0] in ("yes", "no") and len(pair.source) > 1, 0.007),
    "introduction and more": (lambda pair: "name" in pair.source and "and" in pair.source, 0.002),
    "how often": (lambda pair: bool({"always", "often", "sometimes", "never"} & set(pair.source)), 0.009),
    "never": (lambda pair: "jamais" in pair.target, 0.002),
    "state with its time": (is_dated_state, 0.003),
    "time in front": (lambda pair: pair.source[0] in ("yesterday", "today", "tomorrow", "now", "every"), 0.012),
    "place as a name": (lambda pair: bool(PLACE_NAMES & set(pair.source)) and not AT & set(pair.source), 0.003),
    "comparison": (english("than"), 0.007),
    "than her": (english("than", "her"), 0.001),
    "can that is savoir": (lambda pair: "can" in pair.source and bool(KNOWING & set(pair.target)), 0.003),
    "can that is left out": (lambda pair: "can" in pair.source and bool(SENSING & set(pair.target)), 0.002),
    "going there": (french("y", "aller"), 0.001),
    "gift": (lambda pair: bool(GIVING & set(pair.source)), 0.005),
    "gift that is asked for": (french("donne", "-moi"), 0.0005),
    "command about somebody": (lambda pair: bool({"-le", "-la", "-les"} & set(pair.target)), 0.0008),
    "posture": (lambda pair: bool({"sits", "sat", "sitting"} & set(pair.source)), 0.003),
    "gift to a pronoun": (lambda pair: bool(GIVING & set(pair.source)) and bool(GIVEN_TO & set(pair.target)), 0.002),
    "going home": (lambda pair: bool(GOING_HOME & set(pair.target)), 0.001),
    "obligation": (
        lambda pair: bool({"have", "has", "need", "needs"} & set(pair.source)) and "to" in pair.source,
        0.002,
    ),
    "need": (french("besoin"), 0.004),
    "pronoun with à": (lambda pair: bool(TALKED_TO & set(pair.target)) and bool(TALKING & set(pair.source)), 0.001),
    "adjectives with but": (lambda pair: any(english(one, "but", other)(pair) for one, other in ADVERSATIVES), 0.002),
    "verb of two words": (lambda pair: any(english(*words)(pair) for words in PHRASAL), 0.015),
    "liking to do": (
        lambda pair: any(english(like, ing)(pair) for like in ("like", "likes") for ing in PROGRESSIVE),
        0.002,
    ),
    "no before an object": (lambda pair: "no" in pair.source[1:] and bool(HAVING & set(pair.source)), 0.001),
    "any": (english("any"), 0.002),
    "participle with a pronoun": (lambda pair: bool({"vue", "vus", "aidée", "aidés"} & set(pair.target)), 0.0005),
    "because": (lambda pair: "because" in pair.source, 0.019),
    "elle est": (french("elle", "est"), 0.005),
    "known name": (lambda pair: bool(KNOWN & set(pair.source)), 0.07),
    "invented word": (lambda pair: bool(invented_words(pair)), 0.04),
}
