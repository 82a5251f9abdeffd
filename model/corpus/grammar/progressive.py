"""Progressive verbs after "to be", "eating fish", and intentions: "going to eat"."""

from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.finite_verb import BE, WAS, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import verb_phrase
from model.corpus.lexicon.categories import Tense
from model.corpus.lexicon.verb_table import find_present

_GOES = find_present("aller")


def progressive(d: Derivation, finite: Finite, gap: Gap | None = None) -> Tokens:
    """Derive "eating fish", in French the present; in the past only "sitting" and "standing".

    Args:
        d: the derivation.
        finite: the beginning of the clause.
        gap: complement that a question word replaces.
    """
    d.require(finite.auxiliary in (BE, WAS) and not finite.subject.excluded)
    start, tense = d.here, Tense.PROGRESSIVE if finite.auxiliary is BE else Tense.PAST
    phrase = verb_phrase(d, finite.subject, Form.PROGRESSIVE, tense, finite.negation, gap=gap)
    d.avoid(d.words[start : start + 3] == ["going", "to", "work"])  # an intention
    forms = phrase.verb.french if finite.auxiliary is BE else finite.auxiliary.be
    verb = (forms[finite.subject.person], (finite.index, *phrase.links))
    return finite.order(verb, phrase.rest, phrase.clitic)


def intention(d: Derivation, finite: Finite, gap: Gap | None = None) -> Tokens:
    """Derive "going to eat": "aller manger"; ``gap`` is the complement that a question word replaces."""
    d.require(finite.auxiliary is BE and finite.subject.is_animate and not finite.subject.excluded)
    index = d.say("going", "to")
    phrase = verb_phrase(d, finite.subject, Form.PLAIN, Tense.FUTURE, finite.negation, gap=gap, after="will")
    verb = (_GOES[finite.subject.person], (finite.index, index))
    infinitive = (phrase.verb.infinitive, (index + 1, *phrase.links))
    return finite.order(verb, [*phrase.clitic, infinitive, *phrase.rest])
