"""Infinitives: after an auxiliary, "can sing", after another verb, "want to sing", and as "like singing"."""

from dataclasses import replace
from typing import NamedTuple

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import CAN, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import VerbPhrase, verb_phrase
from model.corpus.lexicon.categories import ObjectArticle, Tense
from model.corpus.lexicon.function_words import THIRD
from model.corpus.lexicon.tables import TIMES
from model.corpus.lexicon.verb_table import find_present


class _Governor(NamedTuple):
    """A verb that an infinitive follows.

    Attributes:
        plain: its plain form.
        third: its third person singular.
        french: French infinitive.
        after: what is drawn after it, as the table of verbs names it.
    """

    plain: str
    third: str
    french: str
    after: str


_LIKE = _Governor("like", "likes", "aimer", "like")
_HOPE = _Governor("hope", "hopes", "espérer", "hope")
_HAVE = _Governor("have", "has", "devoir", "must")
_NEED = _Governor("need", "needs", "devoir", "must")
_GOVERNORS = (*(_Governor("want", "wants", "vouloir", "want"),) * 3, *(_LIKE,) * 2, _HOPE, _HAVE, *(_NEED,) * 2)
_GOVERNOR_WORDS, _LIKE_WORDS = (
    {False: Words((each, (each.plain,)) for each in verbs), True: Words((each, (each.third,)) for each in verbs)}
    for verbs in (_GOVERNORS, (_LIKE,))
)
_TIMES = frozenset(("when", *(each.english[0] for each in TIMES)))


def after_auxiliary(d: Derivation, finite: Finite, gap: Gap | None) -> tuple[Tokens, VerbPhrase]:
    """Derive "can sing", "must go": the French clause and its verb phrase.

    What somebody has learned is "savoir", "je sais nager"; what he sees and hears needs no "can", "je vois".
    """
    after, person = finite.auxiliary.english[0], finite.subject.person
    phrase = verb_phrase(d, finite.subject, Form.PLAIN, Tense.FUTURE, finite.negation, gap=gap, after=after)
    french = finite.auxiliary.before_infinitive
    if finite.auxiliary is CAN:
        if "sensed" in phrase.verb.traits:
            verb = (phrase.verb.french[person], (finite.index, *phrase.links))
            return finite.order(verb, phrase.rest, phrase.clitic), phrase
        is_dated = not _TIMES.isdisjoint(d.words[: finite.index])  # "when can you sing", "today i can not sing"
        is_alone = gap is None and (phrase.object is not None or not phrase.rest)  # "play the piano", "swim"
        is_skill = "skill" in phrase.verb.traits and is_alone and not finite.is_asked_of_speaker
        if not is_dated and (is_skill or phrase.verb.article is ObjectArticle.NONE):  # "i can speak french"
            french = find_present("savoir")
    return _order(finite, french[person], (finite.index,), phrase, ()), phrase


def after_verb(d: Derivation, finite: Finite, gap: Gap | None) -> tuple[Tokens, VerbPhrase]:
    """Derive "want to sing", "has to go": the French clause and its verb phrase."""
    governor = d.choose_word(_GOVERNOR_WORDS[_is_third(finite)])
    d.avoid(governor is _HOPE and bool(finite.negation))  # "i do not hope to see her"
    d.require(governor.french != "devoir" or not finite.negation)  # "i do not have to go": "je ne suis pas obligé"
    d.avoid(governor is _NEED and gap is not None)
    to = d.say("to")
    phrase = verb_phrase(d, finite.subject, Form.PLAIN, Tense.FUTURE, finite.negation, gap=gap, after=governor.after)
    verb = find_present(governor.french)[finite.subject.person]
    return _order(finite, verb, (to - 1,), phrase, (to,)), phrase


def want_to_be(d: Derivation, finite: Finite) -> Finite:
    """Derive "want to be"; return the verb with the infinitive that a complement follows."""
    index = d.say("wants" if _is_third(finite) else "want")
    auxiliary = replace(finite.auxiliary, before_infinitive=find_present("vouloir"))
    return replace(finite, auxiliary=auxiliary, index=index, infinitive=(d.say("to"), d.say("be")))


def gerund(d: Derivation, finite: Finite, gap: Gap | None) -> tuple[Tokens, VerbPhrase]:
    """Derive "like singing", in French an infinitive: the French clause and its verb phrase."""
    governor = d.choose_word(_LIKE_WORDS[_is_third(finite)])
    index = d.here - 1
    phrase = verb_phrase(
        d, finite.subject, Form.PROGRESSIVE, Tense.FUTURE, finite.negation, gap=gap, after=governor.after
    )
    return _order(finite, find_present(governor.french)[finite.subject.person], (index,), phrase, ()), phrase


def _is_third(finite: Finite) -> bool:
    return finite.is_inflected and finite.subject.person == THIRD


def _order(finite: Finite, french: str, links: tuple[int, ...], phrase: VerbPhrase, to: tuple[int, ...]) -> Tokens:
    infinitive = (phrase.verb.infinitive, (*to, *phrase.links))
    return finite.order((french, links), [*phrase.clitic, infinitive, *phrase.rest])
