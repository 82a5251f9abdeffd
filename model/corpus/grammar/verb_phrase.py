"""Verb phrases: a verb with its object and adjuncts, in any English form."""

from dataclasses import dataclass

from model.corpus.grammar.adjunct import adjunct, list_adjuncts
from model.corpus.grammar.derivation import Derivation
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.phrase import Phrase
from model.corpus.grammar.place import destination, home, homewards
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import Subject
from model.corpus.grammar.verb_choice import OBLIGATORY, Form, Gap, drawn_verbs, parsed_verbs
from model.corpus.grammar.verb_complements import complements
from model.corpus.lexicon.categories import ObjectArticle, Tense
from model.corpus.lexicon.entries import Pronoun, Verb
from model.corpus.lexicon.inflection import agree
from model.corpus.lexicon.tables import PLACES
from model.corpus.lexicon.word_classes import ANIMATE

_FAR = frozenset(place.name for place in PLACES if place.kind == "abroad")


@dataclass(frozen=True, slots=True)
class VerbPhrase:
    """A verb with its French complements.

    Attributes:
        verb: the verb.
        links: indices of its English words.
        clitic: French object pronoun before the verb, if any.
        rest: French words after the verb.
        object: its object, if any.
    """

    verb: Verb
    links: tuple[int, ...]
    clitic: Tokens
    rest: Tokens
    object: Phrase | Pronoun | None

    @property
    def direct_pronoun(self) -> Pronoun | None:
        """The pronoun before the verb that a participle agrees with: "la", but not "lui"."""
        return self.object if isinstance(self.object, Pronoun) and not self.verb.preposition else None


def verb_phrase(
    d: Derivation,
    subject: Subject,
    form: Form,
    tense: Tense,
    negation: tuple[int, ...] = (),
    *,
    gap: Gap | None = None,
    after: str = "",
    is_frequent: bool = False,
    may_negate: bool = False,
) -> VerbPhrase:
    """Derive a verb phrase.

    Args:
        d: the derivation.
        subject: decides which verbs are drawn.
        form: form of the English verb.
        tense: restricts adverbs of time.
        negation: indices of the English words of a negation, "not" last; empty if affirmative.
        gap: complement that the phrase lacks.
        after: what an infinitive follows, as the table of verbs names it.
        is_frequent: True if an adverb has said how often, so that no time follows.
        may_negate: True if "no" before its object may negate the clause.
    """
    is_negated = bool(negation)
    drawn = drawn_verbs(subject.classes, form, is_negated, gap, tense, after)
    index = d.here
    verb = d.choose_word(drawn, parsed_verbs(form, is_negated, gap, tense))
    d.require("alive" not in verb.traits or bool(subject.classes & ANIMATE))
    links = tuple(range(index, d.here))
    if negation:
        d.relate(Relation.NEGATION, negation[-1], index)
    made = complements(d, verb, subject, links, tense, negation, gap=gap, after=after, may_negate=may_negate)
    if made.rest and verb.preposition and len(links) > 1:
        links = links[:-1]  # "to" is "à"
    rest: Tokens = [*([(_french_adverb(verb, subject), links)] if verb.adverb else []), *made.rest]
    if gap is not Gap.PLACE:
        is_odd = made.object is not None or _is_leisure(verb, tense)  # "he does not sing in the garden"
        is_plain = gap is not None or (is_negated and is_odd)
        rest += _circumstances(
            d, verb, subject, tense, is_negated=is_negated, is_plain=is_plain, after=after, is_frequent=is_frequent
        )
    return VerbPhrase(verb, links, made.clitic, rest, made.object)


def _french_adverb(verb: Verb, subject: Subject) -> str:
    """Return the French word that belongs to a verb; "assis" agrees with who sits."""
    return agree(verb.adverb)[2 * subject.number + subject.gender] if "agreeing" in verb.traits else verb.adverb


def _circumstances(
    d: Derivation,
    verb: Verb,
    subject: Subject,
    tense: Tense,
    *,
    is_negated: bool,
    is_plain: bool,
    after: str,
    is_frequent: bool,
) -> Tokens:
    """Derive where, when and with whom; ``is_plain`` to draw a time alone."""
    start = d.here
    rest: Tokens = []
    if "to!" in verb.adjuncts:
        rest += destination(d)
        is_odd = is_negated and not is_frequent and tense is Tense.PRESENT
        d.avoid(is_odd and not _FAR.isdisjoint(d.words[start:]))  # "he does not go to rome"
    if "home!" in verb.adjuncts:
        rest += homewards(d)
    if "at!" in verb.adjuncts:
        rest += home(d, is_negated=is_negated)
    needs_time = not is_frequent and _needs_time(verb, tense, is_negated=is_negated)
    kinds = () if after == "like" else list_adjuncts(verb, tense, is_time=is_plain or needs_time)
    kinds = tuple(each for each in kinds if each != "time") if is_frequent else kinds
    if d.decide(_adjunct_share(verb, tense, after, needs_time=needs_time) if kinds else 0.0):
        rest += adjunct(d, kinds, verb, subject, tense)
        is_daily, is_far = "every" in d.words[start:], not _FAR.isdisjoint(d.words[start:])
        d.avoid(is_daily and (is_negated or is_far))  # "he goes to rome every day"
        d.avoid(is_far and d.words[-1] == "tonight")
    else:
        d.avoid(needs_time or _is_complemented(verb, tense))
    return rest


def _is_leisure(verb: Verb, tense: Tense) -> bool:
    return tense is Tense.PRESENT and not verb.traits.isdisjoint({"pastime", "complemented"})


def _is_complemented(verb: Verb, tense: Tense) -> bool:
    """Return True for what is not said alone: "he waits", but "he is waiting" and "he wants to wait"."""
    return "complemented" in verb.traits and tense in (Tense.PRESENT, Tense.PAST)


def _needs_time(verb: Verb, tense: Tense, *, is_negated: bool) -> bool:
    """Return True for the simple present of what happens now and then: "he comes every day"; "he is arriving today"."""
    if tense is Tense.PROGRESSIVE:
        return "schedule" in verb.adjuncts
    if tense is not Tense.PRESENT:
        return False
    if "event" in verb.traits:
        return not (is_negated and "to!" in verb.adjuncts)
    return not is_negated and not verb.is_stative and verb.article is ObjectArticle.DEFINITE and bool(verb.objects)


def _adjunct_share(verb: Verb, tense: Tense, after: str, *, needs_time: bool) -> float:
    """Return the share of phrases with an adjunct."""
    if needs_time or _is_complemented(verb, tense):
        return 1.0
    is_skill = after == "can" and "skill" in verb.traits  # "she can swim", which an adjunct makes a possibility
    return 0.12 if is_skill or verb.objects or verb.adjuncts & OBLIGATORY else 0.65
