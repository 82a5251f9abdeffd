"""The sets of words that the grammar uses, invented ones excepted."""

from itertools import chain

from model.corpus.lexicon.function_words import AFTER_IMPERATIVE, DETERMINERS, INVERTED, PRONOUNS
from model.corpus.lexicon.inflection import agree, imperative, imperfect
from model.corpus.lexicon.tables import (
    ADJECTIVES,
    COMPARATIVES,
    FEELINGS,
    NAMES,
    NOUNS,
    PHRASES,
    PLACES,
    PREPOSITIONS,
    TIMES,
)
from model.corpus.lexicon.verb_table import CONJUGATIONS, VERBS

_PARTICLES = (  # what the rules say themselves
    "am are is was were do does did can must will not let an to and because but that there here who what where why when"
    " how name old years 's very too hope hopes think thinks always often sometimes never than from"
)
_NAMES = [name.word for name in NAMES]


def _english() -> frozenset[str]:
    forms = [word for entry in (*NOUNS, *DETERMINERS, *PHRASES) for word in entry.english]  # type: ignore[attr-defined]
    verbs = chain.from_iterable(form.split() for verb in VERBS for form in verb.english)
    pronouns = chain.from_iterable((each.english, each.english_object) for each in PRONOUNS)
    places = chain.from_iterable((*place.at, *place.to) for place in PLACES)
    adjectives = [each.english for each in ADJECTIVES] + [each.english for each in FEELINGS]
    adjectives += [word for each in COMPARATIVES for word in each.english]
    adverbs = [each.english for each in PREPOSITIONS]
    times = chain.from_iterable(each.english for each in TIMES)
    return frozenset(
        (*forms, *verbs, *pronouns, *places, *adjectives, *adverbs, *times, *_NAMES, *_PARTICLES.split())
    ) - {""}


def _french() -> frozenset[str]:
    nouns = chain.from_iterable((*noun.french, *noun.feminine) for noun in NOUNS)
    predicates = chain.from_iterable((*(each.after_be for each in ADJECTIVES), *(each.french for each in COMPARATIVES)))
    imperatives = [imperative(verb.french[1]) for verb in VERBS]
    forms = [word for entry in (*ADJECTIVES, *VERBS, *DETERMINERS, *PLACES, *PHRASES) for word in entry.french]  # type: ignore[attr-defined]
    verbs = chain.from_iterable((verb.infinitive, verb.participle) for verb in VERBS)
    conjugated = chain.from_iterable((*present, participle) for present, participle in CONJUGATIONS.values())
    imperfects = chain.from_iterable(imperfect(verb.french) for verb in VERBS if "imperfect" in verb.traits)
    agreeing = chain.from_iterable(agree(verb.participle) for verb in VERBS if verb.objects or "être" in verb.traits)
    postures = chain.from_iterable(agree(verb.adverb) for verb in VERBS if "agreeing" in verb.traits)
    nominal = [each.french for each in FEELINGS] + [each.french for each in PREPOSITIONS]
    times = chain.from_iterable(each.french for each in TIMES)
    words = (
        *nouns,
        *forms,
        *predicates,
        *verbs,
        *conjugated,
        *imperfects,
        *agreeing,
        *postures,
        *imperatives,
        *AFTER_IMPERATIVE.values(),
        *INVERTED,
        *nominal,
        *times,
        *_NAMES,
    )
    return frozenset(words) - {""}


ENGLISH_WORDS: frozenset[str] = _english()
FRENCH_WORDS: frozenset[str] = _french()
PROPER_WORDS: frozenset[str] = frozenset(  # English words that begin with a capital
    (
        *_NAMES,
        *(place.name for place in PLACES if place.name),
        *(noun.english[0] for noun in NOUNS if "language" in noun.classes),
        *(each.english for each in ADJECTIVES if each.kind == "origin"),
        "christmas",
    )
)
