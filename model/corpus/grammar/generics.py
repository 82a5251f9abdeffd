"""Generics: what a kind does, "cats like fish", from a table of habits, and what it is like, "cats are funny"."""

from functools import cache, partial

from model.corpus.grammar.adjective_predicate import adjective
from model.corpus.grammar.clause import statement
from model.corpus.grammar.comparison import comparison
from model.corpus.grammar.complement import Complement
from model.corpus.grammar.derivation import Derivation, Words
from model.corpus.grammar.determiners import BARE_OBJECT, GENERIC_SUBJECT
from model.corpus.grammar.finite_verb import BE, DO, Finite
from model.corpus.grammar.french import Tokens
from model.corpus.grammar.noun_phrase import noun_phrase
from model.corpus.grammar.nouns import nouns_of
from model.corpus.grammar.phrase import NounPhrase
from model.corpus.grammar.relation import Relation
from model.corpus.grammar.subject import subject
from model.corpus.grammar.verb_choice import OBLIGATORY, Form
from model.corpus.grammar.verb_complements import choose_article
from model.corpus.lexicon.categories import Number, ObjectArticle
from model.corpus.lexicon.entries import Noun, Verb
from model.corpus.lexicon.function_words import THIRD_PLURAL
from model.corpus.lexicon.tables import ADJECTIVES, HABITS, NOUNS
from model.corpus.lexicon.verb_table import VERBS
from model.corpus.lexicon.word_classes import GOODS

_KINDS = nouns_of(frozenset(kind for kind, _ in HABITS))
_PLACES = frozenset({"house", "garden", "park", "restaurant", "school", "town", "way"})
_DESCRIBED = nouns_of(GOODS | _PLACES | {"animal", "infant", "child", "adult", "role", "fruit"})
_JUDGED = frozenset({"look", "quality", "nature", "price"})  # kinds of adjectives
_TRAITS = frozenset(each.english for each in ADJECTIVES if each.kind in _JUDGED) - {"bad"}
_judgement: Complement = partial(adjective, drawn=_TRAITS, too=0)
_VERBS = Words(
    (verb, verb.words(Form.PLAIN))
    for verb in VERBS
    if not verb.is_negated and not verb.adverb and not verb.adjuncts & OBLIGATORY
    if verb.article is not ObjectArticle.DEFINITE or not verb.objects
)


def habit(d: Derivation) -> Tokens:
    """Derive a statement about a kind: "cats like fish", "birds sing"."""
    who = subject(d, THIRD_PLURAL, _KINDS, GENERIC_SUBJECT)
    d.require(who.person == THIRD_PLURAL)
    d.avoid(d.here > 1)  # "my cats", "black cats"
    kind = who.phrase.noun.english[Number.SINGULAR] if isinstance(who.phrase, NounPhrase) else ""
    verb = d.choose_word(_list_verbs(kind), _VERBS)
    index = d.here - 1
    d.relate(Relation.SUBJECT, who.word, index)
    rest: Tokens = []
    if verb.objects:
        noun, number = d.choose(_list_objects(kind, verb), ((None, Number.SINGULAR), (None, Number.PLURAL)))
        phrase = noun_phrase(d, (noun,) if noun else (), BARE_OBJECT, number, is_plain=True)
        rest = phrase.french(choose_article(verb, is_negated=False))
    return Finite(who, DO, index).order((verb.french[who.person], (index,)), rest)


def trait(d: Derivation) -> Tokens:
    """Derive what a kind is like: "cats are funny", "big cars are expensive"."""
    who = subject(d, THIRD_PLURAL, _DESCRIBED, GENERIC_SUBJECT)
    d.require(who.person == THIRD_PLURAL)
    d.avoid("'s" in d.words)
    return statement(d, who=who, auxiliaries=(BE,), derive_complement=_nature).tokens


def _nature(d: Derivation, finite: Finite) -> Tokens:
    return d.choose((*(_judgement,) * 3, comparison), (_judgement, comparison))(d, finite)


@cache
def _list_verbs(kind: str) -> Words[Verb]:
    """Return what a kind does by the table, an entry for each English verb."""
    verbs = {(verb.english[Form.PLAIN], bool(verb.objects)): verb for verb, _ in reversed(_VERBS.entries)}
    done = [(verb, bool(objects)) for (each, verb), objects in HABITS.items() if each == kind]
    return Words((verbs[key], (key[0],)) for key in done)


@cache
def _list_objects(kind: str, verb: Verb) -> tuple[tuple[Noun | None, Number], ...]:
    """Return the nouns of the objects of a habit, without plural or in the plural."""
    words = HABITS.get((kind, verb.english[Form.PLAIN]), frozenset())
    return tuple((noun, number) for noun in NOUNS for number in Number if noun.english[number] in words)
