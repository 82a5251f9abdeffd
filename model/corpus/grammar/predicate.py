"""Predicates: what follows subject and auxiliary, for every auxiliary."""

from typing import NamedTuple

from model.corpus.grammar.complement import Complement, complement, progressive
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.finite_verb import CAN, DID, DO, Finite
from model.corpus.grammar.french import Token, Tokens
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import Form, Gap
from model.corpus.grammar.verb_phrase import VerbPhrase, verb_phrase
from model.corpus.lexicon.categories import ObjectArticle, Tense
from model.corpus.lexicon.entries import Pronoun, Verb
from model.corpus.lexicon.function_words import THIRD
from model.corpus.lexicon.verb_table import find_present

_LIKE = ("like", "likes", "aimer", "like")
_INFINITIVE_VERBS = (  # plain form, third person, French, and what an infinitive after it is drawn with
    *(("want", "wants", "vouloir", "want"),) * 3,
    *(_LIKE,) * 2,
    ("hope", "hopes", "espérer", "hope"),
    ("have", "has", "devoir", "must"),
    ("need", "needs", "devoir", "must"),
)
_INFINITIVE_WORDS = tuple(Words((each, (each[form],)) for each in _INFINITIVE_VERBS) for form in (0, 1))
_LIKED = tuple(Words([(_LIKE, (_LIKE[form],))]) for form in (0, 1))


class Predicate(NamedTuple):
    """A predicate: the French clause with its subject, its verb, and the object of the verb if that is a phrase."""

    tokens: Tokens
    verb: Verb | None = None
    object: Subject | None = None


def predicate(
    d: Derivation, finite: Finite, gap: Gap | None = None, derive_complement: Complement = complement
) -> Predicate:
    """Derive the rest of a clause.

    Args:
        d: the derivation.
        finite: its beginning.
        gap: complement that a question word replaces.
        derive_complement: rule for what follows "to be".
    """
    if finite.auxiliary.be and gap is None:
        return Predicate(derive_complement(d, finite))
    if finite.auxiliary.be:
        return Predicate(progressive(d, finite, gap))
    d.require(not finite.subject.excluded)
    if finite.auxiliary.before_infinitive:
        verb = (finite.auxiliary.before_infinitive[finite.subject.person], (finite.index,))
        return _infinitive(d, finite, verb, gap, after=finite.auxiliary.english[0])
    is_third = finite.is_inflected and finite.subject.person == THIRD
    if finite.auxiliary is DO and d.decide(0.1, "to"):
        _, _, french, after = d.choose_word(_INFINITIVE_WORDS[is_third])
        d.avoid(french == "espérer" and bool(finite.negation))  # "i do not hope to see her"
        d.require(french != "devoir" or not finite.negation)  # "i do not have to go": "je ne suis pas obligé"
        to = d.say("to")
        wish = (find_present(french)[finite.subject.person], (to - 1,))
        return _infinitive(d, finite, wish, gap, to=(to,), after=after)
    if finite.auxiliary is DO and gap is not Gap.PLACE and d.decide(0.02):  # "i like reading"
        d.choose_word(_LIKED[is_third])
        liking = (find_present("aimer")[finite.subject.person], (d.here - 1,))
        return _infinitive(d, finite, liking, gap, after="like", form=Form.PROGRESSIVE)
    form = Form.THIRD_PERSON if is_third else Form.PLAIN
    if finite.is_inflected and finite.auxiliary is DID:
        form = Form.PAST
    phrase = verb_phrase(
        d, finite.subject, form, finite.auxiliary.tense, finite.negation, gap=gap, is_frequent=finite.is_frequent
    )
    if finite.auxiliary is DID:
        participle = (phrase.verb.participle, phrase.links)
        return Predicate(finite.have([participle, *phrase.rest], phrase.clitic), phrase.verb, _referent(phrase))
    verb = (phrase.verb.french[finite.subject.person], phrase.links)
    return Predicate(finite.order(verb, phrase.rest, phrase.clitic), phrase.verb, _referent(phrase))


def _infinitive(
    d: Derivation,
    finite: Finite,
    verb: Token,
    gap: Gap | None,
    *,
    after: str,
    to: tuple[int, ...] = (),
    form: Form = Form.PLAIN,
) -> Predicate:
    phrase = verb_phrase(d, finite.subject, form, Tense.FUTURE, finite.negation, gap=gap, after=after)
    if finite.auxiliary is CAN and "sensed" in phrase.verb.traits:
        sensed = (phrase.verb.french[finite.subject.person], (finite.index, *phrase.links))
        return Predicate(finite.order(sensed, phrase.rest, phrase.clitic), phrase.verb, _referent(phrase))
    is_alone = gap is None and not phrase.rest and "when" not in d.words  # "when can you sing" asks for no skill
    is_skill = phrase.verb.article is ObjectArticle.NONE or ("skill" in phrase.verb.traits and is_alone)
    if finite.auxiliary is CAN and is_skill:
        verb = (find_present("savoir")[finite.subject.person], verb[1])
    rest = [*phrase.clitic, (phrase.verb.infinitive, (*to, *phrase.links)), *phrase.rest]
    return Predicate(finite.order(verb, rest), phrase.verb, _referent(phrase))


def _referent(phrase: VerbPhrase) -> Subject | None:
    """Return the object of a verb as something that "it" or "they" may refer to."""
    if phrase.object is None or isinstance(phrase.object, Pronoun):
        return None
    spoken = phrase.object
    return Subject([], spoken.person, spoken.gender, spoken.number, spoken.classes, spoken)
