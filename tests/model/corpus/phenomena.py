"""Phenomena of English and French, each with its least and largest share of the corpus."""

from collections.abc import Callable
from itertools import pairwise

from model.corpus import Pair
from model.corpus.known_words import ENGLISH_WORDS, NAMES
from model.corpus.lexicon import ADJECTIVES, VERBS

TASTE = {form for verb in VERBS if verb.has_generic_object for form in verb.french}
LEADING = {form for adjective in ADJECTIVES if adjective.is_prenominal for form in (*adjective.french, "bel", "vieil")}
ENGLISH_LEADING = {adjective.english for adjective in ADJECTIVES if adjective.is_prenominal}
ENGLISH_TRAILING = {adjective.english for adjective in ADJECTIVES} - ENGLISH_LEADING
POSSESSIVES = {"my", "your", "his", "her", "our", "their"}
KNOWN = {name.word for name in NAMES}


def invented_words(pair: Pair) -> list[str]:
    return [word for word in pair.source if word not in ENGLISH_WORDS]


def invented_nouns(pair: Pair) -> list[str]:
    determiners = {"the", "a", "an", "my"}
    return [word for before, word in pairwise(pair.source) if before in determiners and word not in ENGLISH_WORDS]


def french(*words: str) -> Callable[[Pair], bool]:
    """Return a predicate: the translation contains these words in sequence."""
    phrase = f" {' '.join(words)} "
    return lambda pair: phrase in f" {' '.join(pair.target)} "


def followed(first: set[str], second: set[str], side: str) -> Callable[[Pair], bool]:
    def holds(pair: Pair) -> bool:
        words: tuple[str, ...] = getattr(pair, side)
        return any(a in first and b in second for a, b in pairwise(words))

    return holds


def object_pronoun(pair: Pair) -> bool:
    return bool({"me", "him", "it", "us", "them"} & set(pair.source)) or (
        len(pair.source) > 2 and pair.source[-1] in {"her", "you"}
    )


SHARES: dict[str, tuple[Callable[[Pair], bool], float, float]] = {
    "question": (lambda pair: "est-ce" in pair.target, 0.2, 0.3),
    "question with qu'": (french("est-ce", "qu'"), 0.06, 0.12),
    "negation": (lambda pair: "not" in pair.source, 0.2, 0.3),
    "ne before a vowel": (lambda pair: "n'" in pair.target, 0.05, 0.12),
    "to be": (lambda pair: bool({"am", "is", "are"} & set(pair.source)), 0.15, 0.25),
    "object pronoun": (object_pronoun, 0.1, 0.2),
    "negated object pronoun": (lambda pair: "not" in pair.source and object_pronoun(pair), 0.02, 0.06),
    "l'": (lambda pair: "l'" in pair.target, 0.05, 0.12),
    "j'": (lambda pair: "j'" in pair.target, 0.01, 0.05),
    "m' or t'": (lambda pair: bool({"m'", "t'"} & set(pair.target)), 0.01, 0.05),
    "du": (lambda pair: "du" in pair.target, 0.02, 0.05),
    "des": (lambda pair: "des" in pair.target, 0.02, 0.05),
    "pas de": (followed({"pas"}, {"de", "d'"}, "target"), 0.04, 0.08),
    "pas d'": (french("pas", "d'"), 0.01, 0.04),
    "de petits": (lambda pair: "pas" not in pair.target and followed({"de"}, LEADING, "target")(pair), 0.015, 0.04),
    "generic object": (followed(TASTE, {"les"}, "target"), 0.015, 0.06),
    "possessive": (lambda pair: bool(POSSESSIVES & set(pair.source[:-1])), 0.2, 0.35),
    "this": (lambda pair: bool({"this", "these"} & set(pair.source)), 0.06, 0.12),
    "bel or vieil": (lambda pair: bool({"bel", "vieil"} & set(pair.target)), 0.01, 0.04),
    "prenominal and postnominal": (followed(ENGLISH_LEADING, ENGLISH_TRAILING, "source"), 0.04, 0.1),
    "very": (lambda pair: "very" in pair.source, 0.03, 0.08),
    "and": (lambda pair: "and" in pair.source, 0.1, 0.2),
    "setting": (lambda pair: bool({"in", "with"} & set(pair.source)), 0.1, 0.2),
    "known name": (lambda pair: bool(KNOWN & set(pair.source)), 0.12, 0.2),
    "invented name": (lambda pair: len(invented_words(pair)) > len(invented_nouns(pair)), 0.1, 0.12),
    "two invented words": (lambda pair: len(invented_words(pair)) > 1, 0.004, 0.02),
    "invented noun": (lambda pair: bool(invented_nouns(pair)), 0.025, 0.04),
}
