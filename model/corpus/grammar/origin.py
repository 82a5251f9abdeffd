"""Origins: "he is from paris", in French "venir de"."""

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import BE, Finite
from model.corpus.grammar.french import Tokens, prepend
from model.corpus.lexicon.tables import PLACES
from model.corpus.lexicon.verb_table import find_present

_NAMED = Words((place.french[-1], (place.name,)) for place in PLACES if place.kind == "abroad")
_COMES = find_present("venir")


def origin(d: Derivation, finite: Finite) -> Tokens:
    """Derive the clause "i am from london", or from a town with an invented name."""
    subject = finite.subject
    d.require(finite.auxiliary is BE and subject.is_animate and not subject.excluded)
    index = d.say("from")
    if d.choose((True, True, True, False), (True, False)):
        town = d.choose_word(_NAMED)
    else:
        town = d.invent(1.0)
        d.require(bool(town))
    return finite.order((_COMES[subject.person], (finite.index,)), prepend(("de'", (index,)), [(town, (index + 1,))]))
