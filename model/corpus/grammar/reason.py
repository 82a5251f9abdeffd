"""Reasons: the states that explain what a clause says, so that "because" joins what belongs together."""

from collections.abc import Iterator, Sequence
from functools import cache

from model.corpus.lexicon.tables import ADJECTIVES, REASONS
from model.corpus.lexicon.verb_table import VERBS

_EFFECTS = {each.effect for each in REASONS}
_PLAIN_FORMS = {form: verb.english[0] for verb in VERBS for form in verb.english if form}
ACTIONS = frozenset(_PLAIN_FORMS.values())
TRANSITIVE = frozenset(verb.english[0] for verb in VERBS if verb.objects) - {
    verb.english[0] for verb in VERBS if "pastime" in verb.traits
}
_KINDS = {each.english: each.kind for each in ADJECTIVES}


def find_effect(words: Sequence[str]) -> str:
    """Return what the rest of a clause, from its auxiliary or verb on, says of its subject: "buy" of "wants to buy it".

    Empty if no state explains it.
    """
    rest = words[words.index("to") + 1 :] if "to" in words else words
    return next(_find_effects(rest), "")


@cache
def explain(effect: str, *, is_of_object: bool, is_affirmed: bool) -> frozenset[str]:
    """Return the adjectives and feelings of the subject, or of the object, that explain an effect or its negation."""
    found = [each for each in REASONS if each.effect == effect and each.is_of_object is is_of_object]
    return frozenset().union(*(each.reasons if is_affirmed else each.obstacles for each in found))


def repeats(words: Sequence[str], later: Sequence[str]) -> bool:
    """Return True if two clauses have a verb in common, or adjectives of one kind: "the wide street … it is long"."""
    return not _list_topics(words).isdisjoint(_list_topics(later))


def _list_topics(words: Sequence[str]) -> set[str]:
    """Return the verbs in their plain forms and the kinds of the adjectives; states count one by one."""
    kinds = {word if _KINDS[word] == "state" else _KINDS[word] for word in words if word in _KINDS}
    return kinds | {_PLAIN_FORMS[word] for word in words if word in _PLAIN_FORMS}


def _find_effects(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        plain = _PLAIN_FORMS.get(word, word)
        if plain in _EFFECTS:
            yield plain
