"""Coordinations: two names or noun phrases joined by "and"."""

from collections.abc import Sequence
from functools import cache

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.determiners import DEFINITE, DeterminerTables, keep_determiner
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import proper_noun
from model.corpus.grammar.phrase import Coordination, NounPhrase, ProperNoun, refers_to
from model.corpus.lexicon.categories import Classes, Number
from model.corpus.lexicon.entries import Noun
from model.corpus.lexicon.function_words import BARE
from model.corpus.lexicon.word_classes import PEOPLE

_KINDS: tuple[Classes, ...] = (
    PEOPLE,
    frozenset({"animal"}),
    frozenset({"food", "fruit", "drink"}),
    frozenset({"thing", "writing"}),
    frozenset({"thing", "furniture", "opening"}),
    frozenset({"vehicle", "place", "town", "way"}),
    frozenset({"plant", "outdoors"}),
    frozenset({"language"}),
    frozenset({"game"}),
)  # nouns of one kind are joined
_WHOLES: Classes = frozenset({"group", "creature"})  # "the mouse and the animal"
Conjunct = ProperNoun | NounPhrase


def coordination(
    d: Derivation,
    nouns: Sequence[Noun],
    kinds: Sequence[str] = ("name", "noun"),
    tables: DeterminerTables = DEFINITE,
    number: Number | None = Number.SINGULAR,
) -> Coordination:
    """Derive two phrases and "and".

    Args:
        d: the derivation.
        nouns: nouns to draw.
        kinds: what to draw: "name", "noun" or both.
        tables: determiners to draw.
        number: number of the nouns to draw; None for either.
    """
    first = _conjunct(d, nouns, kinds, tables, number)
    index = d.say("and")
    second = _conjunct(
        d, list_of_one_kind(tuple(nouns), first.classes), kinds, choose_same_determiner(d, tables, first), number
    )
    return join(d, first, index, second)


@cache
def list_of_one_kind(nouns: tuple[Noun, ...], classes: Classes) -> tuple[Noun, ...]:
    """Return those of the nouns that are drawn after a first phrase of some classes."""
    kinds: Classes = frozenset().union(*(kind for kind in _KINDS if kind & classes))
    return tuple(noun for noun in nouns if noun.classes & kinds)


def choose_same_determiner(d: Derivation, tables: DeterminerTables, first: Conjunct) -> DeterminerTables:
    """Return the determiners to draw in a second phrase: that of the first one, or those of what is known."""
    same = keep_determiner(tables, first.determiner) if isinstance(first, NounPhrase) else DEFINITE
    return d.choose((same,), (tables,))


def join(d: Derivation, first: Conjunct, index: int, second: Conjunct) -> Coordination:
    """Return two phrases as one; ``index`` is that of "and"."""
    d.require(not refers_to(second, first))
    is_determined = isinstance(first, NounPhrase) and first.determiner is not BARE
    d.require(not (is_determined and isinstance(second, NounPhrase) and second.determiner is BARE))  # "my cat and dog"
    d.avoid(bool(_WHOLES & (first.classes | second.classes)))
    d.avoid(not any(first.classes & kind and second.classes & kind for kind in _KINDS))
    if isinstance(first, NounPhrase) and isinstance(second, NounPhrase):
        d.avoid(first.noun.french == second.noun.french)  # "la fille": the girl, and the daughter
        d.avoid(first.determiner is not second.determiner)
    return Coordination(first, index, second)


def _conjunct(
    d: Derivation, nouns: Sequence[Noun], kinds: Sequence[str], tables: DeterminerTables, number: Number | None
) -> Conjunct:
    if d.choose(kinds, ("name", "noun")) == "name":
        return proper_noun(d)
    return noun_phrase(d, nouns, tables, number, is_joined=True)
