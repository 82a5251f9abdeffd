"""Origins: "he is from paris", in French "venir de"."""

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens, prepend
from model.corpus.grammar.nouns import place_name
from model.corpus.grammar.phrase import Article, ProperNoun
from model.corpus.lexicon.categories import Gender
from model.corpus.lexicon.verb_table import find_present

_COMES = find_present("venir")


def origin(d: Derivation, finite: Finite) -> Tokens:
    """Derive the clause "i am from london", or from a town with an invented name."""
    subject = finite.subject
    d.require(finite.auxiliary is BE and subject.is_animate and not subject.excluded)
    index = d.say("from")
    if d.choose((True, True, True, False), (True, False)):
        town = place_name(d)
    else:
        name = d.invent(1.0)
        d.require(bool(name))
        town = ProperNoun(name, index + 1)
    named = town.french(Article.GENERIC)
    if town.gender is Gender.FEMININE:
        named = named[-1:]  # "de france", but "du canada"
    return finite.order((_COMES[subject.person], (finite.index,)), prepend(("de'", (index,)), named))
