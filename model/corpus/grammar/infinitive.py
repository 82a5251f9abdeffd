"""Infinitives: after an auxiliary, "can sing", after another verb, "want to sing", and as "like singing"."""

from typing import NamedTuple

from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import CAN, DID, Finite
from model.corpus.grammar.french import Tokens, depend_on_next
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import VerbPhrase, verb_phrase
from model.corpus.lexicon.categories import ObjectArticle, Tense
from model.corpus.lexicon.function_words import THIRD
from model.corpus.lexicon.inflection import imperfect
from model.corpus.lexicon.verb_table import find_present


class _Governor(NamedTuple):
    """A verb that an infinitive follows.

    Attributes:
        plain: its plain form.
        third: its third person singular.
        french: French infinitive.
        after: what is drawn after it, as the table of verbs names it.
        noun: French noun that "de" joins to the infinitive, if any.
        past: its past form, in French the imparfait; empty if it is not used.
    """

    plain: str
    third: str
    french: str
    after: str
    noun: str = ""
    past: str = ""


_LIKE = _Governor("like", "likes", "aimer", "like")
_HOPE = _Governor("hope", "hopes", "espérer", "hope")
_HAVE = _Governor("have", "has", "devoir", "must")
_NEED = _Governor("need", "needs", "avoir", "must", "besoin", "needed")
_WANT = _Governor("want", "wants", "vouloir", "want", past="wanted")
_GOVERNORS = (*(_WANT,) * 3, *(_LIKE,) * 2, _HOPE, _HAVE, *(_NEED,) * 2)
_IN_PAST = (*(_WANT,) * 3, _NEED)
_PLAIN, _THIRD = (Words((each, (each[form],)) for each in _GOVERNORS) for form in (0, 1))
_PLAIN_AFTER_DID, _PAST = (
    Words((each, (each.plain,)) for each in _IN_PAST),
    Words((each, (each.past,)) for each in _IN_PAST),
)
_LIKE_PLAIN, _LIKE_THIRD = (Words([(_LIKE, (_LIKE[form],))]) for form in (0, 1))


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
        is_alone = gap is None and not phrase.rest and "when" not in d.words  # "when can you sing" asks for no skill
        is_skill = "skill" in phrase.verb.traits and is_alone and not finite.is_asked_of_speaker
        if is_skill or phrase.verb.article is ObjectArticle.NONE:  # "i can speak french"
            french = find_present("savoir")
    return _order(finite, french[person], (finite.index,), phrase, ()), phrase


def after_verb(d: Derivation, finite: Finite, gap: Gap | None) -> tuple[Tokens, VerbPhrase]:
    """Derive "want to sing", "has to go", "wanted to sing": the French clause and its verb phrase."""
    is_past = finite.auxiliary is DID
    if is_past:
        governor = d.choose_word(_PAST if finite.is_inflected else _PLAIN_AFTER_DID)
    else:
        governor = d.choose_word(_THIRD if _is_third(finite) else _PLAIN)
    d.avoid(governor is _HOPE and bool(finite.negation))  # "i do not hope to see her"
    d.require(governor is not _HAVE or not finite.negation)  # "i do not have to go": "je ne suis pas obligé"
    d.avoid(governor is _NEED and (bool(finite.negation) or gap is not None))
    to = d.say("to")
    phrase = verb_phrase(d, finite.subject, Form.PLAIN, Tense.FUTURE, finite.negation, gap=gap, after=governor.after)
    d.avoid(is_past and "tomorrow" in d.words)
    forms = find_present(governor.french)
    verb = (imperfect(forms) if is_past else forms)[finite.subject.person]
    if governor.noun:
        infinitive = [*phrase.clitic, (phrase.verb.infinitive, phrase.links)]
        linking = depend_on_next("de" if phrase.clitic else "de'", (to,), infinitive[0])  # never "du": "de le voir"
        return finite.order((verb, (to - 1,)), [(governor.noun, (to - 1,)), linking, *infinitive, *phrase.rest]), phrase
    return _order(finite, verb, (to - 1,), phrase, (to,)), phrase


def gerund(d: Derivation, finite: Finite, gap: Gap | None) -> tuple[Tokens, VerbPhrase]:
    """Derive "like singing", in French an infinitive: the French clause and its verb phrase."""
    governor = d.choose_word(_LIKE_THIRD if _is_third(finite) else _LIKE_PLAIN)
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
